// A value stored in the name of the gateway, for those who have no gateway at hand: it goes the way of every stored value, but
// proves nothing about the gateway's connection.
import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { words } from "../../words/words.ts";

export const TEST_KEY = "testValue";
/** Values are from 20.0 to 29.9, so that a second one differs in a chart. */
const [LOWEST, STEPS, PER_UNIT] = [20, 100, 10];

export function TestValue({ gatewayId }: { readonly gatewayId: string }): ReactNode {
  const send = useAction({
    call: () =>
      ask(
        api.POST("/api/plugins/telemetry/{entityType}/{entityId}/timeseries/{scope}", {
          params: { path: { entityType: "DEVICE", entityId: gatewayId, scope: "ANY" } },
          body: { [TEST_KEY]: LOWEST + Math.floor(Math.random() * STEPS) / PER_UNIT },
        }),
      ),
    failed: words.start.test.failed,
  });
  return (
    <Group gap="sm">
      <BusyButton variant="default" isBusy={send.isPending} onClick={() => send.run()}>
        {words.start.test.send}
      </BusyButton>
      <Text c="dimmed" style={{ flex: "1 1 220px" }}>
        {words.start.test.about(TEST_KEY)}
      </Text>
    </Group>
  );
}
