// How a tenant or a customer is reached: the fields of their forms, and the same to read.
import { Fieldset, SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import { Facts } from "./facts.tsx";
import { TextField } from "./form-fields.tsx";
import { orNull, type Fields } from "./use-fields.ts";

const NAMES = ["email", "phone", "address", "address2", "zip", "city", "state", "country"] as const;
type ContactName = (typeof NAMES)[number];

export type Contact = Readonly<Record<ContactName, string>>;
type StoredContact = Readonly<Record<ContactName, string | null>>;

const LABELS: Readonly<Record<ContactName, string>> = {
  email: "Email",
  phone: "Phone",
  address: "Address",
  address2: "Address, second line",
  zip: "Postal code",
  city: "City",
  state: "State or province",
  country: "Country",
};
const CHARS_MAX = 255;

export const NO_CONTACT: Contact = {
  email: "",
  phone: "",
  address: "",
  address2: "",
  zip: "",
  city: "",
  state: "",
  country: "",
};

/** As a form edits it. */
export function contactOf(stored: StoredContact): Contact {
  return {
    email: stored.email ?? "",
    phone: stored.phone ?? "",
    address: stored.address ?? "",
    address2: stored.address2 ?? "",
    zip: stored.zip ?? "",
    city: stored.city ?? "",
    state: stored.state ?? "",
    country: stored.country ?? "",
  };
}

/** As the platform keeps it. */
export function storedContact(contact: Contact): StoredContact {
  return {
    email: orNull(contact.email),
    phone: orNull(contact.phone),
    address: orNull(contact.address),
    address2: orNull(contact.address2),
    zip: orNull(contact.zip),
    city: orNull(contact.city),
    state: orNull(contact.state),
    country: orNull(contact.country),
  };
}

export function ContactFields({ values, set }: Pick<Fields<Contact>, "values" | "set">): ReactNode {
  return (
    <Fieldset legend="Contact">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {NAMES.map((name) => (
          <TextField
            key={name}
            field={name}
            label={LABELS[name]}
            type={name === "email" ? "email" : "text"}
            maxLength={CHARS_MAX}
            value={values[name]}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

export function ContactFacts({ contact }: { readonly contact: StoredContact }): ReactNode {
  return (
    <Facts
      facts={NAMES.map((name) => ({
        label: LABELS[name],
        value: contact[name] === null ? null : <span className="foreign">{contact[name]}</span>,
      }))}
    />
  );
}
