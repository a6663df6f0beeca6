// The store of users. Each call is atomic; constraints that concurrent writers could violate are checked inside it.
import type { Activation } from "../access/account-store.ts";
import type { CustomerId, TenantId, UserId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { AccountState, User } from "./user.ts";

export type UserSortProperty = "createdTime" | "firstName" | "lastName" | "email";

/** The fields that a save may change: authority, tenant and customer are fixed at creation. */
export type UserFields = Pick<User, "email" | "firstName" | "lastName" | "phone" | "additionalInfo">;

/** The initial state of an account: with a password, or with a link to set one. */
export type NewAccount =
  | { readonly kind: "activated"; readonly passwordHash: string }
  | { readonly kind: "invited"; readonly activation: Activation };

/** Selects the users of a list. "administrators": those of the system for null, otherwise those of the tenant. */
export type UserScope =
  | { readonly kind: "administrators"; readonly tenantId: TenantId | null }
  | { readonly kind: "tenant"; readonly tenantId: TenantId }
  | { readonly kind: "customer"; readonly tenantId: TenantId; readonly customerId: CustomerId };

/** The fields that the text search of a list covers. */
export type UserSearch = "email" | "email-and-names";

export interface UserStore {
  /**
   * Throws `invalid` if the email is taken or the tenant or customer does not exist, `limit-exceeded` if the tenant
   * already has `usersMax` users (0: no limit).
   */
  createUser(user: User, account: NewAccount, usersMax: number): Promise<void>;
  /**
   * `expectedVersion` null overwrites. A new email invalidates links that may have been mailed to the old one. Throws
   * `not-found`, `conflict`, or `invalid` if the email is taken.
   */
  updateUser(id: UserId, fields: UserFields, expectedVersion: number | null): Promise<User>;
  /**
   * Also deletes the account and the sessions. Throws `not-found`, or `invalid` for the last administrator of a tenant
   * and for the last system administrator who can log in.
   */
  deleteUser(id: UserId): Promise<void>;
  /**
   * Deletes a user who has never been activated, even the only administrator of a tenant; does nothing for any other.
   */
  withdrawUser(id: UserId): Promise<void>;
  findUser(id: UserId): Promise<User | undefined>;
  findUsers(ids: readonly UserId[]): Promise<readonly User[]>;
  findAccountState(id: UserId): Promise<AccountState | undefined>;
  /** States of those users that exist. */
  findAccountStates(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, AccountState>>;
  /** Ordered by id. */
  systemAdministrators(max: number): Promise<readonly User[]>;
  listUsers(scope: UserScope, request: PageRequest<UserSortProperty>, search: UserSearch): Promise<FoundPage<User>>;
}
