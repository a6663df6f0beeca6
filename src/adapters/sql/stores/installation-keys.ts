// Keys of the installation as stored in rows: encrypted, each bound to its name.
import { millis, type EpochMillis } from "../../../lib/clock.ts";
import type { SecretBox } from "../../../lib/secret-box.ts";
import type { ResultRow } from "../store-connection.ts";
import type { StoreContext } from "../store-table.ts";

/** The key of user tokens that the first start makes. */
export const FIRST_TOKEN_KEY = "jwt";

/** The token signing key that a system administrator has saved; it replaces the one of the first start. */
export const SAVED_TOKEN_KEY = "jwt saved";

/** Names of the keys that sign user tokens. */
export const TOKEN_KEYS: readonly string[] = [FIRST_TOKEN_KEY, SAVED_TOKEN_KEY];

/** Since when the key of a row is in use; undefined if that is not known, or there is no row. */
export function sinceOf(row: ResultRow | undefined): EpochMillis | undefined {
  const since = row?.["since"];
  return since === undefined || since === null ? undefined : millis(Number(since));
}

export function sealKey(secrets: SecretBox, name: string, key: Uint8Array): Uint8Array {
  return secrets.seal(Buffer.from(key).toString("base64"), keyContext(name));
}

export function findKey({ connection, secrets }: StoreContext, name: string): Uint8Array | undefined {
  const row = connection.get("SELECT sealed FROM installation_key WHERE name = ?", name);
  return row === undefined ? undefined : openKey(secrets, name, row["sealed"] as Uint8Array);
}

export function openKey(secrets: SecretBox, name: string, sealed: Uint8Array): Uint8Array {
  return Uint8Array.from(Buffer.from(secrets.open(sealed, keyContext(name)), "base64"));
}

function keyContext(name: string): string {
  return `installation key ${name}`;
}
