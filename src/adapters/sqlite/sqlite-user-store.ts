// Users in SQLite.
import { DomainError, invalid } from "../../core/errors.ts";
import type { UserId } from "../../core/ids.ts";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import type {
  NewAccount,
  UserFields,
  UserScope,
  UserSearch,
  UserSortProperty,
  UserStore,
} from "../../core/users/user-store.ts";
import type { AccountState, User } from "../../core/users/user.ts";
import { jsonColumn, requireVersion } from "./contact-columns.ts";
import { endResetOf } from "./password-rows.ts";
import { foldedText, searchPage, type Condition } from "./search-page.ts";
import { violatesForeignKey, violatesUnique } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";
import { activationCells, NO_ACTIVATION, toUser, USER } from "./user-columns.ts";

const SELECT = `SELECT ${USER.columns} FROM user_account`;
const STATE = `SELECT id, enabled, password_hash IS NOT NULL AS activated, last_login_at AS lastLoginAt FROM user_account`;

const LIST = {
  columns: USER.columns,
  from: "user_account",
  id: "id",
  sort: { createdTime: "created_at", firstName: "first_name", lastName: "last_name", email: "email" },
  toItem: toUser,
};

const SEARCHED: Readonly<Record<UserSearch, string>> = { email: "search_email", "email-and-names": "search_text" };

export class SqliteUserStore extends SqliteStore implements UserStore {
  async createUser(user: User, account: NewAccount, usersMax: number): Promise<void> {
    const { id, tenantId, customerId, createdAt } = user;
    if (tenantId !== null && usersMax > 0 && this.countRows("user_account WHERE tenant_id = ?", tenantId) >= usersMax)
      throw new DomainError("limit-exceeded", `the tenant may have ${String(usersMax)} users`, {
        entityType: "USER",
        limit: { name: "maxUsers", value: usersMax },
      });
    // The foreign key sees to it that the customer exists, but not that it is one of this tenant.
    if (customerId !== null && this.countRows("customer WHERE id = ? AND tenant_id = ?", customerId, tenantId) === 0)
      throw invalid(`customer ${customerId} does not exist in the tenant`);
    const login =
      account.kind === "activated"
        ? { enabled: true, passwordHash: account.passwordHash, passwordChangedAt: createdAt, ...NO_ACTIVATION }
        : {
            enabled: false,
            passwordHash: null,
            passwordChangedAt: null,
            ...activationCells(id, account.activation, this.secrets),
          };
    try {
      USER.insert(this.connection, { ...user, ...derivedCells(user), ...login, failedLogins: 0, lastLoginAt: null });
    } catch (error) {
      if (violatesForeignKey(error)) throw invalid(`tenant ${tenantId ?? "null"} does not exist`);
      throw emailTaken(error, user.email);
    }
  }

  async updateUser(id: UserId, fields: UserFields, expectedVersion: number | null): Promise<User> {
    const stored = this.#require(id);
    requireVersion(stored.version, expectedVersion, `user ${id}`);
    const changed = { ...fields, version: stored.version + 1 };
    const hasMoved = fields.email !== stored.email;
    try {
      USER.update(this.connection, id, { ...changed, ...derivedCells(fields), ...(hasMoved ? NO_ACTIVATION : {}) });
    } catch (error) {
      throw emailTaken(error, fields.email);
    }
    if (hasMoved) endResetOf(this.connection, id);
    return { ...stored, ...changed };
  }

  async deleteUser(id: UserId): Promise<void> {
    const { authority, tenantId } = this.#require(id);
    const others = "user_account WHERE tenant_id = ? AND authority = 'TENANT_ADMIN' AND id <> ?";
    if (authority === "TENANT_ADMIN" && this.countRows(others, tenantId, id) === 0)
      throw invalid(`user ${id} is the last administrator of the tenant and cannot be deleted`);
    this.connection.run("DELETE FROM user_account WHERE id = ?", id);
  }

  async withdrawUser(id: UserId): Promise<void> {
    this.connection.run("DELETE FROM user_account WHERE id = ? AND password_hash IS NULL", id);
  }

  async findUser(id: UserId): Promise<User | undefined> {
    return this.one(toUser, `${SELECT} WHERE id = ?`, id);
  }

  async findUsers(ids: readonly UserId[]): Promise<readonly User[]> {
    const sql = `${SELECT} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`;
    return this.connection.all(sql, JSON.stringify(ids)).map(toUser);
  }

  async findAccountState(id: UserId): Promise<AccountState | undefined> {
    return this.one(toState, `${STATE} WHERE id = ?`, id);
  }

  async findAccountStates(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, AccountState>> {
    const rows = this.connection.all(`${STATE} WHERE id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids));
    return new Map(rows.map((row) => [row["id"] as UserId, toState(row)]));
  }

  async systemAdministrators(max: number): Promise<readonly User[]> {
    return this.connection.all(`${SELECT} WHERE authority = 'SYS_ADMIN' ORDER BY id LIMIT ?`, max).map(toUser);
  }

  async listUsers(
    scope: UserScope,
    request: PageRequest<UserSortProperty>,
    search: UserSearch,
  ): Promise<FoundPage<User>> {
    return searchPage(this.connection, { ...LIST, search: SEARCHED[search], where: inScope(scope) }, request);
  }

  #require(id: UserId): User {
    const user = this.one(toUser, `${SELECT} WHERE id = ?`, id);
    if (user === undefined) throw new DomainError("not-found", `user ${id} does not exist`);
    return user;
  }
}

function inScope(scope: UserScope): Condition {
  switch (scope.kind) {
    case "administrators":
      return scope.tenantId === null
        ? { sql: "authority = 'SYS_ADMIN'", parameters: [] }
        : { sql: "tenant_id = ? AND authority = 'TENANT_ADMIN'", parameters: [scope.tenantId] };
    case "tenant":
      return { sql: "tenant_id = ?", parameters: [scope.tenantId] };
    case "customer":
      return { sql: "tenant_id = ? AND customer_id = ?", parameters: [scope.tenantId, scope.customerId] };
  }
}

function derivedCells({ email, firstName, lastName, additionalInfo }: UserFields) {
  return {
    additionalInfo: jsonColumn(additionalInfo),
    searchEmail: foldedText(email),
    searchText: foldedText(email, firstName, lastName),
  };
}

function toState({ enabled, activated, lastLoginAt }: Readonly<Record<string, unknown>>): AccountState {
  return {
    enabled: enabled === 1,
    activated: activated === 1,
    lastLoginAt: lastLoginAt as AccountState["lastLoginAt"],
  };
}

function emailTaken(error: unknown, email: string): unknown {
  return violatesUnique(error, "user_account.email") ? invalid(`a user with the email ${email} exists already`) : error;
}
