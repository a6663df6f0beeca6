// Contact details of a tenant or a customer: form fields, and the same for reading.
import { Fieldset, SimpleGrid } from "@mantine/core";
import type { ReactNode } from "react";
import { Facts } from "./facts.tsx";
import { TextField } from "./form-fields.tsx";
import { orNull, type Fields } from "./form.tsx";
import { words } from "../words/words.ts";

const NAMES = ["email", "phone", "address", "address2", "zip", "city", "state", "country"] as const;
const LABELS = words.components.contact.labels;
type ContactName = (typeof NAMES)[number];

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
    <Fieldset legend={words.components.contact.contact}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {NAMES.map((name) => (
          <TextField
            key={name}
            {...fields.text(name)}
            label={LABELS[name]}
            type={name === "email" ? "email" : "text"}
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
