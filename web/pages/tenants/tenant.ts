// A tenant as its form edits it, and how it is saved.
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { storedContact, type Contact } from "../../components/contact-fields.tsx";

export interface TenantFields extends Contact {
  readonly title: string;
  /** Null takes the default profile. */
  readonly profileId: string | null;
}

/** A save replaces the whole, so that what the form does not show is sent back as it was. */
export async function saveTenant(
  { title, profileId, ...contact }: TenantFields,
  present: Schema<"TenantInfo"> | undefined,
): Promise<Schema<"Tenant">> {
  const body = {
    ...(present === undefined ? {} : { id: present.id, version: present.version }),
    title: title.trim(),
    ...(profileId === null ? {} : { tenantProfileId: { entityType: "TENANT_PROFILE", id: profileId } }),
    ...storedContact(contact),
    additionalInfo: present?.additionalInfo ?? null,
  };
  return await ask(api.POST("/api/tenant", { body }));
}
