// Customers.
import type { Customer } from "../../../core/customers/customer.ts";
import type { CustomerSortProperty, CustomerStore, CustomerUpdate } from "../../../core/customers/customer-store.ts";
import { DomainError } from "../../../core/errors.ts";
import type { CustomerId, TenantId, UserId } from "../../../core/ids.ts";
import { freeName, type NameConflict } from "../../../core/name-conflict.ts";
import type { FoundPage, PageRequest } from "../../../core/page.ts";
import { equal, foldedText, searchPage, type List } from "./search-page.ts";
import { requireVersion } from "../storage-errors.ts";
import { SqlStore } from "../store-table.ts";
import { JSON_TEXT, storedAs } from "./stored-as.ts";

const LIST: List<CustomerSortProperty> = {
  columns: "*",
  from: "customer",
  search: "search_text",
  id: "id",
  sort: {
    createdTime: "created_at",
    title: "title",
    email: "email",
    country: "country",
    state: "state",
    city: "city",
    address: "address",
    address2: "address2",
    zip: "zip",
    phone: "phone",
  },
};

const CUSTOMER = storedAs<Customer>()(
  `id, created_at, tenant_id, title, country, state, city, address, address2, zip, phone, email, additional_info,
    external_id, version`,
  { additionalInfo: JSON_TEXT },
);

export class SqlCustomerStore extends SqlStore implements CustomerStore {
  async createCustomer(customer: Customer, conflict: NameConflict, customersMax: number): Promise<Customer> {
    if (customersMax > 0) this.#requireRoom(customer.tenantId, customersMax);
    const stored = { ...customer, title: await this.#freeTitle(customer.tenantId, customer.title, null, conflict) };
    this.connection.insert("customer", { ...CUSTOMER.row(stored), search_text: foldedText(stored.title) });
    return stored;
  }

  async updateCustomer(update: CustomerUpdate): Promise<Customer> {
    const { tenantId, id, fields, conflict, expectedVersion } = update;
    const customer = CUSTOMER.found(
      this.connection.get("SELECT * FROM customer WHERE id = ? AND tenant_id = ?", id, tenantId),
    );
    if (customer === undefined) throw new DomainError("not-found", `customer ${id} does not exist`);
    requireVersion(customer.version, expectedVersion, `customer ${id}`);
    const title = await this.#freeTitle(tenantId, fields.title, id, conflict);
    const changed = { ...fields, title, version: customer.version + 1 };
    this.connection.update("customer", id, { ...CUSTOMER.changes(changed), search_text: foldedText(title) });
    return { ...customer, ...changed };
  }

  async deleteCustomer(tenantId: TenantId, id: CustomerId): Promise<readonly UserId[] | undefined> {
    const { connection } = this;
    const users = connection.all("SELECT id FROM user_account WHERE customer_id = ? AND tenant_id = ?", id, tenantId);
    const deleted = connection.run("DELETE FROM customer WHERE id = ? AND tenant_id = ?", id, tenantId);
    return deleted === 0 ? undefined : users.map((user) => user["id"] as UserId);
  }

  async findCustomer(id: CustomerId): Promise<Customer | undefined> {
    return CUSTOMER.found(this.connection.get("SELECT * FROM customer WHERE id = ?", id));
  }

  async findCustomers(tenantId: TenantId, ids: readonly CustomerId[]): Promise<readonly Customer[]> {
    const rows = this.connection.all(
      "SELECT * FROM customer WHERE tenant_id = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY id",
      tenantId,
      JSON.stringify(ids),
    );
    return rows.map(CUSTOMER.entity);
  }

  async findCustomerByTitle(tenantId: TenantId, title: string): Promise<Customer | undefined> {
    const row = this.connection.get("SELECT * FROM customer WHERE tenant_id = ? AND title = ?", tenantId, title);
    return CUSTOMER.found(row);
  }

  async listCustomers(tenantId: TenantId, request: PageRequest<CustomerSortProperty>): Promise<FoundPage<Customer>> {
    return searchPage(this.connection, { list: LIST, where: equal("tenant_id", tenantId), request }, CUSTOMER.entity);
  }

  #requireRoom(tenantId: TenantId, customersMax: number): void {
    const count = this.connection.count("FROM customer WHERE tenant_id = ?", tenantId);
    if (count >= customersMax)
      throw new DomainError("limit-exceeded", `the tenant may have ${String(customersMax)} customers`, {
        entityType: "CUSTOMER",
        limit: { name: "maxCustomers", value: customersMax },
      });
  }

  /** `own`: the customer that may keep its present title. */
  #freeTitle(tenantId: TenantId, title: string, own: CustomerId | null, conflict: NameConflict): Promise<string> {
    return freeName(title, "title", conflict, async (candidate) => {
      const holder = this.connection.get(
        "SELECT id FROM customer WHERE tenant_id = ? AND title = ?",
        tenantId,
        candidate,
      );
      return holder !== undefined && holder["id"] !== own;
    });
  }
}
