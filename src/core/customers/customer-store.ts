// The store of customers. Each call is atomic.
import type { TitledSort } from "../contact-details.ts";
import type { CustomerId, TenantId, UserId } from "../ids.ts";
import type { NameConflict } from "../name-conflict.ts";
import type { FoundPage, PageRequest } from "../page.ts";
import type { Customer } from "./customer.ts";

export type CustomerSortProperty = TitledSort;

/** The fields that a save may change. */
export type CustomerFields = Omit<Customer, "id" | "createdAt" | "tenantId" | "version">;

export interface CustomerUpdate {
  readonly tenantId: TenantId;
  readonly id: CustomerId;
  readonly fields: CustomerFields;
  readonly conflict: NameConflict;
  /** Null overwrites. */
  readonly expectedVersion: number | null;
}

export interface CustomerStore {
  /**
   * Returns the customer as stored; its title may have got a suffix. Throws `invalid` if the title is taken and the
   * policy is to fail, `limit-exceeded` if the tenant already has `customersMax` customers (0: no limit).
   */
  createCustomer(customer: Customer, conflict: NameConflict, customersMax: number): Promise<Customer>;
  /** Throws `not-found`, `conflict`, or `invalid` if the title is taken. */
  updateCustomer(update: CustomerUpdate): Promise<Customer>;
  /**
   * Also deletes its users with their accounts and sessions; returns their ids. Undefined if there is no such customer.
   */
  deleteCustomer(tenantId: TenantId, id: CustomerId): Promise<readonly UserId[] | undefined>;
  /**
   * Finds customers of any tenant; the caller checks the tenant, because a foreign customer is refused rather than
   * unknown.
   */
  findCustomer(id: CustomerId): Promise<Customer | undefined>;
  findCustomers(tenantId: TenantId, ids: readonly CustomerId[]): Promise<readonly Customer[]>;
  findCustomerByTitle(tenantId: TenantId, title: string): Promise<Customer | undefined>;
  listCustomers(tenantId: TenantId, request: PageRequest<CustomerSortProperty>): Promise<FoundPage<Customer>>;
}
