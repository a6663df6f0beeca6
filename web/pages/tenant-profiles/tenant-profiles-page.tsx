// Tenant profiles: sets of limits that tenants share.
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Layers, Pencil, Plus, Star, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { pageIn } from "../../api/schemas.ts";
import { textOf, useAddress, useListState } from "../../app/list-state.ts";
import { useConfirm } from "../../components/confirm.tsx";
import { DataTable, type Column } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextAreaField, TextField } from "../../components/form-fields.tsx";
import { Moment } from "../../components/moment.tsx";
import { pagedRows } from "../../components/paged-rows.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { RowMenu, type RowAction } from "../../components/row-menu.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useFields } from "../../components/use-fields.ts";
import { createTenantProfile, type TenantProfile } from "./tenant-profile.ts";

const SORTABLE = ["createdTime", "name"];

export function TenantProfilesPage(): ReactNode {
  const list = useListState({ sortable: SORTABLE, sort: "name" });
  const { address, change } = useAddress();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const confirm = useConfirm();
  const profiles = useQuery({
    queryKey: ["tenant-profiles", "list", list.query],
    queryFn: async () => {
      const answer = await ask(api.GET("/api/tenantProfiles", { params: { query: list.query } }));
      return pageIn(answer);
    },
    placeholderData: keepPreviousData,
  });
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ["tenant-profiles"] });
  const tell = (error: unknown): void => {
    notifications.show({ color: "red", message: messageOf(error) });
  };
  const makeDefault = useMutation({
    mutationFn: (id: string) => ask(api.POST("/api/tenantProfile/{id}/default", { params: { path: { id } } })),
    onSuccess: refresh,
    onError: tell,
  });
  const remove = useMutation({
    mutationFn: (id: string) => ask(api.DELETE("/api/tenantProfile/{id}", { params: { path: { id } } })),
    onSuccess: refresh,
    onError: tell,
  });
  const askAndDelete = async ({ id, name }: TenantProfile): Promise<void> => {
    const text = (
      <>
        <strong className="foreign">{name}</strong> is deleted. A profile that tenants have is refused: give them
        another one first. This cannot be undone.
      </>
    );
    if (await confirm({ title: "Delete this profile?", text, action: "Delete profile" })) remove.mutate(id.id);
  };
  const open = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => change({ new: 1 })}>
      New tenant profile
    </Button>
  );
  const pathOf = ({ id }: TenantProfile): string => `/tenant-profiles/${id.id}`;
  const actionsOf = (profile: TenantProfile): readonly RowAction[] => [
    { label: "Edit limits", icon: Pencil, onChosen: () => void navigate({ to: pathOf(profile) }) },
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
  const columns: readonly Column<TenantProfile>[] = [
    {
      id: "name",
      label: "Profile",
      sortBy: "name",
      cell: (profile) => (
        <Stack gap={0}>
          <Group gap="xs">
            <Anchor component={Link} to={pathOf(profile)} size="sm" fw={500} className="foreign">
              {profile.name}
            </Anchor>
            {profile.default && <StatusBadge tone="accent" label="Default" />}
          </Group>
          {profile.description !== null && (
            <Text size="xs" c="dimmed" component="div">
              <Foreign text={profile.description} label="Description" />
            </Text>
          )}
        </Stack>
      ),
    },
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
  return (
    <>
      <PageHeader
        title="Tenant profiles"
        description="A profile holds the limits of the tenants that have it. The default one is for tenants that name none."
        actions={open}
      />
      <Stack gap="md">
        <SearchBox label="Search by name" text={list.text} onText={list.onText} />
        <DataTable
          label="tenant profiles"
          columns={columns}
          {...pagedRows(profiles)}
          rowId={({ id }) => id.id}
          state={list.table}
          onState={list.onTable}
          empty={<EmptyState icon={Layers} title="No profile has this in its name" />}
        />
      </Stack>
      {textOf(address, "new") !== "" && <NewProfile onClose={() => change({ new: undefined })} />}
    </>
  );
}

function NewProfile({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { values, set } = useFields({ name: "", description: "" });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: () => createTenantProfile(values.name, values.description),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ["tenant-profiles"] });
      await navigate({ to: `/tenant-profiles/${id.id}`, replace: true });
    },
  });
  return (
    <FormDialog
      title="New tenant profile"
      action="Create profile"
      isBusy={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={() => create.mutate()}
    >
      <TextField
        field="name"
        label="Name"
        required
        maxLength={255}
        data-autofocus
        value={values.name}
        onChange={(event) => set("name", event.currentTarget.value)}
      />
      <TextAreaField
        field="description"
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={255}
        value={values.description}
        onChange={(event) => set("description", event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        It begins without limits; you set them next.
      </Text>
    </FormDialog>
  );
}
