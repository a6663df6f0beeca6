// Device profiles: what devices of one kind have in common.
import { Group, Text, UnstyledButton } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { Cpu, Layers, Pencil, Star, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask, read } from "../../api/client.ts";
import { EntityListPage } from "../../app/entity-list.tsx";
import { textOf, useAddress } from "../../app/list-state.ts";
import { useAction } from "../../app/use-action.ts";
import { CREATED } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Foreign } from "../../components/foreign.tsx";
import type { RowAction } from "../../components/row-menu.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { ProfileDialog, ProfileForm } from "./profile-dialog.tsx";
import { PROVISIONING, type DeviceProfile } from "./profile.ts";

export function ProfilesPage(): ReactNode {
  const { address, change } = useAddress();
  const navigate = useNavigate();
  const makeDefault = useAction({
    call: (deviceProfileId: string) =>
      ask(api.POST("/api/deviceProfile/{deviceProfileId}/default", { params: { path: { deviceProfileId } } })),
    failed: "The default profile was not changed",
    stale: ["device-profiles"],
  });
  const remove = useAction({
    call: ({ id }: DeviceProfile) =>
      ask(api.DELETE("/api/deviceProfile/{deviceProfileId}", { params: { path: { deviceProfileId: id.id } } })),
    question: ({ name }) => ({
      title: "Delete this profile?",
      text: (
        <>
          <strong className="foreign">{name}</strong> is deleted, unless devices have it: assign another profile to them
          first. This cannot be undone.
        </>
      ),
      action: "Delete profile",
    }),
    failed: "The profile was not deleted",
    stale: ["device-profiles"],
  });
  const edit = (id: string): void => change({ edit: id });
  const actionsOf = (profile: DeviceProfile): readonly RowAction[] => [
    { label: "Edit", icon: Pencil, onChosen: () => edit(profile.id.id) },
    {
      label: "Devices of this profile",
      icon: Cpu,
      onChosen: () => void navigate({ to: "/devices", search: { profile: profile.id.id } }),
    },
    ...(profile.default
      ? []
      : [
          { label: "Make default", icon: Star, onChosen: () => makeDefault.run(profile.id.id) },
          { label: "Delete profile", icon: Trash2, isDangerous: true, onChosen: () => remove.run(profile) },
        ]),
  ];
  const columns: readonly Column<DeviceProfile, "name" | "transportType" | "createdTime">[] = [
    {
      id: "name",
      label: "Profile",
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
            {isDefault && <StatusBadge tone="accent" label="Default" />}
          </Group>
          {description !== null && (
            <Text size="xs" c="dimmed" component="div">
              <Foreign text={description} label="Description" />
            </Text>
          )}
        </>
      ),
    },
    {
      id: "transport",
      label: "Transport",
      sortBy: "transportType",
      isMinor: true,
      cell: ({ transportType }) => (transportType === "DEFAULT" ? "Default" : transportType),
    },
    {
      id: "provisioning",
      label: "Provisioning",
      isMinor: true,
      cell: ({ provisionType }) => PROVISIONING.find(({ value }) => value === provisionType)?.label ?? provisionType,
    },
    CREATED,
  ];
  const edited = textOf(address, "edit");
  return (
    <EntityListPage
      title="Device profiles"
      description="Every device has a profile, which says what kind it is. A profile that a gateway or a program names is created if it does not exist."
      noun="device profile"
      icon={Layers}
      columns={columns}
      nameOf={({ name }) => name}
      sort="name"
      search="Search by name"
      read={(query) => ({
        queryKey: ["device-profiles", "list", query],
        queryFn: read("/api/deviceProfiles", { query }),
      })}
      actionsOf={actionsOf}
      create={{ label: "New profile", dialog: (close) => <ProfileForm onClose={close} /> }}
      empty={{ title: "No device profiles yet" }}
    >
      <Text c="dimmed">
        A platform setting defines how long a device can be silent before it counts as inactive. To set this for one
        device, use its server attribute <code>inactivityTimeout</code>, in milliseconds.
      </Text>
      {edited !== "" && <ProfileDialog id={edited} onClose={() => change({ edit: undefined })} />}
    </EntityListPage>
  );
}
