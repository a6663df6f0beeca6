// A user as a row of `user_account`: what the user store and the account store share.
import type { Activation } from "../../core/access/account-store.ts";
import type { UserId } from "../../core/ids.ts";
import type { User } from "../../core/users/user.ts";
import type { SecretBox } from "../../lib/secret-box.ts";
import { fromJsonColumn } from "./contact-columns.ts";
import { Table, type Cells } from "./table.ts";

/** What is read makes a user; the other columns are about searching and logging in. */
export const USER = new Table(
  "user_account",
  "id createdAt authority tenantId customerId email firstName lastName phone additionalInfo version",
  "searchEmail searchText enabled passwordHash passwordChangedAt activationHash activationSealed activationExpiresAt failedLogins lastLoginAt",
);

export function toUser(row: Readonly<Record<string, unknown>>): User {
  return { ...(row as unknown as User), additionalInfo: fromJsonColumn(row["additionalInfo"]) };
}

export const NO_ACTIVATION = { activationHash: null, activationSealed: null, activationExpiresAt: null };

/** The token is sealed for its user: moved to another row it cannot be opened. */
export function activationCells(
  userId: UserId,
  { token, expiresAt }: Activation,
  secrets: SecretBox,
): Cells<"activationHash activationSealed activationExpiresAt"> {
  return {
    activationHash: activationHash(token, secrets),
    activationSealed: secrets.seal(token, activationContext(userId)),
    activationExpiresAt: expiresAt,
  };
}

export function activationHash(token: string, secrets: SecretBox): Uint8Array {
  return secrets.hash(`activation ${token}`);
}

export function activationContext(userId: UserId): string {
  return `activation ${userId}`;
}
