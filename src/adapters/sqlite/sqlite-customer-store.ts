// Customers in SQLite.
import type { Customer } from "../../core/customers/customer.ts";
import type { CustomerSortProperty, CustomerStore, CustomerUpdate } from "../../core/customers/customer-store.ts";
import { DomainError } from "../../core/errors.ts";
import type { CustomerId, TenantId, UserId } from "../../core/ids.ts";
import { freeName, type NameConflict } from "../../core/name-conflict.ts";
import type { FoundPage, PageRequest } from "../../core/page.ts";
import { foldedText, searchPage, type ListColumns } from "./search-page.ts";
import { requireVersion } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";
import { JSON_TEXT, storedAs } from "./stored-as.ts";

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

const CUSTOMER = storedAs<Customer>()(
  `id, created_at, tenant_id, title, country, state, city, address, address2, zip, phone, email, additional_info,
    external_id, version`,
  { additionalInfo: JSON_TEXT },
);

export class SqliteCustomerStore extends SqliteStore implements CustomerStore {
  async createCustomer(customer: Customer, conflict: NameConflict, customersMax: number): Promise<Customer> {
    if (customersMax > 0) await this.#requireRoom(customer.tenantId, customersMax);
    const stored = { ...customer, title: await this.#freeTitle(customer.tenantId, customer.title, null, conflict) };
    await this.db
      .insertInto("customer")
      .values({ ...CUSTOMER.row(stored), search_text: foldedText(stored.title) })
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
    const changed = { ...fields, title, version: row.version + 1 };
    const columns = { ...CUSTOMER.changes(changed), search_text: foldedText(title) };
    await this.db.updateTable("customer").set(columns).where("id", "=", id).execute();
    return { ...CUSTOMER.entity(row), ...changed };
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
    return numDeletedRows === 0n ? undefined : users.map((user) => user.id);
  }

  async findCustomer(id: CustomerId): Promise<Customer | undefined> {
    const row = await this.db.selectFrom("customer").selectAll().where("id", "=", id).executeTakeFirst();
    return row === undefined ? undefined : CUSTOMER.entity(row);
  }

  async findCustomers(tenantId: TenantId, ids: readonly CustomerId[]): Promise<readonly Customer[]> {
    const rows = await this.db
      .selectFrom("customer")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("id", "in", ids)
      .orderBy("id")
      .execute();
    return rows.map(CUSTOMER.entity);
  }

  async findCustomerByTitle(tenantId: TenantId, title: string): Promise<Customer | undefined> {
    const row = await this.db
      .selectFrom("customer")
      .selectAll()
      .where("tenant_id", "=", tenantId)
      .where("title", "=", title)
      .executeTakeFirst();
    return row === undefined ? undefined : CUSTOMER.entity(row);
  }

  async listCustomers(tenantId: TenantId, request: PageRequest<CustomerSortProperty>): Promise<FoundPage<Customer>> {
    const query = this.db.selectFrom("customer").selectAll().where("tenant_id", "=", tenantId);
    const { items, total } = await searchPage(query, request, LIST);
    return { items: items.map(CUSTOMER.entity), total };
  }

  async #requireRoom(tenantId: TenantId, customersMax: number): Promise<void> {
    const count = this.connection.count("FROM customer WHERE tenant_id = ?", tenantId);
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
