// The columns that depend on the master key: what is encrypted with it, and keyed hashes by which that is found. Rows get the
// same for another key here; `key-rotation.test.ts` compares the columns with the schema.
import type { UserId } from "../../core/ids.ts";
import type { SecretBox } from "../../lib/secret-box.ts";
import { credentialsOf, sealCredentials } from "./stores/credentials-rows.ts";
import { openKey, sealKey } from "./stores/installation-keys.ts";
import { MARK_SEAL } from "./stores/mark-store.ts";
import type { ColumnValues, Row } from "./stores/stored-as.ts";
import { activationContext, activationHash } from "./stores/user-columns.ts";

type Reseal = (row: Row, now: SecretBox, next: SecretBox) => ColumnValues;

/** By table, the new values of such columns of a row. */
export const SEALED_TABLES: Readonly<Record<string, Reseal>> = {
  device_credentials(row, now, next) {
    const { deviceId, credentialsId, credentialsValue } = credentialsOf(now, row);
    return {
      id_hash: next.hash(credentialsId),
      secret: sealCredentials(next, deviceId, credentialsId, credentialsValue),
    };
  },
  device_profile(row, now, next) {
    const { provision_secret: sealed } = row;
    const id = String(row["id"]);
    return sealed instanceof Uint8Array ? { provision_secret: next.seal(now.open(sealed, id), id) } : {};
  },
  user_account(row, now, next) {
    const { activation_sealed: sealed } = row;
    if (!(sealed instanceof Uint8Array)) return {};
    const context = activationContext(row["id"] as UserId);
    const token = now.open(sealed, context);
    return { activation_hash: activationHash(token, next), activation_sealed: next.seal(token, context) };
  },
  installation_key(row, now, next) {
    const name = String(row["name"]);
    return { sealed: sealKey(next, name, openKey(now, name, row["sealed"] as Uint8Array)) };
  },
  // Whoever uses the other key says since when, or the next start does.
  store_mark: (_row, _now, next) => ({ sealed: next.seal(MARK_SEAL, MARK_SEAL), key_since: null }),
};

/** Tables whose rows end with a master key: only their hashes are stored, which cannot be recomputed. */
export const ENDING_TABLES = ["claim", "password_reset"] as const;
