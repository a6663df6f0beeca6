// What the pages of customers know of one, and how they save it.
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { storedContact, type Contact } from "../../components/contact-fields.tsx";

export interface CustomerFields extends Contact {
  readonly title: string;
  readonly description: string;
}

interface SavedCustomer {
  readonly fields: CustomerFields;
  /** The customer as it was read; left out for a new one. */
  readonly present?: Schema<"Customer">;
}

/** A save replaces the whole, so that what the form does not show is sent back as it was. */
export async function saveCustomer({ fields, present }: SavedCustomer): Promise<Schema<"Customer">> {
  const { title, description, ...contact } = fields;
  const info = description === "" ? withoutDescription(present) : { ...present?.additionalInfo, description };
  const body = {
    ...(present === undefined ? {} : { id: present.id, externalId: present.externalId, version: present.version }),
    title: title.trim(),
    ...storedContact(contact),
    additionalInfo: info,
  };
  return await ask(api.POST("/api/customer", { body }));
}

function withoutDescription(present: Schema<"Customer"> | undefined): Schema<"Customer">["additionalInfo"] {
  const info = present?.additionalInfo ?? null;
  return info === null ? null : Object.fromEntries(Object.entries(info).filter(([name]) => name !== "description"));
}

export function isPublicCustomer({ additionalInfo }: Schema<"Customer">): boolean {
  return additionalInfo?.["isPublic"] === true;
}

export function descriptionOf(info: Schema<"Customer">["additionalInfo"]): string {
  const text = info?.["description"];
  return typeof text === "string" ? text : "";
}
