// What tables of entities have in common: contact details, free JSON, versions.
import type { JsonObject } from "../../core/devices/device.ts";
import { DomainError } from "../../core/errors.ts";
import { parseExactly, writeJson } from "../../lib/json.ts";

/** The members of `ContactDetails`. */
export const CONTACT = "country state city address address2 zip phone email";

export function jsonColumn(value: JsonObject | null): string | null {
  return value === null ? null : writeJson(value);
}

/** Parses what `jsonColumn` wrote: the column holds nothing else. */
export function fromJsonColumn(text: unknown): JsonObject | null {
  return typeof text === "string" ? (parseExactly(text) as JsonObject) : null;
}

/** The check of optimistic locking: null forces the overwrite. */
export function requireVersion(stored: number, expected: number | null, what: string): void {
  if (expected !== null && expected !== stored)
    throw new DomainError(
      "conflict",
      `${what} has version ${String(stored)}, got ${String(expected)}: somebody else has saved it`,
    );
}
