// A customer as shown and saved by its pages.
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { storedContact, type Contact } from "../../components/contact-fields.tsx";

export type Customer = Schema<"Customer">;

export interface CustomerFields extends Contact {
  readonly title: string;
  readonly description: string;
}

/**
 * A save replaces the whole customer, so members that the form does not show are sent back unchanged. `present` is
 * undefined for a new one.
 */
export async function saveCustomer(fields: CustomerFields, present: Customer | undefined): Promise<Customer> {
  const { title, description, ...contact } = fields;
  const { description: _old, ...others } = present?.additionalInfo ?? {};
  const isBare = description === "" && (present?.additionalInfo ?? null) === null;
  const body = {
    ...(present === undefined ? {} : { id: present.id, externalId: present.externalId, version: present.version }),
    title: title.trim(),
    ...storedContact(contact),
    additionalInfo: isBare ? null : { ...others, ...(description === "" ? {} : { description }) },
  };
  return await ask(api.POST("/api/customer", { body }));
}

export function isPublicCustomer({ additionalInfo }: Customer): boolean {
  return additionalInfo?.["isPublic"] === true;
}

export function descriptionOf(info: Customer["additionalInfo"]): string {
  const text = info?.["description"];
  return typeof text === "string" ? text : "";
}
