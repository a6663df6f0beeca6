// Contact details of a tenant or a customer: form fields, and the same for reading.
import { Fieldset, SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import { Facts } from "./facts.tsx";
import { TextField } from "./form-fields.tsx";
import { orNull, type Fields } from "./form.tsx";

const FIELDS = [
  ["email", "Email"],
  ["phone", "Phone"],
  ["address", "Address"],
  ["address2", "Address, second line"],
  ["zip", "Postal code"],
  ["city", "City"],
  ["state", "State or province"],
  ["country", "Country"],
] as const;
type ContactName = (typeof FIELDS)[number][0];

export type Contact = Readonly<Record<ContactName, string>>;
type StoredContact = Readonly<Record<ContactName, string | null>>;

/** The contact for a form; empty without one. */
export function contactOf(stored: StoredContact | undefined): Contact {
  const text = (name: ContactName): string => stored?.[name] ?? "";
  return mapped(text);
}

/** The contact as stored on the platform. */
export function storedContact(contact: Contact): StoredContact {
  return mapped((name) => orNull(contact[name]));
}

function mapped<Value>(valueOf: (name: ContactName) => Value): Readonly<Record<ContactName, Value>> {
  return {
    email: valueOf("email"),
    phone: valueOf("phone"),
    address: valueOf("address"),
    address2: valueOf("address2"),
    zip: valueOf("zip"),
    city: valueOf("city"),
    state: valueOf("state"),
    country: valueOf("country"),
  };
}

export function ContactFields({ fields }: { readonly fields: Pick<Fields<Contact>, "text"> }): ReactNode {
  return (
    <Fieldset legend="Contact">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {FIELDS.map(([name, label]) => (
          <TextField key={name} {...fields.text(name)} label={label} type={name === "email" ? "email" : "text"} />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

export function ContactFacts({ contact }: { readonly contact: StoredContact }): ReactNode {
  return (
    <Facts
      facts={FIELDS.map(([name, label]) => ({
        label,
        value: contact[name] === null ? null : <span className="foreign">{contact[name]}</span>,
      }))}
    />
  );
}
