// Device profiles: what devices of one kind have in common.
import { Group, Text, UnstyledButton } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { Cpu, Layers, Pencil, Star, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask, read } from "../../api/client.ts";
import { EntityListPage } from "../../app/entity-list.tsx";
import { choiceOf, textOf, useAddress } from "../../app/list-state.ts";
import { useAction } from "../../app/use-action.ts";
import { CREATED } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { Marked } from "../../components/marked.tsx";
import type { RowAction } from "../../components/row-menu.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { words } from "../../words/words.ts";
import { PARTS, ProfileDialog, ProfileForm } from "./profile-dialog.tsx";
import { PROVISIONING, type DeviceProfile } from "./profile.ts";

const WORDS = words.profiles;
const COMMON = words.components.common;

export function ProfilesPage(): ReactNode {
  const { address, change } = useAddress();
  const navigate = useNavigate();
  const makeDefault = useAction({
    call: (deviceProfileId: string) =>
      ask(api.POST("/api/deviceProfile/{deviceProfileId}/default", { params: { path: { deviceProfileId } } })),
    failed: WORDS.defaultNotChanged,
    stale: ["device-profiles"],
  });
  const remove = useAction({
    call: ({ id }: DeviceProfile) =>
      ask(api.DELETE("/api/deviceProfile/{deviceProfileId}", { params: { path: { deviceProfileId: id.id } } })),
    question: ({ name }) => ({
      title: WORDS.deleteTitle,
      text: <Marked text={WORDS.deleteText} as={() => <strong className="foreign">{name}</strong>} />,
      action: WORDS.delete,
    }),
    failed: WORDS.notDeleted,
    stale: ["device-profiles"],
  });
  const edit = (id: string): void => change({ edit: id });
  const actionsOf = (profile: DeviceProfile): readonly RowAction[] => [
    { label: COMMON.edit, icon: Pencil, onChosen: () => edit(profile.id.id) },
    {
      label: WORDS.devicesOf,
      icon: Cpu,
      onChosen: () => void navigate({ to: "/devices", search: { profile: profile.id.id } }),
    },
    ...(profile.default
      ? []
      : [
          { label: WORDS.makeDefault, icon: Star, onChosen: () => makeDefault.run(profile.id.id) },
          { label: WORDS.delete, icon: Trash2, isDangerous: true, onChosen: () => remove.run(profile) },
        ]),
  ];
  const columns: readonly Column<DeviceProfile, "name" | "transportType" | "createdTime">[] = [
    {
      id: "name",
      label: COMMON.profile,
      sortBy: "name",
      cell: ({ id, name, description, default: isDefault }) => (
        <>
          <Group gap="xs">
            <UnstyledButton
              className="foreign"
              c="var(--mantine-color-anchor)"
              fz="sm"
              fw={500}
              onClick={() => edit(id.id)}
            >
              {name}
            </UnstyledButton>
            {isDefault && <StatusBadge tone="accent" label={WORDS.default} />}
          </Group>
          {description !== null && (
            <Text size="xs" c="dimmed" component="div">
              <Foreign text={description} label={COMMON.description} />
            </Text>
          )}
        </>
      ),
    },
    {
      id: "transport",
      label: WORDS.transport,
      sortBy: "transportType",
      isMinor: true,
      cell: ({ transportType }) => (transportType === "DEFAULT" ? WORDS.transportDefault : transportType),
    },
    {
      id: "provisioning",
      label: WORDS.provisioning,
      under: { column: "name", isLabelled: true },
      cell: ({ provisionType }) => PROVISIONING.find(({ value }) => value === provisionType)?.label ?? provisionType,
    },
    CREATED,
  ];
  const edited = textOf(address, "edit");
  return (
    <EntityListPage
      title={WORDS.title}
      description={WORDS.about}
      noun="device profile"
      icon={Layers}
      columns={columns}
      nameOf={({ name }) => name}
      sort="name"
      search={WORDS.searchByName}
      read={(query) => ({
        queryKey: ["device-profiles", "list", query],
        queryFn: read("/api/deviceProfiles", { query }),
      })}
      actionsOf={actionsOf}
      create={{ label: WORDS.newShort, dialog: (close) => <ProfileForm onClose={close} /> }}
      empty={{ title: WORDS.empty }}
    >
      <Text c="dimmed">
        <Marked text={WORDS.inactivity} as={(name) => <code>{name}</code>} />
      </Text>
      {edited !== "" && (
        <ProfileDialog
          id={edited}
          part={choiceOf(address, "part", PARTS)}
          onClose={() => change({ edit: undefined, part: undefined })}
        />
      )}
    </EntityListPage>
  );
}
