// Customer management: creating, changing and deleting customers. The caller has already checked permissions. Source:
// REST contract section 6.
import type { Clock } from "../../lib/clock.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import { parseContactDetails, type SentContactDetails } from "../contact-details.ts";
import type { JsonObject } from "../devices/device.ts";
import { parseTitle, parseFreeJson } from "../entity-text.ts";
import { DomainError, invalid } from "../errors.ts";
import { newId, type CustomerId, type TenantId } from "../ids.ts";
import { FAIL_ON_CONFLICT, type NameConflict } from "../name-conflict.ts";
import type { TenantLimitsCache } from "../tenants/tenant-limits.ts";
import { isPublic, PUBLIC_INFO, PUBLIC_TITLE, type Customer } from "./customer.ts";
import type { CustomerFields, CustomerStore, CustomerUpdate } from "./customer-store.ts";

export interface SentCustomerFields extends SentContactDetails {
  readonly title: string;
  readonly additionalInfo: JsonObject | null;
  readonly externalId: CustomerId | null;
}

/** Takes back what was assigned to a customer. Implemented by each service that stores such assignments; idempotent. */
export interface CustomerBelongings {
  unassignAllOf(tenantId: TenantId, customerId: CustomerId): Promise<void>;
}

export interface CustomerServiceDeps {
  readonly customers: CustomerStore;
  readonly limits: Pick<TenantLimitsCache, "find">;
  readonly belongings: readonly CustomerBelongings[];
  readonly bus: MessageBus;
  readonly clock: Clock;
}

export class CustomerService {
  readonly #deps: CustomerServiceDeps;

  constructor(deps: CustomerServiceDeps) {
    this.#deps = deps;
  }

  /** Throws `not-found`. */
  async require(id: CustomerId): Promise<Customer> {
    const customer = await this.#deps.customers.findCustomer(id);
    if (customer === undefined) throw unknown(id);
    return customer;
  }

  /** Throws `invalid`, or `limit-exceeded` at the tenant's maxCustomers. */
  async create(tenantId: TenantId, sent: SentCustomerFields, conflict: NameConflict): Promise<Customer> {
    return await this.#create(tenantId, parseFields(sent, null), conflict);
  }

  async #create(tenantId: TenantId, fields: CustomerFields, conflict: NameConflict): Promise<Customer> {
    const limits = await this.#deps.limits.find(tenantId);
    if (limits === undefined) throw new DomainError("not-found", `tenant ${tenantId} does not exist`);
    const customer: Customer = {
      id: newId<CustomerId>(),
      createdAt: this.#deps.clock.now(),
      tenantId,
      ...fields,
      version: 1,
    };
    return this.#deps.customers.createCustomer(customer, conflict, limits.configuration.maxCustomers);
  }

  /**
   * The customer of public devices, created if the tenant has none yet. Throws `limit-exceeded` like `create`, and
   * `invalid` if it has been made private meanwhile, because all its devices would become public again.
   */
  async ensurePublic(tenantId: TenantId): Promise<Customer> {
    const customer = await this.#findOrCreatePublic(tenantId);
    if (!isPublic(customer))
      throw invalid(`the customer "${PUBLIC_TITLE}" is not public any more: its additionalInfo.isPublic is not true`);
    return customer;
  }

  async #findOrCreatePublic(tenantId: TenantId): Promise<Customer> {
    const present = await this.#deps.customers.findCustomerByTitle(tenantId, PUBLIC_TITLE);
    if (present !== undefined) return present;
    const fields = { title: PUBLIC_TITLE, ...parseContactDetails({}), additionalInfo: PUBLIC_INFO, externalId: null };
    try {
      return await this.#create(tenantId, fields, FAIL_ON_CONFLICT);
    } catch (error) {
      // Another call was faster, or the conflict has another cause.
      const meanwhile = await this.#deps.customers.findCustomerByTitle(tenantId, PUBLIC_TITLE);
      if (meanwhile === undefined) throw error;
      return meanwhile;
    }
  }

  /** Throws `conflict` if `expectedVersion` is not the stored one; null overwrites. */
  update(
    customer: Customer,
    sent: SentCustomerFields,
    { conflict, expectedVersion }: Pick<CustomerUpdate, "conflict" | "expectedVersion">,
  ): Promise<Customer> {
    const { tenantId, id } = customer;
    const fields = parseFields(sent, customer);
    return this.#deps.customers.updateCustomer({ tenantId, id, fields, conflict, expectedVersion });
  }

  /** Deletes the customer with its users; what was assigned to it returns to the tenant. Throws `not-found`. */
  async delete(tenantId: TenantId, id: CustomerId): Promise<void> {
    // Assignments first: if the rest fails, the customer still exists and can be deleted again.
    await this.#takeBack(tenantId, id);
    const users = await this.#deps.customers.deleteCustomer(tenantId, id);
    if (users === undefined) throw unknown(id);
    for (const userId of users) this.#deps.bus.publish({ kind: "user-sessions-revoked", userId, loginId: null });
    // Once more, for anything assigned while the customer was being deleted.
    await this.#takeBack(tenantId, id);
    this.#deps.bus.publish({ kind: "customer-deleted", tenantId, customerId: id });
  }

  async #takeBack(tenantId: TenantId, id: CustomerId): Promise<void> {
    for (const belongings of this.#deps.belongings) await belongings.unassignAllOf(tenantId, id);
  }
}

function parseFields(sent: SentCustomerFields, present: Customer | null): CustomerFields {
  const title = parseTitle(sent.title, "title");
  const wasPublic = present?.title === PUBLIC_TITLE;
  if (title === PUBLIC_TITLE && !wasPublic)
    throw invalid(`the title "${PUBLIC_TITLE}" belongs to the customer of public devices`);
  if (wasPublic && title !== PUBLIC_TITLE)
    throw invalid(`the customer of public devices keeps the title "${PUBLIC_TITLE}", got "${title.slice(0, 64)}"`);
  const additionalInfo = parseFreeJson(sent.additionalInfo, "additionalInfo");
  return {
    title,
    ...parseContactDetails(sent),
    // Ending the public state requires an explicit `isPublic` false; omitting it is not enough.
    additionalInfo: wasPublic ? { ...PUBLIC_INFO, ...additionalInfo } : additionalInfo,
    externalId: sent.externalId,
  };
}

function unknown(id: CustomerId): DomainError {
  return new DomainError("not-found", `customer ${id} does not exist`);
}
