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
import { Marked } from "../../components/marked.tsx";
import { NameLink } from "../../components/name-link.tsx";
import type { RowAction } from "../../components/row-menu.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { words } from "../../words/words.ts";
import { createTenantProfile, type TenantProfile } from "./tenant-profile.ts";

const WORDS = words.tenantProfiles;
const COMMON = words.components.common;
const COLUMNS: readonly Column<TenantProfile, "name" | "createdTime">[] = [
  {
    id: "name",
    label: COMMON.profile,
    sortBy: "name",
    cell: (profile) => (
      <NameLink
        to={pathOf(profile)}
        name={profile.name}
        detail={profile.description}
        badge={profile.default && <StatusBadge tone="accent" label={WORDS.default} />}
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
    failed: WORDS.defaultNotChanged,
    stale: ["tenant-profiles"],
  });
  const remove = useAction({
    call: ({ id }: TenantProfile) =>
      ask(api.DELETE("/api/tenantProfile/{tenantProfileId}", { params: { path: { tenantProfileId: id.id } } })),
    question: ({ name }) => ({
      title: WORDS.deleteTitle,
      text: <Marked text={WORDS.deleteText} as={() => <strong className="foreign">{name}</strong>} />,
      action: WORDS.delete,
    }),
    failed: WORDS.notDeleted,
    stale: ["tenant-profiles"],
  });
  const actionsOf = (profile: TenantProfile): readonly RowAction[] => [
    { label: WORDS.editLimits, icon: Pencil, onChosen: () => void navigate({ to: pathOf(profile) }) },
    ...(profile.default
      ? []
      : [
          { label: WORDS.makeDefault, icon: Star, onChosen: () => makeDefault.run(profile.id.id) },
          { label: WORDS.delete, icon: Trash2, isDangerous: true, onChosen: () => remove.run(profile) },
        ]),
  ];
  return (
    <EntityListPage
      title={WORDS.title}
      description={WORDS.about}
      noun="tenant profile"
      icon={Layers}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      sort="name"
      search={WORDS.searchByName}
      read={(query) => ({
        queryKey: ["tenant-profiles", "list", query],
        queryFn: async () => pageIn(await ask(api.GET("/api/tenantProfiles", { params: { query } }))),
      })}
      actionsOf={actionsOf}
      create={{ label: WORDS.new, dialog: (close) => <NewProfile onClose={close} /> }}
      empty={{ title: WORDS.empty }}
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
    <FormDialog title={WORDS.new} action={WORDS.create} work={create} onSubmit={create.run} onClose={onClose}>
      <TextField {...fields.text("name")} label={COMMON.name} required data-autofocus />
      <TextAreaField {...fields.text("description")} label={COMMON.description} maxLength={255} />
      <Text c="dimmed">{WORDS.newText}</Text>
    </FormDialog>
  );
}

function pathOf({ id }: TenantProfile): string {
  return `/tenant-profiles/${id.id}`;
}
