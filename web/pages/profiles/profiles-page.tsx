// Device profiles: what devices of one kind have in common.
import { Button, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Cpu, Layers, Pencil, Plus, Star, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { textOf, useAddress, useListState } from "../../app/list-state.ts";
import { useConfirm } from "../../components/confirm.tsx";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { Moment } from "../../components/moment.tsx";
import { pagedRows } from "../../components/paged-rows.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { RowMenu, type RowAction } from "../../components/row-menu.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { ProfileEditor } from "./profile-editor.tsx";
import { PROVISIONING, type DeviceProfile } from "./profile.ts";

const SORTABLE = ["createdTime", "name", "transportType"];

export function ProfilesPage(): ReactNode {
  const list = useListState({ sortable: SORTABLE, sort: "name" });
  const { address, change } = useAddress();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const confirm = useConfirm();
  const profiles = useQuery({
    queryKey: ["device-profiles", "list", list.query],
    queryFn: () => ask(api.GET("/api/deviceProfiles", { params: { query: list.query } })),
    placeholderData: keepPreviousData,
  });
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ["device-profiles"] });
  const tell = (error: unknown): void => {
    notifications.show({ color: "red", message: messageOf(error) });
  };
  const makeDefault = useMutation({
    mutationFn: (deviceProfileId: string) =>
      ask(api.POST("/api/deviceProfile/{deviceProfileId}/default", { params: { path: { deviceProfileId } } })),
    onSuccess: refresh,
    onError: tell,
  });
  const remove = useMutation({
    mutationFn: (deviceProfileId: string) =>
      ask(api.DELETE("/api/deviceProfile/{deviceProfileId}", { params: { path: { deviceProfileId } } })),
    onSuccess: refresh,
    onError: tell,
  });
  const askAndDelete = async ({ id, name }: DeviceProfile): Promise<void> => {
    const text = (
      <>
        <strong className="foreign">{name}</strong> is deleted. A profile that devices have is refused: give them
        another one first. This cannot be undone.
      </>
    );
    if (await confirm({ title: "Delete this profile?", text, action: "Delete profile" })) remove.mutate(id.id);
  };
  const edit = (id: string): void => change({ edit: id });
  const actionsOf = (profile: DeviceProfile): readonly RowAction[] => [
    {
      label: "Edit",
      icon: Pencil,
      onChosen: () => edit(profile.id.id),
    },
    {
      label: "Devices of this profile",
      icon: Cpu,
      onChosen: () => void navigate({ to: "/devices", search: { profile: profile.id.id } }),
    },
    ...(profile.default
      ? []
      : [
          {
            label: "Make default",
            icon: Star,
            onChosen: () => makeDefault.mutate(profile.id.id),
          },
          { label: "Delete profile", icon: Trash2, isDangerous: true, onChosen: () => void askAndDelete(profile) },
        ]),
  ];
  const columns: readonly Column<DeviceProfile>[] = [
    {
      id: "name",
      label: "Profile",
      sortBy: "name",
      cell: ({ id, name, description, default: isDefault }) => (
        <Stack gap={0}>
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
        </Stack>
      ),
    },
    { id: "transport", label: "Transport", sortBy: "transportType", isMinor: true, cell: transportOf },
    { id: "provisioning", label: "Provisioning", isMinor: true, cell: provisioningOf },
    {
      id: "created",
      label: "Created",
      sortBy: "createdTime",
      isMinor: true,
      cell: ({ createdTime }) => <Moment ts={createdTime} />,
    },
    {
      id: "actions",
      label: "Actions",
      isLabelHidden: true,
      width: 56,
      align: "right",
      cell: (profile) => <RowMenu label={profile.name} actions={actionsOf(profile)} />,
    },
  ];
  const open = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => change({ new: 1 })}>
      New profile
    </Button>
  );
  const edited = textOf(address, "edit");
  return (
    <>
      <PageHeader
        title="Device profiles"
        description="Every device has a profile, which says what kind it is. One that a gateway or a program names and nobody has created yet is created by itself."
        actions={open}
      />
      <Stack gap="md">
        <SearchBox label="Search by name" text={list.text} onText={list.onText} />
        <DataTable
          label="device profiles"
          columns={columns}
          {...pagedRows(profiles)}
          rowId={({ id }) => id.id}
          state={list.table}
          onState={list.onTable}
          empty={<EmptyState icon={Layers} title="No profile has this in its name" />}
        />
        <Text size="sm" c="dimmed">
          How long a device may be silent before it counts as inactive is a setting of the platform; a device has its
          own where its server attribute <code>inactivityTimeout</code> says so, in milliseconds.
        </Text>
      </Stack>
      {(textOf(address, "new") !== "" || edited !== "") && (
        <ProfileEditor id={edited === "" ? null : edited} onClose={() => change({ new: undefined, edit: undefined })} />
      )}
    </>
  );
}

function transportOf({ transportType }: DeviceProfile): ReactNode {
  return transportType === "DEFAULT" ? "Default" : transportType;
}

function provisioningOf({ provisionType }: DeviceProfile): ReactNode {
  return PROVISIONING.find(({ value }) => value === provisionType)?.label ?? provisionType;
}
