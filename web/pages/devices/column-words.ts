// The columns that a list of devices may have, by the words that the platform has for them in files of devices.
import type { Schema } from "../../api/schemas.ts";
import { words } from "../../words/words.ts";

export type EntityKey = Schema<"EntityKey">;

export type FixedWord = keyof typeof words.devices.list.fixed;
/** What a list calls its columns that are no values, in the order in which they are offered. */
export type FixedLabels = Readonly<Record<string, string>>;

export const FIXED_LABELS: Readonly<Record<FixedWord, string>> = words.devices.list.fixed;
/** All devices of a customer have the same one. */
export const LABELS_OF_CUSTOMER: FixedLabels = Object.fromEntries(
  Object.entries(FIXED_LABELS).filter(([word]) => word !== "customer"),
);

const FIXED_KEYS: Readonly<Record<FixedWord, EntityKey>> = {
  name: { type: "ENTITY_FIELD", key: "name" },
  active: { type: "SERVER_ATTRIBUTE", key: "active" },
  profile: { type: "ENTITY_FIELD", key: "type" },
  customer: { type: "ENTITY_FIELD", key: "customerTitle" },
  connectedThrough: { type: "ENTITY_FIELD", key: "gatewayName" },
  lastActivity: { type: "SERVER_ATTRIBUTE", key: "lastActivityTime" },
  label: { type: "ENTITY_FIELD", key: "label" },
  created: { type: "ENTITY_FIELD", key: "createdTime" },
};

export const VALUE_KINDS = {
  telemetry: "TIME_SERIES",
  server: "SERVER_ATTRIBUTE",
  shared: "SHARED_ATTRIBUTE",
  client: "CLIENT_ATTRIBUTE",
} as const;
export type ValueKind = keyof typeof VALUE_KINDS;

export interface ValueColumn {
  readonly kind: ValueKind;
  readonly key: string;
}

/** So many columns are read at a glance, and with one call. */
export const COLUMNS_MAX = 20;

const KEY_CHARS_MAX = 255;
const VALUE_WORD = /^(telemetry|server|shared|client):(.+)$/s;

export function isFixed(word: string): word is FixedWord {
  return Object.hasOwn(FIXED_KEYS, word);
}

export function wordOf({ kind, key }: ValueColumn): string {
  return `${kind}:${key}`;
}

/** Null for a word that is no column of values. */
export function valueColumnOf(word: string): ValueColumn | null {
  const [, kind, key] = VALUE_WORD.exec(word) ?? [];
  if (kind === undefined || key === undefined || key.length > KEY_CHARS_MAX) return null;
  return { kind: kind as ValueKind, key };
}

/** Undefined for a word that is no column. */
export function keyOfWord(word: string): EntityKey | undefined {
  if (isFixed(word)) return FIXED_KEYS[word];
  const column = valueColumnOf(word);
  return column === null ? undefined : { type: VALUE_KINDS[column.kind], key: column.key };
}

export function labelOfWord(word: string, fixed: FixedLabels = FIXED_LABELS): string {
  return fixed[word] ?? valueColumnOf(word)?.key ?? word;
}

/** Columns that were saved; the name is always one of them. Null if nothing that is known was saved. */
export function parseColumns(saved: unknown, fixed: FixedLabels = FIXED_LABELS): readonly string[] | null {
  if (!Array.isArray(saved)) return null;
  const known = new Set(saved.filter((word) => isColumn(word, fixed)));
  return known.size === 0 ? null : [...new Set(["name", ...known])].slice(0, COLUMNS_MAX);
}

function isColumn(word: unknown, fixed: FixedLabels): word is string {
  return typeof word === "string" && (Object.hasOwn(fixed, word) || valueColumnOf(word) !== null);
}
