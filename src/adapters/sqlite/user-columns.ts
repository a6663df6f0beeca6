// A user as a row of `user_account`: the columns of the user store, the account store and the first start.
import type { Insertable, Selectable } from "kysely";
import type { Activation } from "../../core/access/account-store.ts";
import type { Authority } from "../../core/access/principal.ts";
import type { CustomerId, TenantId, UserId } from "../../core/ids.ts";
import type { NewAccount, UserFields } from "../../core/users/user-store.ts";
import type { AccountState, User } from "../../core/users/user.ts";
import { millis } from "../../lib/clock.ts";
import type { SecretBox } from "../../lib/secret-box.ts";
import { fromJsonColumn, jsonColumn } from "./contact-columns.ts";
import type { UserAccountTable } from "./schema/accounts.ts";
import { foldedText } from "./search-page.ts";

export type UserRow = Selectable<UserAccountTable>;

/** The columns that make a user; the others are about logging in and searching. */
export type UserOwnRow = Pick<
  UserRow,
  | "id"
  | "created_at"
  | "authority"
  | "tenant_id"
  | "customer_id"
  | "email"
  | "first_name"
  | "last_name"
  | "phone"
  | "additional_info"
  | "version"
>;
export const USER_COLUMNS =
  "id, created_at, authority, tenant_id, customer_id, email, first_name, last_name, phone, additional_info, version";

export function newUserRow(user: User, account: NewAccount, secrets: SecretBox): Insertable<UserAccountTable> {
  const activated = account.kind === "activated";
  return {
    id: user.id,
    created_at: user.createdAt,
    authority: user.authority,
    tenant_id: user.tenantId,
    customer_id: user.customerId,
    ...userColumns(user),
    version: user.version,
    enabled: activated,
    password_hash: activated ? account.passwordHash : null,
    password_changed_at: activated ? user.createdAt : null,
    ...(activated ? NO_ACTIVATION : activationColumns(user.id, account.activation, secrets)),
    last_login_at: null,
  };
}

type UserColumns = Pick<
  UserRow,
  "email" | "first_name" | "last_name" | "phone" | "additional_info" | "search_email" | "search_text"
>;

export function userColumns(fields: UserFields): UserColumns {
  return {
    email: fields.email,
    first_name: fields.firstName,
    last_name: fields.lastName,
    phone: fields.phone,
    additional_info: jsonColumn(fields.additionalInfo),
    search_email: foldedText(fields.email),
    search_text: foldedText(fields.email, fields.firstName, fields.lastName),
  };
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

// Ids and the authority of a row were made by our own parsers before they were stored.
export function toUser(row: UserOwnRow): User {
  return {
    id: row.id as UserId,
    createdAt: millis(row.created_at),
    authority: row.authority as Authority,
    tenantId: row.tenant_id as TenantId | null,
    customerId: row.customer_id as CustomerId | null,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    additionalInfo: fromJsonColumn(row.additional_info),
    version: row.version,
  };
}

export function toAccountState(row: UserRow): AccountState {
  return {
    enabled: row.enabled === 1,
    activated: row.password_hash !== null,
    lastLoginAt: row.last_login_at === null ? null : millis(row.last_login_at),
  };
}
