// A device's name, settings and owner, and its deletion.
import { Paper, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { CopyText } from "../../components/copy-text.tsx";
import { Facts } from "../../components/facts.tsx";
import { Moment } from "../../components/moment.tsx";
import { Panel } from "../../components/panel.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { words } from "../../words/words.ts";
import { deleteDevice } from "../devices/save-device.ts";
import { DetailsForm } from "./details-form.tsx";
import type { DeviceInfo, DeviceTabProps } from "./device-tab.ts";
import { OwnerPanel } from "./owner-panel.tsx";
import { UpdatesPanel } from "./updates-panel.tsx";

const WORDS = words.device.details;

export function DetailsTab({ device }: DeviceTabProps): ReactNode {
  const isAdmin = useUser().role === "TENANT_ADMIN";
  return (
    <Stack gap="lg" maw={820}>
      <Paper withBorder p="md">
        <Facts
          facts={[
            { label: WORDS.id, value: <CopyText text={device.id.id} label={WORDS.idCopied} /> },
            { label: WORDS.created, value: <Moment ts={device.createdTime} style="exact" /> },
          ]}
        />
      </Paper>
      <DetailsForm device={device} isAdmin={isAdmin} />
      <UpdatesPanel deviceId={device.id.id} isAlwaysShown={isAdmin} />
      <OwnerPanel device={device} isAdmin={isAdmin} />
      {isAdmin && <DeletePanel device={device} />}
    </Stack>
  );
}

function DeletePanel({ device }: { readonly device: DeviceInfo }): ReactNode {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useAction({
    call: () => deleteDevice(device.id.id),
    question: () => ({
      title: WORDS.deleteTitle,
      text: WORDS.deleteText,
      action: WORDS.delete,
      typed: device.name,
    }),
    done: WORDS.deleted,
    onDone: async () => {
      await navigate({ to: "/devices" });
      queries.removeQueries({ queryKey: ["devices", "one", device.id.id] });
    },
    stale: ["devices"],
  });
  const button = (
    <BusyButton
      color="red"
      variant="light"
      leftSection={<Trash2 />}
      isBusy={remove.isPending}
      onClick={() => remove.run()}
    >
      {WORDS.delete}
    </BusyButton>
  );
  return (
    <Panel title={WORDS.deleteTitle} text={WORDS.deletePanel} actions={button}>
      {remove.error !== null && <ProblemAlert error={remove.error} title={WORDS.deleteFailed} />}
    </Panel>
  );
}
