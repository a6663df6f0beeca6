// The form of a new or existing tenant, with the profiles to choose from.
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import { contactOf, ContactFields } from "../../components/contact-fields.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/form.tsx";
import { words } from "../../words/words.ts";
import { saveTenant, type Tenant, type TenantFields } from "./tenant.ts";

interface TenantDialogProps {
  /** Omitted for a new one. */
  readonly tenant?: Tenant;
  readonly onSaved: (id: string) => unknown;
  readonly onClose: () => void;
}

const WORDS = words.tenants;
const PROFILES_MAX = 1000;

export function TenantDialog({ tenant, onSaved, onClose }: TenantDialogProps): ReactNode {
  const query = { page: 0, pageSize: PROFILES_MAX, sortProperty: "name" } as const;
  const profiles = useQuery({
    queryKey: ["tenant-profiles", "choices"],
    queryFn: read("/api/tenantProfileInfos", { query }),
  });
  const fields = useFields<TenantFields>({
    title: tenant?.title ?? "",
    profileId: tenant?.tenantProfileId.id ?? null,
    ...contactOf(tenant),
  });
  const save = useAction({
    call: () => saveTenant(fields.values, tenant),
    stale: ["tenants"],
    onDone: ({ id }) => onSaved(id.id),
  });
  return (
    <FormDialog
      title={tenant === undefined ? WORDS.new : WORDS.edit}
      action={tenant === undefined ? WORDS.create : WORDS.save}
      size="lg"
      work={save}
      onSubmit={save.run}
      onClose={onClose}
    >
      <TextField {...fields.text("title")} label={words.components.common.name} required data-autofocus />
      <Select
        label={words.components.common.profile}
        description={WORDS.profileHelp}
        placeholder={WORDS.profileDefault}
        searchable
        clearable={tenant === undefined}
        data={(profiles.data?.data ?? []).map(({ id, name }) => ({ value: id.id, label: name }))}
        value={fields.values.profileId}
        error={profiles.isError ? WORDS.profilesNotLoaded : undefined}
        onChange={(value) => fields.set("profileId", value)}
      />
      <ContactFields fields={fields} />
    </FormDialog>
  );
}
