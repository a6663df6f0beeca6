// The postal and telephone details of tenants and customers; see the REST contract.
import { parseText, parseEmail } from "./entity-text.ts";

/** The sort properties of tenants and customers. */
export const TITLED_SORTS = [
  "createdTime",
  "title",
  "email",
  "country",
  "state",
  "city",
  "address",
  "address2",
  "zip",
  "phone",
] as const;
export type TitledSort = (typeof TITLED_SORTS)[number];

export interface ContactDetails {
  readonly country: string | null;
  readonly state: string | null;
  readonly city: string | null;
  readonly address: string | null;
  readonly address2: string | null;
  readonly zip: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

/** The details as sent by a client; each may be missing. */
export type SentContactDetails = { readonly [Field in keyof ContactDetails]?: ContactDetails[Field] | undefined };

/** Throws `invalid` for a field that is too long, and for an email that does not look like one. */
export function parseContactDetails(sent: SentContactDetails): ContactDetails {
  const email = sent.email ?? "";
  return {
    country: parseText(sent.country, "country"),
    state: parseText(sent.state, "state"),
    city: parseText(sent.city, "city"),
    address: parseText(sent.address, "address"),
    address2: parseText(sent.address2, "address2"),
    zip: parseText(sent.zip, "zip"),
    phone: parseText(sent.phone, "phone"),
    email: email === "" ? null : parseEmail(email, "case-sensitive"),
  };
}
