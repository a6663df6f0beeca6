// What a device is called, what it is, and whose it is; at the end, its deletion.
import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useUser } from "../../app/use-session.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { useConfirm } from "../../components/confirm.tsx";
import { CopyText } from "../../components/copy-text.tsx";
import { Facts } from "../../components/facts.tsx";
import { Moment } from "../../components/moment.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { deleteDevice } from "../devices/save-device.ts";
import { DetailsForm } from "./details-form.tsx";
import type { DeviceInfo, DeviceTabProps } from "./device-tab.ts";
import { OwnerPanel } from "./owner-panel.tsx";

export function DetailsTab({ device }: DeviceTabProps): ReactNode {
  const isAdmin = useUser().role === "TENANT_ADMIN";
  return (
    <Stack gap="lg" maw={820}>
      <Paper withBorder p="md">
        <Facts
          facts={[
            { label: "Id", value: <CopyText text={device.id.id} label="id of the device" /> },
            { label: "Created", value: <Moment ts={device.createdTime} style="exact" /> },
          ]}
        />
      </Paper>
      <DetailsForm device={device} isAdmin={isAdmin} />
      <OwnerPanel device={device} isAdmin={isAdmin} />
      {isAdmin && <DeletePanel device={device} />}
    </Stack>
  );
}

function DeletePanel({ device }: { readonly device: DeviceInfo }): ReactNode {
  const queries = useQueryClient();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => deleteDevice(device.id.id),
    onSuccess: async () => {
      notifications.show({ message: "The device is deleted.", color: "teal" });
      await navigate({ to: "/devices" });
      queries.removeQueries({ queryKey: ["devices", "one", device.id.id] });
      await queries.invalidateQueries({ queryKey: ["devices"] });
    },
  });
  const ask = async (): Promise<void> => {
    const isSure = await confirm({
      title: "Delete the device",
      text: "Its values, attributes, calls and credentials are deleted with it, and its connections close. This cannot be undone.",
      action: "Delete device",
      typed: device.name,
    });
    if (isSure) remove.mutate();
  };
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between">
          <div>
            <Title order={2} size="h4">
              Delete the device
            </Title>
            <Text size="sm" c="dimmed">
              With everything that is kept about it.
            </Text>
          </div>
          <BusyButton
            color="red"
            variant="light"
            leftSection={<Trash2 size={16} aria-hidden />}
            isBusy={remove.isPending}
            onClick={() => void ask()}
          >
            Delete device
          </BusyButton>
        </Group>
        {remove.isError && <ProblemAlert error={remove.error} title="The device was not deleted" />}
      </Stack>
    </Paper>
  );
}
