// The next step after creating a device: its token, and a command that sends a first value with it.
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { CopyText } from "../../components/copy-text.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Marked } from "../../components/marked.tsx";
import { StateLink } from "../../components/state-link.tsx";
import { words } from "../../words/words.ts";
import { isGatewayDevice } from "../device/device-tab.ts";
import type { CreatedDevice } from "./save-device.ts";

const WORDS = words.devices.created;

interface CreatedDevicePanelProps {
  readonly created: CreatedDevice;
  readonly onAnother: () => void;
  readonly onClose: () => void;
}

export function CreatedDevicePanel({ created, onAnother, onClose }: CreatedDevicePanelProps): ReactNode {
  const { device, accessToken } = created;
  const deviceId = device.id.id;
  const commands = useQuery({
    queryKey: ["devices", "commands", deviceId],
    queryFn: read("/api/device-connectivity/{deviceId}", { path: { deviceId } }),
  });
  const { http, mqtt } = commands.data ?? {};
  const command = mqtt?.mqtt ?? http?.http;
  return (
    <Dialog centered size="lg" title={WORDS.title} onClose={onClose}>
      <Stack>
        <Alert color="teal" icon={<Check size={18} />} role="status">
          <Text>
            <Marked text={WORDS.canConnect} as={() => <strong className="foreign">{device.name}</strong>} />
          </Text>
        </Alert>
        <Stack gap={4}>
          <Text fw={500}>{WORDS.accessToken}</Text>
          <CopyText text={accessToken} label={WORDS.accessTokenCopied} />
          <Text size="xs" c="dimmed">
            {WORDS.secret}
          </Text>
        </Stack>
        {command !== undefined && (
          <Stack gap={4}>
            <Text fw={500}>{WORDS.firstValue}</Text>
            <CopyText text={command} label={WORDS.commandCopied} block />
          </Stack>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onAnother}>
            {WORDS.another}
          </Button>
          {isGatewayDevice(device) ? (
            <Button component={StateLink} to="/start" state={{ gateway: deviceId }}>
              {WORDS.connect}
            </Button>
          ) : (
            <Button component={Link} to={`/devices/${deviceId}`}>
              {WORDS.open}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
