// Where tenants and customers are reached: the same members in the bodies of both. Source: REST contract 5 and 6.
import { parseContactDetails, type ContactDetails, type SentContactDetails } from "../../core/contact-details.ts";
import { TextOrNull } from "./nullable.ts";
import { SentText } from "./sent-members.ts";

export const CONTACT = {
  country: TextOrNull,
  state: TextOrNull,
  city: TextOrNull,
  address: TextOrNull,
  address2: TextOrNull,
  zip: TextOrNull,
  phone: TextOrNull,
  email: TextOrNull,
} as const;

export const SENT_CONTACT = {
  country: SentText,
  state: SentText,
  city: SentText,
  address: SentText,
  address2: SentText,
  zip: SentText,
  phone: SentText,
  email: SentText,
} as const;

/** As examples show it. */
export const NO_CONTACT = parseContactDetails({});

export function showContact({
  country,
  state,
  city,
  address,
  address2,
  zip,
  phone,
  email,
}: ContactDetails): ContactDetails {
  return { country, state, city, address, address2, zip, phone, email };
}

/** The contact details of a body, and nothing else of it. */
export function sentContact(sent: SentContactDetails): SentContactDetails {
  const { country, state, city, address, address2, zip, phone, email } = sent;
  return { country, state, city, address, address2, zip, phone, email };
}
