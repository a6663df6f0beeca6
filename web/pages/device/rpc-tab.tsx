// Calls to a device: a form, the results of calls made here, and persistent calls.
import { Grid, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type ReactNode } from "react";
import type { DeviceTabProps } from "./device-tab.ts";
import { PersistentCalls } from "./persistent-calls.tsx";
import { RpcForm } from "./rpc-form.tsx";
import { RpcHistory } from "./rpc-history.tsx";
import { putRecord, recordsKey, sendCall, type Call, type CallRecord } from "./rpc.ts";

export function RpcTab({ device }: DeviceTabProps): ReactNode {
  const deviceId = device.id.id;
  const queries = useQueryClient();
  const stopper = useRef<AbortController | null>(null);
  const [again, setAgain] = useState<{ readonly call: Call; readonly count: number } | null>(null);
  const records = useQuery<readonly CallRecord[]>({
    queryKey: recordsKey(deviceId),
    queryFn: () => [],
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnMount: false,
  });
  const send = useMutation({
    mutationFn: async (call: Call) => {
      const controller = new AbortController();
      stopper.current = controller;
      const startedAt = Date.now();
      const record = { id: startedAt, call, startedAt };
      putRecord(queries, deviceId, { ...record, outcome: { kind: "waiting" } });
      try {
        const reply = await sendCall(deviceId, call, controller.signal);
        const millis = Date.now() - startedAt;
        putRecord(queries, deviceId, {
          ...record,
          outcome: call.expirationTime === null ? { kind: "done", reply, millis } : { kind: "kept" },
        });
      } catch (error) {
        putRecord(queries, deviceId, {
          ...record,
          outcome: { kind: "failed", error, millis: Date.now() - startedAt },
        });
      }
      if (call.expirationTime !== null) await queries.invalidateQueries({ queryKey: ["rpc", deviceId, "kept"] });
    },
  });
  return (
    <Stack gap="xl">
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <RpcForm
            key={again?.count ?? 0}
            start={again?.call ?? null}
            isBusy={send.isPending}
            onSend={(call) => send.mutate(call)}
            onStop={() => stopper.current?.abort()}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <RpcHistory
            records={records.data ?? []}
            onAgain={(call) => setAgain({ call, count: (again?.count ?? 0) + 1 })}
            onClear={() => queries.setQueryData<readonly CallRecord[]>(recordsKey(deviceId), [])}
          />
        </Grid.Col>
      </Grid>
      <PersistentCalls deviceId={deviceId} />
    </Stack>
  );
}
