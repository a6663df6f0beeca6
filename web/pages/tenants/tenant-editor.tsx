// The form of a tenant, new or present, with the profiles that it may have.
import { Select } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { ContactFields, contactOf, NO_CONTACT } from "../../components/contact-fields.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/form-fields.tsx";
import { useFields } from "../../components/use-fields.ts";
import { saveTenant, type TenantFields } from "./tenant.ts";

interface TenantEditorProps {
  /** Left out for a new one. */
  readonly tenant?: Schema<"TenantInfo">;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

const PROFILES_MAX = 1000;

export function TenantEditor({ tenant, onSaved, onClose }: TenantEditorProps): ReactNode {
  const queries = useQueryClient();
  const profiles = useQuery({
    queryKey: ["tenant-profiles", "choices"],
    queryFn: () =>
      ask(
        api.GET("/api/tenantProfileInfos", {
          params: { query: { page: 0, pageSize: PROFILES_MAX, sortProperty: "name" } },
        }),
      ),
  });
  const { values, set } = useFields<TenantFields>({
    title: tenant?.title ?? "",
    profileId: tenant?.tenantProfileId.id ?? null,
    ...(tenant === undefined ? NO_CONTACT : contactOf(tenant)),
  });
  const save = useMutation({
    mutationFn: () => saveTenant(values, tenant),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ["tenants"] });
      onSaved(id.id);
    },
  });
  return (
    <FormDialog
      title={tenant === undefined ? "New tenant" : "Edit tenant"}
      action={tenant === undefined ? "Create tenant" : "Save tenant"}
      size="lg"
      isBusy={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => save.mutate()}
    >
      <TextField
        field="title"
        label="Title"
        required
        maxLength={255}
        data-autofocus
        value={values.title}
        onChange={(event) => set("title", event.currentTarget.value)}
      />
      <Select
        label="Profile"
        description="The limits that hold for the tenant."
        placeholder="The default one"
        searchable
        clearable={tenant === undefined}
        data={(profiles.data?.data ?? []).map(({ id, name }) => ({ value: id.id, label: name }))}
        value={values.profileId}
        error={profiles.isError ? "The profiles could not be read." : undefined}
        onChange={(value) => set("profileId", value)}
      />
      <ContactFields values={values} set={set} />
    </FormDialog>
  );
}
