// Tenants, customers, users and sessions for the tests of what keeps them: each sample is whole and differs from the last.
import type { NewAccount } from "../../src/core/users/user-store.ts";
import type { Session } from "../../src/core/access/session.ts";
import type { Customer } from "../../src/core/customers/customer.ts";
import {
  newId,
  type CustomerId,
  type LoginId,
  type SessionId,
  type TenantId,
  type TenantProfileId,
  type UserId,
} from "../../src/core/ids.ts";
import type { PageRequest } from "../../src/core/page.ts";
import { UNLIMITED_PROFILE_DATA } from "../../src/core/tenants/tenant-configuration.ts";
import type { TenantProfile } from "../../src/core/tenants/tenant-profile.ts";
import type { Tenant } from "../../src/core/tenants/tenant-store.ts";
import type { User } from "../../src/core/users/user.ts";
import { millis } from "../../src/lib/clock.ts";
import { NO_CONTACT } from "../support/no-contact.ts";

export const NOW = millis(1_767_225_600_000);

export function sampleProfile(fields: Partial<TenantProfile> = {}): TenantProfile {
  const id = newId<TenantProfileId>();
  return {
    id,
    createdAt: NOW,
    name: `profile ${id}`,
    description: null,
    isDefault: false,
    isolatedRuleEngine: false,
    profileData: UNLIMITED_PROFILE_DATA,
    ...fields,
  };
}

export function sampleTenant(profile: TenantProfile, fields: Partial<Tenant> = {}): Tenant {
  const id = newId<TenantId>();
  return {
    id,
    createdAt: NOW,
    title: `tenant ${id}`,
    profileId: profile.id,
    ...NO_CONTACT,
    additionalInfo: null,
    version: 1,
    ...fields,
  };
}

export function sampleCustomer(tenant: Tenant, fields: Partial<Customer> = {}): Customer {
  const id = newId<CustomerId>();
  return {
    id,
    createdAt: NOW,
    tenantId: tenant.id,
    title: `customer ${id}`,
    ...NO_CONTACT,
    additionalInfo: null,
    externalId: null,
    version: 1,
    ...fields,
  };
}

export function sampleUser(fields: Partial<User> = {}): User {
  const id = newId<UserId>();
  return {
    id,
    createdAt: NOW,
    authority: "SYS_ADMIN",
    tenantId: null,
    customerId: null,
    email: `${id}@example.com`,
    firstName: null,
    lastName: null,
    phone: null,
    additionalInfo: null,
    version: 1,
    ...fields,
  };
}

export function administratorOf(tenant: Tenant, fields: Partial<User> = {}): User {
  return sampleUser({ authority: "TENANT_ADMIN", tenantId: tenant.id, ...fields });
}

export function userOf(customer: Customer, fields: Partial<User> = {}): User {
  return sampleUser({ authority: "CUSTOMER_USER", tenantId: customer.tenantId, customerId: customer.id, ...fields });
}

export const ACTIVATED: NewAccount = { kind: "activated", passwordHash: "$hash" };

export function invited(token: string, lifetimeMillis = 3_600_000): NewAccount {
  return { kind: "invited", activation: { token, expiresAt: millis(NOW + lifetimeMillis) } };
}

export function sampleSession(user: User, fields: Partial<Session> = {}): Session {
  return {
    id: newId<SessionId>(),
    loginId: newId<LoginId>(),
    userId: user.id,
    refreshId: newId<SessionId>(),
    createdAt: NOW,
    refreshedAt: null,
    expiresAt: millis(NOW + 604_800_000),
    ...fields,
  };
}

export function pageOf<SortProperty extends string>(
  fields: Partial<PageRequest<SortProperty>> = {},
): PageRequest<SortProperty> {
  return { page: 0, size: 10, textSearch: null, sort: null, ...fields };
}
