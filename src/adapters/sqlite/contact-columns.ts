// The contact details of tenants and customers as columns, and the JSON columns that entities share.
import type { ContactDetails } from "../../core/contact-details.ts";
import type { JsonObject } from "../../core/devices/device.ts";
import { DomainError } from "../../core/errors.ts";
import { parseExactly, writeJson } from "../../lib/json.ts";

export function contactColumns(details: ContactDetails): ContactDetails {
  const { country, state, city, address, address2, zip, phone, email } = details;
  return { country, state, city, address, address2, zip, phone, email };
}

export function jsonColumn(value: JsonObject | null): string | null {
  return value === null ? null : writeJson(value);
}

/** Parses what `jsonColumn` wrote: the column holds nothing else. */
export function fromJsonColumn(text: string | null): JsonObject | null {
  return text === null ? null : (parseExactly(text) as JsonObject);
}

/** The check of optimistic locking: null forces the overwrite. */
export function requireVersion(stored: number, expected: number | null, what: string): void {
  if (expected !== null && expected !== stored)
    throw new DomainError(
      "conflict",
      `${what} has version ${String(stored)}, got ${String(expected)}: somebody else has saved it`,
    );
}
