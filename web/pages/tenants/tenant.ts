// A tenant in its form, and how it is saved.
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { storedContact, type Contact } from "../../components/contact-fields.tsx";

export type Tenant = Schema<"TenantInfo">;

export interface TenantFields extends Contact {
  readonly title: string;
  /** Null selects the default profile. */
  readonly profileId: string | null;
}

/**
 * A save replaces the whole tenant, so members that the form does not show are sent back unchanged. `present` is
 * undefined for a new one.
 */
export async function saveTenant(fields: TenantFields, present: Tenant | undefined): Promise<Schema<"Tenant">> {
  const { title, profileId, ...contact } = fields;
  const body = {
    ...(present === undefined ? {} : { id: present.id, version: present.version }),
    title: title.trim(),
    ...(profileId === null ? {} : { tenantProfileId: { entityType: "TENANT_PROFILE" as const, id: profileId } }),
    ...storedContact(contact),
    additionalInfo: present?.additionalInfo ?? null,
  };
  return await ask(api.POST("/api/tenant", { body }));
}
