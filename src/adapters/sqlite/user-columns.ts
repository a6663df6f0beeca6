// A user as a row of `user_account`: the columns of the user store, the account store and the first start.
import type { Insertable, Selectable } from "kysely";
import type { Activation } from "../../core/access/account-store.ts";
import type { UserId } from "../../core/ids.ts";
import type { NewAccount, UserFields } from "../../core/users/user-store.ts";
import type { AccountState, User } from "../../core/users/user.ts";
import type { SecretBox } from "../../lib/secret-box.ts";
import type { UserAccountTable } from "./schema/accounts.ts";
import { foldedText } from "./search-page.ts";
import { JSON_TEXT, storedAs } from "./stored-as.ts";

export type UserRow = Selectable<UserAccountTable>;

/** The columns that make a user; the others are about logging in and searching. */
export const USER = storedAs<User>()(
  "id, created_at, authority, tenant_id, customer_id, email, first_name, last_name, phone, additional_info, version",
  { additionalInfo: JSON_TEXT },
);

export function newUserRow(user: User, account: NewAccount, secrets: SecretBox): Insertable<UserAccountTable> {
  const activated = account.kind === "activated";
  return {
    ...USER.row(user),
    ...searchedTexts(user),
    enabled: activated,
    password_hash: activated ? account.passwordHash : null,
    password_changed_at: activated ? user.createdAt : null,
    ...(activated ? NO_ACTIVATION : activationColumns(user.id, account.activation, secrets)),
    last_login_at: null,
  };
}

type SearchedTexts = Pick<UserRow, "search_email" | "search_text">;

/** What the texts of a user are searched by. */
export function searchedTexts({ email, firstName, lastName }: UserFields): SearchedTexts {
  return { search_email: foldedText(email), search_text: foldedText(email, firstName, lastName) };
}

type ActivationColumns = Pick<UserRow, "activation_hash" | "activation_sealed" | "activation_expires_at">;

export const NO_ACTIVATION: ActivationColumns = {
  activation_hash: null,
  activation_sealed: null,
  activation_expires_at: null,
};

/** The token is sealed for its user: moved to another row it cannot be opened. */
export function activationColumns(
  userId: UserId,
  { token, expiresAt }: Activation,
  secrets: SecretBox,
): ActivationColumns {
  return {
    activation_hash: activationHash(token, secrets),
    activation_sealed: secrets.seal(token, activationContext(userId)),
    activation_expires_at: expiresAt,
  };
}

export function activationHash(token: string, secrets: SecretBox): Uint8Array {
  return secrets.hash(`activation ${token}`);
}

export function activationContext(userId: UserId): string {
  return `activation ${userId}`;
}

export function toAccountState(row: UserRow): AccountState {
  return {
    enabled: row.enabled === 1,
    activated: row.password_hash !== null,
    lastLoginAt: row.last_login_at,
  };
}
