// The columns of files of devices, each with its word in the head of the file: what an export reads for it, and what an
// import writes. Source: REST contract 7, decision 0178.
import { isConnectivityKey } from "../../../core/devices/connectivity-store.ts";
import type { ImportedScope } from "../../../core/devices/device-import.ts";
import type { EntityKey } from "../../../core/entity-query/entity-query.ts";
import { invalid } from "../../../core/errors.ts";
import { requireKey } from "../../../core/values.ts";

const FIELD = "ENTITY_FIELD";
const NOTE = "SERVER_ATTRIBUTE";

const FIELD_COLUMNS = {
  name: { type: FIELD, key: "name" },
  label: { type: FIELD, key: "label" },
  profile: { type: FIELD, key: "type" },
  gateway: { type: FIELD, key: "isGateway" },
  customer: { type: FIELD, key: "customerTitle" },
  connectedThrough: { type: FIELD, key: "gatewayName" },
  active: { type: NOTE, key: "active" },
  lastActivity: { type: NOTE, key: "lastActivityTime" },
  created: { type: FIELD, key: "createdTime" },
} as const satisfies Readonly<Record<string, EntityKey>>;

const VALUE_COLUMNS = {
  server: "SERVER_ATTRIBUTE",
  shared: "SHARED_ATTRIBUTE",
  client: "CLIENT_ATTRIBUTE",
  telemetry: "TIME_SERIES",
} as const;

/** For the API description. */
export const EXPORTED_WORDS = [
  ...Object.keys(FIELD_COLUMNS),
  ...Object.keys(VALUE_COLUMNS).map((kind) => `${kind}:KEY`),
];

const COLUMN_OF_VALUES = /^(server|shared|client|telemetry):(.+)$/s;

/** What an export reads for a column. Throws `invalid` for a word that it does not have. */
export function exportedKey(word: string): EntityKey {
  const field = new Map<string, EntityKey>(Object.entries(FIELD_COLUMNS)).get(word);
  if (field !== undefined) return field;
  const [, kind = "", key = ""] = COLUMN_OF_VALUES.exec(word) ?? [];
  const type = new Map(Object.entries(VALUE_COLUMNS)).get(kind);
  if (type === undefined) throw invalid(`columns must be of ${EXPORTED_WORDS.join(", ")}, got "${word.slice(0, 64)}"`);
  requireKey(key);
  return { type, key };
}

/** Times are written so that people and spreadsheets read them. */
export function isTimeColumn(word: string): boolean {
  return word === "created" || word === "lastActivity";
}

const WRITTEN_FIELDS = ["name", "label", "profile", "gateway", "customer", "token"] as const;
export type WrittenField = (typeof WRITTEN_FIELDS)[number];

export type WrittenColumn =
  | { readonly kind: "field"; readonly field: WrittenField }
  | { readonly kind: "attribute"; readonly word: string; readonly scope: ImportedScope; readonly key: string }
  | { readonly kind: "ignored" };

/** The word of a column that an import leaves out. */
const IGNORED = "-";
const LEFT_OUT: WrittenColumn = { kind: "ignored" };

export const WRITTEN_WORDS = [...WRITTEN_FIELDS, "server:KEY", "shared:KEY", IGNORED];

/** Throws `invalid` for a word that an import does not have, and for an attribute that the platform keeps itself. */
export function writtenColumn(word: string): WrittenColumn {
  const field = WRITTEN_FIELDS.find((known) => known === word);
  if (field !== undefined) return { kind: "field", field };
  if (word === IGNORED) return LEFT_OUT;
  const [, kind, key = ""] = COLUMN_OF_VALUES.exec(word) ?? [];
  if (kind !== "server" && kind !== "shared")
    throw invalid(`columns must be of ${WRITTEN_WORDS.join(", ")}, got "${word.slice(0, 64)}"`);
  requireKey(key);
  if (kind === "server" && isConnectivityKey(key))
    throw invalid(`the server attribute "${key}" is kept by the platform itself and cannot be imported`);
  return { kind: "attribute", word, scope: kind === "server" ? "SERVER_SCOPE" : "SHARED_SCOPE", key };
}

const SPELLINGS: Readonly<Record<WrittenField, readonly string[]>> = {
  name: ["name", "device", "devicename"],
  label: ["label", "devicelabel"],
  profile: ["profile", "deviceprofile", "deviceprofilename", "type", "devicetype"],
  gateway: ["gateway", "isgateway"],
  customer: ["customer", "customertitle", "customername"],
  token: ["token", "accesstoken", "credentialsid"],
};

/** The word for the head of a column in the file; a column that says nothing known is left out. */
export function guessedWord(head: string): string {
  const folded = head.toLowerCase().replaceAll(/[\s_-]/g, "");
  const field = WRITTEN_FIELDS.find((each) => SPELLINGS[each].includes(folded));
  if (field !== undefined) return field;
  try {
    writtenColumn(head);
    return head;
  } catch {
    return IGNORED;
  }
}
