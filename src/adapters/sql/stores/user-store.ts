// Users.
import { DomainError, invalid, wrong } from "../../../core/errors.ts";
import type { TenantId, UserId } from "../../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import type {
  NewAccount,
  UserFields,
  UserScope,
  UserSearch,
  UserSortProperty,
  UserStore,
} from "../../../core/users/user-store.ts";
import type { AccountState, User } from "../../../core/users/user.ts";
import { endResetOf } from "./password-rows.ts";
import { equal, searchPage, type Condition, type List } from "./search-page.ts";
import { requireVersion, violatesForeignKey, violatesUnique } from "../storage-errors.ts";
import { SqlStore } from "../store-table.ts";
import type { Row } from "./stored-as.ts";
import {
  accountState,
  hasOtherSystemAdministrator,
  LOGIN,
  newUserRow,
  NO_ACTIVATION,
  searchedTexts,
  USER,
} from "./user-columns.ts";

const LIST: Omit<List<UserSortProperty>, "search"> = {
  columns: USER.columns,
  from: "user_account",
  id: "id",
  sort: { createdTime: "created_at", firstName: "first_name", lastName: "last_name", email: "email" },
};

const SEARCHED: Readonly<Record<UserSearch, string>> = { email: "search_email", "email-and-names": "search_text" };

export class SqlUserStore extends SqlStore implements UserStore {
  async createUser(user: User, account: NewAccount, usersMax: number): Promise<void> {
    if (user.tenantId !== null && usersMax > 0) this.#requireRoom(user.tenantId, usersMax);
    if (user.customerId !== null) this.#requireCustomer(user);
    try {
      this.connection.insert("user_account", newUserRow(user, account, this.secrets));
    } catch (error) {
      if (violatesForeignKey(error)) throw invalid(`tenant ${user.tenantId ?? "null"} does not exist`);
      throw emailTaken(error, user.email);
    }
  }

  async updateUser(id: UserId, fields: UserFields, expectedVersion: number | null): Promise<User> {
    const user = this.#require(id);
    requireVersion(user.version, expectedVersion, `user ${id}`);
    const changed = { ...fields, version: user.version + 1 };
    const hasMoved = fields.email !== user.email;
    const columns = { ...USER.changes(changed), ...searchedTexts(fields) };
    try {
      this.connection.update("user_account", id, { ...columns, ...(hasMoved ? LOGIN.row(NO_ACTIVATION) : {}) });
    } catch (error) {
      throw emailTaken(error, fields.email);
    }
    if (hasMoved) endResetOf(this.connection, id);
    return { ...user, ...changed };
  }

  async deleteUser(id: UserId): Promise<void> {
    const { authority, tenantId } = this.#require(id);
    if (authority === "TENANT_ADMIN") this.#requireAnotherAdministrator(id, tenantId);
    if (authority === "SYS_ADMIN" && !hasOtherSystemAdministrator(this.connection, id))
      throw wrong("last-system-administrator", { field: "id", found: id });
    this.connection.run("DELETE FROM user_account WHERE id = ?", id);
  }

  async withdrawUser(id: UserId): Promise<void> {
    this.connection.run("DELETE FROM user_account WHERE id = ? AND password_hash IS NULL", id);
  }

  async findUser(id: UserId): Promise<User | undefined> {
    return USER.found(this.connection.get(`SELECT ${USER.columns} FROM user_account WHERE id = ?`, id));
  }

  async findUsers(ids: readonly UserId[]): Promise<readonly User[]> {
    return this.#amongIds(USER.columns, ids).map(USER.entity);
  }

  async findAccountState(id: UserId): Promise<AccountState | undefined> {
    return (await this.findAccountStates([id])).get(id);
  }

  async findAccountStates(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, AccountState>> {
    const rows = this.#amongIds(`id, ${LOGIN.columns}`, ids);
    return new Map(rows.map((row) => [row["id"] as UserId, accountState(LOGIN.entity(row))]));
  }

  async systemAdministrators(max: number): Promise<readonly User[]> {
    const rows = this.connection.all(
      `SELECT ${USER.columns} FROM user_account WHERE authority = 'SYS_ADMIN' ORDER BY id LIMIT ?`,
      max,
    );
    return rows.map(USER.entity);
  }

  async listUsers(
    scope: UserScope,
    request: PageRequest<UserSortProperty>,
    search: UserSearch,
  ): Promise<FoundPage<User>> {
    const list = { ...LIST, search: SEARCHED[search] };
    return searchPage(this.connection, { list, where: inScope(scope), request }, USER.entity);
  }

  #amongIds(columns: string, ids: readonly UserId[]): Row[] {
    return this.connection.all(
      `SELECT ${columns} FROM user_account WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
      JSON.stringify(ids),
    );
  }

  #require(id: UserId): User {
    const row = this.connection.get(`SELECT ${USER.columns} FROM user_account WHERE id = ?`, id);
    if (row === undefined) throw new DomainError("not-found", `user ${id} does not exist`);
    return USER.entity(row);
  }

  #requireRoom(tenantId: TenantId, usersMax: number): void {
    const count = this.connection.count("FROM user_account WHERE tenant_id = ?", tenantId);
    if (count >= usersMax)
      throw new DomainError("limit-exceeded", `the tenant may have ${String(usersMax)} users`, {
        entityType: "USER",
        limit: { name: "maxUsers", value: usersMax },
      });
  }

  /** The foreign key ensures that the customer exists, but not that it belongs to this tenant. */
  #requireCustomer({ tenantId, customerId }: User): void {
    const customer = this.connection.get("SELECT 1 FROM customer WHERE id = ? AND tenant_id = ?", customerId, tenantId);
    if (customer === undefined) throw invalid(`customer ${customerId ?? "null"} does not exist in the tenant`);
  }

  #requireAnotherAdministrator(id: UserId, tenantId: TenantId | null): void {
    const another = this.connection.get(
      "SELECT 1 FROM user_account WHERE tenant_id = ? AND authority = 'TENANT_ADMIN' AND id <> ? LIMIT 1",
      tenantId,
      id,
    );
    if (another === undefined) throw wrong("last-tenant-administrator", { field: "id", found: id });
  }
}

function inScope(scope: UserScope): readonly Condition[] {
  const ofTenant = equal("tenant_id", scope.tenantId);
  switch (scope.kind) {
    case "administrators":
      return [...ofTenant, ...equal("authority", scope.tenantId === null ? "SYS_ADMIN" : "TENANT_ADMIN")];
    case "tenant":
      return ofTenant;
    case "customer":
      return [...ofTenant, ...equal("customer_id", scope.customerId)];
  }
}

function emailTaken(error: unknown, email: string): unknown {
  return violatesUnique(error, "user_account.email") ? wrong("taken", { field: "email", found: email }) : error;
}
