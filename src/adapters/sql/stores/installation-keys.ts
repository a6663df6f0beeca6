// Keys of the installation as stored in rows: encrypted, each bound to its name.
import type { SecretBox } from "../../../lib/secret-box.ts";
import type { StoreContext } from "../store-table.ts";

/** The token signing key that a system administrator has saved; it replaces the one of the first start. */
export const SAVED_TOKEN_KEY = "jwt saved";

/** Names of the keys that sign user tokens. */
export const TOKEN_KEYS: readonly string[] = ["jwt", SAVED_TOKEN_KEY];

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
