// Customers in SQLite.
import type { Selectable } from "kysely";
import type { Customer } from "../../core/customers/customer.ts";
import type {
  CustomerFields,
  CustomerSortProperty,
  CustomerStore,
  CustomerUpdate,
} from "../../core/customers/customer-store.ts";
import { DomainError } from "../../core/errors.ts";
import type { CustomerId, TenantId, UserId } from "../../core/ids.ts";
import { freeName, type NameConflict } from "../../core/name-conflict.ts";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import { millis } from "../../lib/clock.ts";
import { contactColumns, fromJsonColumn, jsonColumn, requireVersion } from "./contact-columns.ts";
import type { CustomerTable } from "./schema/accounts.ts";
import { foldedText, searchPage, type ListColumns } from "./search-page.ts";
import { SqliteStore } from "./store-table.ts";

const LIST: ListColumns<CustomerSortProperty> = {
  search: "customer.search_text",
  id: "customer.id",
  sort: {
    createdTime: "customer.created_at",
    title: "customer.title",
    email: "customer.email",
    country: "customer.country",
    state: "customer.state",
    city: "customer.city",
    address: "customer.address",
    address2: "customer.address2",
    zip: "customer.zip",
    phone: "customer.phone",
  },
};

export class SqliteCustomerStore extends SqliteStore implements CustomerStore {
  async createCustomer(customer: Customer, conflict: NameConflict, customersMax: number): Promise<Customer> {
    if (customersMax > 0) await this.#requireRoom(customer.tenantId, customersMax);
    const stored = { ...customer, title: await this.#freeTitle(customer.tenantId, customer.title, null, conflict) };
    await this.db
      .insertInto("customer")
      .values({
        id: stored.id,
        created_at: stored.createdAt,
        tenant_id: stored.tenantId,
        ...columnsOf(stored),
        version: stored.version,
      })
      .execute();
    return stored;
  }

  async updateCustomer(update: CustomerUpdate): Promise<Customer> {
    const { tenantId, id, fields, conflict, expectedVersion } = update;
    const row = await this.db
      .selectFrom("customer")
      .selectAll()
      .where("id", "=", id)
      .where("tenant_id", "=", tenantId)
      .executeTakeFirst();
    if (row === undefined) throw new DomainError("not-found", `customer ${id} does not exist`);
    requireVersion(row.version, expectedVersion, `customer ${id}`);
    const title = await this.#freeTitle(tenantId, fields.title, id, conflict);
    const columns = { ...columnsOf({ ...fields, title }), version: row.version + 1 };
    await this.db.updateTable("customer").set(columns).where("id", "=", id).execute();
    return toCustomer({ ...row, ...columns });
  }

  async deleteCustomer(tenantId: TenantId, id: CustomerId): Promise<readonly UserId[] | undefined> {
    const users = await this.db
      .selectFrom("user_account")
      .select("id")
      .where("customer_id", "=", id)
      .where("tenant_id", "=", tenantId)
      .execute();
    const { numDeletedRows } = await this.db
      .deleteFrom("customer")
      .where("id", "=", id)
      .where("tenant_id", "=", tenantId)
      .executeTakeFirst();
    return numDeletedRows === 0n ? undefined : users.map((user) => user.id as UserId);
  }

  async findCustomer(id: CustomerId): Promise<Customer | undefined> {
    const row = await this.db.selectFrom("customer").selectAll().where("id", "=", id).executeTakeFirst();
    return row === undefined ? undefined : toCustomer(row);
  }

  async findCustomers(tenantId: TenantId, ids: readonly CustomerId[]): Promise<readonly Customer[]> {
    const rows = await this.db
      .selectFrom("customer")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("id", "in", ids)
      .orderBy("id")
      .execute();
    return rows.map(toCustomer);
  }

  async findCustomerByTitle(tenantId: TenantId, title: string): Promise<Customer | undefined> {
    const row = await this.db
      .selectFrom("customer")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("title", "=", title)
      .executeTakeFirst();
    return row === undefined ? undefined : toCustomer(row);
  }

  async listCustomers(tenantId: TenantId, request: PageRequest<CustomerSortProperty>): Promise<FoundPage<Customer>> {
    const query = this.db.selectFrom("customer").selectAll().where("tenant_id", "=", tenantId);
    const { items, total } = await searchPage(query, request, LIST);
    return { items: items.map(toCustomer), total };
  }

  async #requireRoom(tenantId: TenantId, customersMax: number): Promise<void> {
    const { count } = await this.db
      .selectFrom("customer")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("tenant_id", "=", tenantId)
      .executeTakeFirstOrThrow();
    if (count >= customersMax)
      throw new DomainError("limit-exceeded", `the tenant may have ${String(customersMax)} customers`, {
        entityType: "CUSTOMER",
        limit: { name: "maxCustomers", value: customersMax },
      });
  }

  /** `own`: the customer that may keep the title it has. */
  #freeTitle(tenantId: TenantId, title: string, own: CustomerId | null, conflict: NameConflict): Promise<string> {
    return freeName(title, "title", conflict, async (candidate) => {
      const holder = await this.db
        .selectFrom("customer")
        .select("id")
        .where("tenant_id", "=", tenantId)
        .where("title", "=", candidate)
        .executeTakeFirst();
      return holder !== undefined && holder.id !== own;
    });
  }
}

function columnsOf(fields: CustomerFields) {
  return {
    title: fields.title,
    ...contactColumns(fields),
    additional_info: jsonColumn(fields.additionalInfo),
    external_id: fields.externalId,
    search_text: foldedText(fields.title),
  };
}

function toCustomer(row: Selectable<CustomerTable>): Customer {
  return {
    id: row.id as CustomerId,
    createdAt: millis(row.created_at),
    tenantId: row.tenant_id as TenantId,
    title: row.title,
    ...contactColumns(row),
    additionalInfo: fromJsonColumn(row.additional_info),
    externalId: row.external_id as CustomerId | null,
    version: row.version,
  };
}
