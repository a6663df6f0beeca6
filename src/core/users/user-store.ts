// What the platform keeps of users. Each call is atomic; checks that must hold against other writers are part of it.
import type { Activation } from "../access/account-store.ts";
import type { CustomerId, TenantId, UserId } from "../ids.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { AccountState, User } from "./user.ts";

export type UserSortProperty = "createdTime" | "firstName" | "lastName" | "email";

/** The fields that a save may change: authority, tenant and customer stay as they were created. */
export type UserFields = Pick<User, "email" | "firstName" | "lastName" | "phone" | "additionalInfo">;

/** How a new account begins: with a password, or with a link to set one. */
export type NewAccount =
  | { readonly kind: "activated"; readonly passwordHash: string }
  | { readonly kind: "invited"; readonly activation: Activation };

/** Whose users a list is about. "administrators": the system's for null, otherwise those of the tenant. */
export type UserScope =
  | { readonly kind: "administrators"; readonly tenantId: TenantId | null }
  | { readonly kind: "tenant"; readonly tenantId: TenantId }
  | { readonly kind: "customer"; readonly tenantId: TenantId; readonly customerId: CustomerId };

/** What the text search of a list looks at. */
export type UserSearch = "email" | "email-and-names";

export interface UserStore {
  /**
   * Throws `invalid` where the email is taken or the tenant or customer does not exist, `limit-exceeded` where the tenant
   * has `usersMax` users already (0: no limit).
   */
  createUser(user: User, account: NewAccount, usersMax: number): Promise<void>;
  /**
   * `expectedVersion` null overwrites. A new email ends the links that may have been mailed to the old one. Throws
   * `not-found`, `conflict`, or `invalid` where the email is taken.
   */
  updateUser(id: UserId, fields: UserFields, expectedVersion: number | null): Promise<User>;
  /** Deletes the account and the sessions too. Throws `not-found`, or `invalid` for the last administrator of a tenant. */
  deleteUser(id: UserId): Promise<void>;
  /** Takes back a user who has never been activated, be it the only administrator of a tenant; nothing for any other. */
  withdrawUser(id: UserId): Promise<void>;
  findUser(id: UserId): Promise<User | undefined>;
  findUsers(ids: readonly UserId[]): Promise<readonly User[]>;
  findAccountState(id: UserId): Promise<AccountState | undefined>;
  /** Of those of them that there are. */
  findAccountStates(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, AccountState>>;
  /** By id. */
  systemAdministrators(max: number): Promise<readonly User[]>;
  listUsers(scope: UserScope, request: PageRequest<UserSortProperty>, search: UserSearch): Promise<FoundPage<User>>;
}
