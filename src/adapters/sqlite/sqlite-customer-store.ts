// Customers in SQLite.
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
import { CONTACT, fromJsonColumn, jsonColumn, requireVersion } from "./contact-columns.ts";
import { foldedText, searchPage } from "./search-page.ts";
import { SqliteStore } from "./store-table.ts";
import { Table } from "./table.ts";

const CUSTOMER = new Table(
  "customer",
  `id createdAt tenantId title ${CONTACT} additionalInfo externalId version`,
  "searchText",
);
const SELECT = `SELECT ${CUSTOMER.columns} FROM customer`;

const LIST = {
  columns: CUSTOMER.columns,
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
  toItem: toCustomer,
};

export class SqliteCustomerStore extends SqliteStore implements CustomerStore {
  async createCustomer(customer: Customer, conflict: NameConflict, customersMax: number): Promise<Customer> {
    const { tenantId } = customer;
    if (customersMax > 0 && this.countRows("customer WHERE tenant_id = ?", tenantId) >= customersMax)
      throw new DomainError("limit-exceeded", `the tenant may have ${String(customersMax)} customers`, {
        entityType: "CUSTOMER",
        limit: { name: "maxCustomers", value: customersMax },
      });
    const stored = { ...customer, title: await this.#freeTitle(tenantId, customer.title, null, conflict) };
    CUSTOMER.insert(this.connection, { ...stored, ...derivedCells(stored) });
    return stored;
  }

  async updateCustomer(update: CustomerUpdate): Promise<Customer> {
    const { tenantId, id, fields, conflict, expectedVersion } = update;
    const stored = this.one(toCustomer, `${SELECT} WHERE id = ? AND tenant_id = ?`, id, tenantId);
    if (stored === undefined) throw new DomainError("not-found", `customer ${id} does not exist`);
    requireVersion(stored.version, expectedVersion, `customer ${id}`);
    const title = await this.#freeTitle(tenantId, fields.title, id, conflict);
    const changed = { ...fields, title, version: stored.version + 1 };
    CUSTOMER.update(this.connection, id, { ...changed, ...derivedCells(changed) });
    return { ...stored, ...changed };
  }

  async deleteCustomer(tenantId: TenantId, id: CustomerId): Promise<readonly UserId[] | undefined> {
    const users = this.connection.all(
      "SELECT id FROM user_account WHERE customer_id = ? AND tenant_id = ?",
      id,
      tenantId,
    );
    const deleted = this.connection.run("DELETE FROM customer WHERE id = ? AND tenant_id = ?", id, tenantId);
    return deleted === 0 ? undefined : users.map((user) => user["id"] as UserId);
  }

  async findCustomer(id: CustomerId): Promise<Customer | undefined> {
    return this.one(toCustomer, `${SELECT} WHERE id = ?`, id);
  }

  async findCustomers(tenantId: TenantId, ids: readonly CustomerId[]): Promise<readonly Customer[]> {
    const sql = `${SELECT} WHERE tenant_id = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY id`;
    return this.connection.all(sql, tenantId, JSON.stringify(ids)).map(toCustomer);
  }

  async findCustomerByTitle(tenantId: TenantId, title: string): Promise<Customer | undefined> {
    return this.one(toCustomer, `${SELECT} WHERE tenant_id = ? AND title = ?`, tenantId, title);
  }

  async listCustomers(tenantId: TenantId, request: PageRequest<CustomerSortProperty>): Promise<FoundPage<Customer>> {
    const where = { sql: "tenant_id = ?", parameters: [tenantId] };
    return searchPage(this.connection, { ...LIST, where }, request);
  }

  /** `own`: the customer that may keep the title it has. */
  #freeTitle(tenantId: TenantId, title: string, own: CustomerId | null, conflict: NameConflict): Promise<string> {
    return freeName(title, "title", conflict, async (candidate) => {
      const holder = await this.findCustomerByTitle(tenantId, candidate);
      return holder !== undefined && holder.id !== own;
    });
  }
}

function derivedCells({ title, additionalInfo }: CustomerFields) {
  return { additionalInfo: jsonColumn(additionalInfo), searchText: foldedText(title) };
}

/** Rows were written by us from checked values, so this is the parser of our own format; the same in the other stores. */
function toCustomer(row: Readonly<Record<string, unknown>>): Customer {
  return { ...(row as unknown as Customer), additionalInfo: fromJsonColumn(row["additionalInfo"]) };
}
