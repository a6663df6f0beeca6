// A user as a row of `user_account`: the columns of the user store, the account store and the first start.
import type { EpochMillis } from "../../../lib/clock.ts";
import type { Account, Activation } from "../../../core/access/account-store.ts";
import type { UserId } from "../../../core/ids.ts";
import type { NewAccount, UserFields } from "../../../core/users/user-store.ts";
import type { AccountState, User } from "../../../core/users/user.ts";
import type { SecretBox } from "../../../lib/secret-box.ts";
import { foldedText } from "./search-page.ts";
import { FLAG, JSON_TEXT, storedAs, type ColumnValues, type Row } from "./stored-as.ts";

/** The columns of a user. */
export const USER = storedAs<User>()(
  "id, created_at, authority, tenant_id, customer_id, email, first_name, last_name, phone, additional_info, version",
  { additionalInfo: JSON_TEXT },
);

interface Login {
  readonly enabled: boolean;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: EpochMillis | null;
  /** Keyed hash of the activation token, used to find it. */
  readonly activationHash: Uint8Array | null;
  /** The activation token, encrypted. */
  readonly activationSealed: Uint8Array | null;
  readonly activationExpiresAt: EpochMillis | null;
  readonly failedLogins: number;
  readonly lastLoginAt: EpochMillis | null;
}

/** The columns for logging in. */
export const LOGIN = storedAs<Login>()(
  `enabled, password_hash, password_changed_at, activation_hash, activation_sealed, activation_expires_at, failed_logins,
    last_login_at`,
  { enabled: FLAG },
);

export function newUserRow(user: User, account: NewAccount, secrets: SecretBox): ColumnValues {
  const activated = account.kind === "activated";
  return {
    ...USER.row(user),
    ...searchedTexts(user),
    ...LOGIN.row({
      enabled: activated,
      passwordHash: activated ? account.passwordHash : null,
      passwordChangedAt: activated ? user.createdAt : null,
      ...(activated ? NO_ACTIVATION : sealedActivation(user.id, account.activation, secrets)),
    }),
  };
}

/** The texts of a user for searches. */
export function searchedTexts({ email, firstName, lastName }: UserFields): ColumnValues {
  return { search_email: foldedText(email), search_text: foldedText(email, firstName, lastName) };
}

type ActivationColumns = Pick<Login, "activationHash" | "activationSealed" | "activationExpiresAt">;

export const NO_ACTIVATION: ActivationColumns = {
  activationHash: null,
  activationSealed: null,
  activationExpiresAt: null,
};

/** The token is encrypted for its user: copied to another row, it cannot be decrypted. */
export function sealedActivation(
  userId: UserId,
  { token, expiresAt }: Activation,
  secrets: SecretBox,
): ActivationColumns {
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

export interface StoredAccount {
  readonly user: User;
  readonly login: Login;
}

export function storedAccount(row: Row): StoredAccount {
  return { user: USER.entity(row), login: LOGIN.entity(row) };
}

export function accountOf({ user, login }: StoredAccount): Account {
  const { passwordHash, passwordChangedAt } = login;
  return { user, ...accountState(login), passwordHash, passwordChangedAt };
}

export function accountState({ enabled, passwordHash, lastLoginAt }: Login): AccountState {
  return { enabled, activated: passwordHash !== null, lastLoginAt };
}
