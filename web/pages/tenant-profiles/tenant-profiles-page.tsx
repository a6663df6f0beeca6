// Tenant profiles: sets of limits that tenants share.
import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { Layers, Pencil, Star, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { pageIn } from "../../api/schemas.ts";
import { EntityListPage } from "../../app/entity-list.tsx";
import { useAction } from "../../app/use-action.ts";
import { CREATED } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextAreaField, TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import { NameLink } from "../../components/name-link.tsx";
import type { RowAction } from "../../components/row-menu.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { createTenantProfile, type TenantProfile } from "./tenant-profile.ts";

const COLUMNS: readonly Column<TenantProfile, "name" | "createdTime">[] = [
  {
    id: "name",
    label: "Profile",
    sortBy: "name",
    cell: (profile) => (
      <NameLink
        to={pathOf(profile)}
        name={profile.name}
        detail={profile.description}
        badge={profile.default && <StatusBadge tone="accent" label="Default" />}
      />
    ),
  },
  CREATED,
];

export function TenantProfilesPage(): ReactNode {
  const navigate = useNavigate();
  const makeDefault = useAction({
    call: (tenantProfileId: string) =>
      ask(api.POST("/api/tenantProfile/{tenantProfileId}/default", { params: { path: { tenantProfileId } } })),
    failed: "The default profile was not changed",
    stale: ["tenant-profiles"],
  });
  const remove = useAction({
    call: ({ id }: TenantProfile) =>
      ask(api.DELETE("/api/tenantProfile/{tenantProfileId}", { params: { path: { tenantProfileId: id.id } } })),
    question: ({ name }) => ({
      title: "Delete this profile?",
      text: (
        <>
          <strong className="foreign">{name}</strong> is deleted, unless tenants have it: assign another profile to them
          first. This cannot be undone.
        </>
      ),
      action: "Delete profile",
    }),
    failed: "The profile was not deleted",
    stale: ["tenant-profiles"],
  });
  const actionsOf = (profile: TenantProfile): readonly RowAction[] => [
    { label: "Edit limits", icon: Pencil, onChosen: () => void navigate({ to: pathOf(profile) }) },
    ...(profile.default
      ? []
      : [
          { label: "Make default", icon: Star, onChosen: () => makeDefault.run(profile.id.id) },
          { label: "Delete profile", icon: Trash2, isDangerous: true, onChosen: () => remove.run(profile) },
        ]),
  ];
  return (
    <EntityListPage
      title="Tenant profiles"
      description="A profile holds the limits of its tenants. Tenants without their own profile use the default one."
      noun="tenant profile"
      icon={Layers}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      sort="name"
      search="Search by name"
      read={(query) => ({
        queryKey: ["tenant-profiles", "list", query],
        queryFn: async () => pageIn(await ask(api.GET("/api/tenantProfiles", { params: { query } }))),
      })}
      actionsOf={actionsOf}
      create={{ label: "New tenant profile", dialog: (close) => <NewProfile onClose={close} /> }}
      empty={{ title: "No tenant profiles yet" }}
    />
  );
}

function NewProfile({ onClose }: { readonly onClose: () => void }): ReactNode {
  const fields = useFields({ name: "", description: "" });
  const navigate = useNavigate();
  const create = useAction({
    call: () => createTenantProfile(fields.values.name, fields.values.description),
    stale: ["tenant-profiles"],
    onDone: (profile) => navigate({ to: pathOf(profile), replace: true }),
  });
  return (
    <FormDialog
      title="New tenant profile"
      action="Create profile"
      work={create}
      onSubmit={create.run}
      onClose={onClose}
    >
      <TextField {...fields.text("name")} label="Name" required data-autofocus />
      <TextAreaField {...fields.text("description")} label="Description" maxLength={255} />
      <Text c="dimmed">It starts without limits; you set them next.</Text>
    </FormDialog>
  );
}

function pathOf({ id }: TenantProfile): string {
  return `/tenant-profiles/${id.id}`;
}
