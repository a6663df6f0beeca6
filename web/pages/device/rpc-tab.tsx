// Calls to a device: a form, the results of calls made here, and persistent calls.
import { Grid, Stack } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { DeviceTabProps } from "./device-tab.ts";
import { PersistentCalls } from "./persistent-calls.tsx";
import { RpcForm } from "./rpc-form.tsx";
import { RpcHistory } from "./rpc-history.tsx";
import type { Call } from "./rpc.ts";
import { useCalls } from "./use-calls.ts";

export function RpcTab({ device }: DeviceTabProps): ReactNode {
  const deviceId = device.id.id;
  const calls = useCalls(deviceId);
  const [again, setAgain] = useState<{ readonly call: Call; readonly count: number } | null>(null);
  return (
    <Stack gap="xl">
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <RpcForm
            key={again?.count ?? 0}
            start={again?.call ?? null}
            isBusy={calls.isPending}
            onSend={calls.send}
            onStop={calls.stop}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <RpcHistory
            records={calls.records}
            onAgain={(call) => setAgain({ call, count: (again?.count ?? 0) + 1 })}
            onClear={calls.clear}
          />
        </Grid.Col>
      </Grid>
      <PersistentCalls deviceId={deviceId} />
    </Stack>
  );
}
