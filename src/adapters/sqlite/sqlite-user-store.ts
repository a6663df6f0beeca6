// Users in SQLite.
import { DomainError, invalid } from "../../core/errors.ts";
import type { TenantId, UserId } from "../../core/ids.ts";
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
import { endResetOf } from "./password-rows.ts";
import { searchPage, type ListColumns } from "./search-page.ts";
import { requireVersion, violatesForeignKey, violatesUnique } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";
import { newUserRow, NO_ACTIVATION, searchedTexts, toAccountState, USER, type UserRow } from "./user-columns.ts";

const SORT: ListColumns<UserSortProperty>["sort"] = {
  createdTime: "user_account.created_at",
  firstName: "user_account.first_name",
  lastName: "user_account.last_name",
  email: "user_account.email",
};

const SEARCHED: Readonly<Record<UserSearch, string>> = {
  email: "user_account.search_email",
  "email-and-names": "user_account.search_text",
};

export class SqliteUserStore extends SqliteStore implements UserStore {
  async createUser(user: User, account: NewAccount, usersMax: number): Promise<void> {
    if (user.tenantId !== null && usersMax > 0) await this.#requireRoom(user.tenantId, usersMax);
    if (user.customerId !== null) await this.#requireCustomer(user);
    try {
      await this.db
        .insertInto("user_account")
        .values(newUserRow(user, account, this.secrets))
        .execute();
    } catch (error) {
      if (violatesForeignKey(error)) throw invalid(`tenant ${user.tenantId ?? "null"} does not exist`);
      throw emailTaken(error, user.email);
    }
  }

  async updateUser(id: UserId, fields: UserFields, expectedVersion: number | null): Promise<User> {
    const row = await this.#row(id);
    if (row === undefined) throw unknownUser(id);
    requireVersion(row.version, expectedVersion, `user ${id}`);
    const changed = { ...fields, version: row.version + 1 };
    const hasMoved = fields.email !== row.email;
    try {
      await this.db
        .updateTable("user_account")
        .set({ ...USER.changes(changed), ...searchedTexts(fields), ...(hasMoved ? NO_ACTIVATION : {}) })
        .where("id", "=", id)
        .execute();
    } catch (error) {
      throw emailTaken(error, fields.email);
    }
    if (hasMoved) await endResetOf(this.db, id);
    return { ...USER.entity(row), ...changed };
  }

  async deleteUser(id: UserId): Promise<void> {
    const row = await this.#row(id);
    if (row === undefined) throw unknownUser(id);
    if (row.authority === "TENANT_ADMIN") await this.#requireAnotherAdministrator(id, row.tenant_id);
    await this.db.deleteFrom("user_account").where("id", "=", id).execute();
  }

  async withdrawUser(id: UserId): Promise<void> {
    await this.db.deleteFrom("user_account").where("id", "=", id).where("password_hash", "is", null).execute();
  }

  // Asked for with every look at the own user: without the query builder and the columns about logging in.
  findUser(id: UserId): Promise<User | undefined> {
    const row = this.connection.get(`SELECT ${USER.columns} FROM user_account WHERE id = ?`, id);
    return Promise.resolve(row === undefined ? undefined : USER.entity(row));
  }

  async findUsers(ids: readonly UserId[]): Promise<readonly User[]> {
    const rows = await this.db.selectFrom("user_account").selectAll().where("id", "in", ids).orderBy("id").execute();
    return rows.map(USER.entity);
  }

  async findAccountState(id: UserId): Promise<AccountState | undefined> {
    const row = await this.#row(id);
    return row === undefined ? undefined : toAccountState(row);
  }

  async findAccountStates(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, AccountState>> {
    const rows = await this.db.selectFrom("user_account").selectAll().where("id", "in", ids).execute();
    return new Map(rows.map((row) => [row.id, toAccountState(row)]));
  }

  async systemAdministrators(max: number): Promise<readonly User[]> {
    const all = this.#inScope({ kind: "administrators", tenantId: null });
    return (await all.orderBy("id").limit(max).execute()).map(USER.entity);
  }

  async listUsers(
    scope: UserScope,
    request: PageRequest<UserSortProperty>,
    search: UserSearch,
  ): Promise<FoundPage<User>> {
    const columns = { search: SEARCHED[search], id: "user_account.id", sort: SORT };
    const { items, total } = await searchPage(this.#inScope(scope), request, columns);
    return { items: items.map(USER.entity), total };
  }

  #inScope(scope: UserScope) {
    const all = this.db.selectFrom("user_account").selectAll();
    switch (scope.kind) {
      case "administrators":
        return scope.tenantId === null
          ? all.where("authority", "=", "SYS_ADMIN")
          : all.where("tenant_id", "=", scope.tenantId).where("authority", "=", "TENANT_ADMIN");
      case "tenant":
        return all.where("tenant_id", "=", scope.tenantId);
      case "customer":
        return all.where("tenant_id", "=", scope.tenantId).where("customer_id", "=", scope.customerId);
    }
  }

  #row(id: UserId): Promise<UserRow | undefined> {
    return this.db.selectFrom("user_account").selectAll().where("id", "=", id).executeTakeFirst();
  }

  async #requireRoom(tenantId: TenantId, usersMax: number): Promise<void> {
    const count = this.connection.count("FROM user_account WHERE tenant_id = ?", tenantId);
    if (count >= usersMax)
      throw new DomainError("limit-exceeded", `the tenant may have ${String(usersMax)} users`, {
        entityType: "USER",
        limit: { name: "maxUsers", value: usersMax },
      });
  }

  /** The foreign key sees to it that the customer exists, but not that it is one of this tenant. */
  async #requireCustomer({ tenantId, customerId }: User): Promise<void> {
    const customer = await this.db
      .selectFrom("customer")
      .select("id")
      .where("id", "=", customerId)
      .where("tenant_id", "=", tenantId)
      .executeTakeFirst();
    if (customer === undefined) throw invalid(`customer ${customerId ?? "null"} does not exist in the tenant`);
  }

  async #requireAnotherAdministrator(id: UserId, tenantId: TenantId | null): Promise<void> {
    const another = await this.db
      .selectFrom("user_account")
      .select("id")
      .where("tenant_id", "=", tenantId)
      .where("authority", "=", "TENANT_ADMIN")
      .where("id", "!=", id)
      .limit(1)
      .executeTakeFirst();
    if (another === undefined)
      throw invalid(`user ${id} is the last administrator of the tenant and cannot be deleted`);
  }
}

function unknownUser(id: UserId): DomainError {
  return new DomainError("not-found", `user ${id} does not exist`);
}

function emailTaken(error: unknown, email: string): unknown {
  return violatesUnique(error, "user_account.email") ? invalid(`a user with the email ${email} exists already`) : error;
}
