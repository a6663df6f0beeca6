// Sessions that open without credentials: those of a public customer, which read what is assigned to it and change
// nothing. They are not stored, so that strangers can neither fill the store nor evict each other's sessions: such a
// session lasts while its tokens are valid and its customer is public. Source: REST contract 2.2.
import type { CustomerStore } from "../customers/customer-store.ts";
import { isPublic, type Customer } from "../customers/customer.ts";
import { DomainError } from "../errors.ts";
import { parseId, type CustomerId } from "../ids.ts";
import type { User } from "../users/user.ts";
import { NO_USER, type CustomerPrincipal } from "./principal.ts";
import type { TokenPair } from "./tokens.ts";
import { refused, type Tokens } from "./tokens.ts";

export class PublicSessions {
  readonly #customers: Pick<CustomerStore, "findCustomer">;
  readonly #tokens: Tokens;

  constructor(customers: Pick<CustomerStore, "findCustomer">, tokens: Tokens) {
    this.#customers = customers;
    this.#tokens = tokens;
  }

  /** Throws `unauthenticated` with the same text for everything that is not the id of a public customer. */
  async login(publicId: string): Promise<TokenPair> {
    const id = customerIdOf(publicId);
    const customer = id === undefined ? undefined : await this.#find(id);
    if (customer === undefined) throw new DomainError("unauthenticated", "there is no such public id");
    return this.#tokens.publicPair(customer);
  }

  /**
   * A new pair for the refresh token of a public session. Throws `unauthenticated` if the customer is no longer public.
   */
  async refresh(customerId: CustomerId): Promise<TokenPair> {
    const customer = await this.#find(customerId);
    if (customer === undefined) throw refused();
    return this.#tokens.publicPair(customer);
  }

  /** Whether the session of this principal may continue. */
  async isOpen({ customerId, tenantId }: CustomerPrincipal): Promise<boolean> {
    return (await this.#find(customerId))?.tenantId === tenantId;
  }

  /** A substitute for a user's own record. Throws `unauthenticated` if the customer is no longer public. */
  async currentUser({ customerId }: CustomerPrincipal): Promise<User> {
    const customer = await this.#find(customerId);
    if (customer === undefined) throw refused();
    return {
      id: NO_USER,
      createdAt: customer.createdAt,
      authority: "CUSTOMER_USER",
      tenantId: customer.tenantId,
      customerId,
      email: customerId,
      firstName: "Public",
      lastName: null,
      phone: null,
      additionalInfo: null,
      version: 1,
    };
  }

  /** Undefined if there is no such customer or it is not public. */
  async #find(id: CustomerId): Promise<Customer | undefined> {
    const customer = await this.#customers.findCustomer(id);
    return customer !== undefined && isPublic(customer) ? customer : undefined;
  }
}

function customerIdOf(text: string): CustomerId | undefined {
  try {
    return parseId<CustomerId>(text, "publicId");
  } catch {
    return undefined;
  }
}
