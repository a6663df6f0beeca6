// The next step after creating a device: its token, and a command that sends a first value with it.
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { CopyText } from "../../components/copy-text.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { StateLink } from "../../components/state-link.tsx";
import type { CreatedDevice } from "./save-device.ts";

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
    <Dialog centered size="lg" title="The device is created" onClose={onClose}>
      <Stack>
        <Alert color="teal" icon={<Check size={18} />} role="status">
          <Text>
            <strong className="foreign">{device.name}</strong> can connect now, with this access token as its MQTT user
            name.
          </Text>
        </Alert>
        <Stack gap={4}>
          <Text fw={500}>Access token</Text>
          <CopyText text={accessToken} label="access token" />
          <Text size="xs" c="dimmed">
            Anyone with the token can send data as this device. You can find it again under Credentials.
          </Text>
        </Stack>
        {command !== undefined && (
          <Stack gap={4}>
            <Text fw={500}>Send a first value</Text>
            <CopyText text={command} label="command" block />
          </Stack>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onAnother}>
            Create another
          </Button>
          {device.additionalInfo?.["gateway"] === true ? (
            <Button component={StateLink} to="/start" state={{ gateway: deviceId }}>
              Connect it
            </Button>
          ) : (
            <Button component={Link} to={`/devices/${deviceId}`}>
              Open device
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
