// For a device that its gateway has never connected: lets messages of the gateway connect its devices.
import { Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { Marked } from "../../components/marked.tsx";
import { words } from "../../words/words.ts";
import { setConnectOnUplink } from "../devices/save-device.ts";

interface ConnectOnUplinkProps {
  readonly gatewayId: string;
  /** What to do once the devices are connected. */
  readonly then?: string;
}

const WORDS = words.device.uplink;

export function ConnectOnUplink({ gatewayId, then }: ConnectOnUplinkProps): ReactNode {
  const { data: gateway } = useQuery({
    queryKey: ["gateways", "one", gatewayId],
    queryFn: read("/api/gateways/{deviceId}", { path: { deviceId: gatewayId } }),
  });
  const save = useAction({
    call: () => setConnectOnUplink(gatewayId),
    failed: WORDS.failed,
    stale: ["devices", "gateways"],
  });
  // A gateway that no longer exists needs nothing.
  if (gateway === undefined) return null;
  const isSet = gateway.connectOnUplink;
  return (
    <Group gap="xs" mt="xs">
      {isSet && (
        <Text>
          <Marked text={WORDS.done} as={() => <span className="foreign">{gateway.name}</span>} /> {then}
        </Text>
      )}
      {/* The button stays for users whose focus is on it. */}
      {(!isSet || save.isSuccess) && (
        <BusyButton
          size="compact-sm"
          variant="light"
          isBusy={save.isPending}
          disabled={isSet}
          onClick={() => save.run()}
        >
          {WORDS.connect}
        </BusyButton>
      )}
    </Group>
  );
}
