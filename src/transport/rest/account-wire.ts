// Users, customers, tenants and tenant profiles as REST writes and reads them. Source: REST contract 4, 5 and 6.
import { Type, type Static } from "typebox";
import type { ContactDetails, SentContactDetails } from "../../core/contact-details.ts";
import type { Customer } from "../../core/customers/customer.ts";
import type { TenantProfile } from "../../core/tenants/tenant-profile.ts";
import type { Tenant, TenantInfo } from "../../core/tenants/tenant.ts";
import type { AccountState, User } from "../../core/users/user.ts";
import { entityRef, EntityRefSchema, SentRefSchema } from "./entity-ids.ts";
import { FreeObjectOrNull, nullable, oneOf } from "./nullable.ts";

const AUTHORITIES = ["SYS_ADMIN", "TENANT_ADMIN", "CUSTOMER_USER"] as const;
const TextOrNull = nullable(Type.String());
const SentText = Type.Optional(TextOrNull);
const SentRef = Type.Optional(nullable(SentRefSchema));
const SentInfo = Type.Optional(FreeObjectOrNull);
const SentVersion = Type.Optional(nullable(Type.Integer()));

export const TokenPairSchema = Type.Object(
  { token: Type.String(), refreshToken: Type.String() },
  { title: "LoginResponse" },
);

export const UserSchema = Type.Object(
  {
    id: EntityRefSchema,
    createdTime: Type.Integer(),
    tenantId: EntityRefSchema,
    customerId: EntityRefSchema,
    email: Type.String(),
    name: Type.String(),
    authority: oneOf(AUTHORITIES),
    firstName: TextOrNull,
    lastName: TextOrNull,
    phone: TextOrNull,
    additionalInfo: FreeObjectOrNull,
    version: Type.Integer(),
  },
  { title: "User" },
);

export function showUser(user: User): Static<typeof UserSchema> {
  return {
    id: entityRef("USER", user.id),
    createdTime: user.createdAt,
    tenantId: entityRef("TENANT", user.tenantId),
    customerId: entityRef("CUSTOMER", user.customerId),
    email: user.email,
    name: user.email,
    authority: user.authority,
    firstName: user.firstName,
    lastName: user.lastName,
    phone: user.phone,
    additionalInfo: user.additionalInfo,
    version: user.version,
  };
}

/** With what an administrator wants to know about the account, in additionalInfo, where clients look for it. */
export function showUserWithAccount(user: User, account: AccountState): Static<typeof UserSchema> {
  const computed = {
    userCredentialsEnabled: account.enabled,
    userActivated: account.activated,
    lastLoginTs: account.lastLoginAt,
  };
  return { ...showUser(user), additionalInfo: { ...user.additionalInfo, ...computed } };
}

export const UserInfoSchema = Type.Object(
  { id: EntityRefSchema, email: Type.String(), firstName: TextOrNull, lastName: TextOrNull },
  { title: "UserEmailInfo" },
);

export function showUserInfo({ id, email, firstName, lastName }: User): Static<typeof UserInfoSchema> {
  return { id: entityRef("USER", id), email, firstName, lastName };
}

/** A user as a client sends one; members that are not here are ignored. */
export const SentUser = Type.Object(
  {
    id: SentRef,
    email: Type.String(),
    authority: Type.Optional(oneOf(AUTHORITIES)),
    tenantId: SentRef,
    customerId: SentRef,
    firstName: SentText,
    lastName: SentText,
    phone: SentText,
    additionalInfo: SentInfo,
    version: SentVersion,
  },
  { title: "UserInput" },
);
export type SentUser = Static<typeof SentUser>;

const CONTACT = {
  country: TextOrNull,
  state: TextOrNull,
  city: TextOrNull,
  address: TextOrNull,
  address2: TextOrNull,
  zip: TextOrNull,
  phone: TextOrNull,
  email: TextOrNull,
} as const;

const SENT_CONTACT = {
  country: SentText,
  state: SentText,
  city: SentText,
  address: SentText,
  address2: SentText,
  zip: SentText,
  phone: SentText,
  email: SentText,
} as const;

function showContact({ country, state, city, address, address2, zip, phone, email }: ContactDetails): ContactDetails {
  return { country, state, city, address, address2, zip, phone, email };
}

export const CustomerSchema = Type.Object(
  {
    id: EntityRefSchema,
    createdTime: Type.Integer(),
    tenantId: EntityRefSchema,
    title: Type.String(),
    name: Type.String(),
    externalId: nullable(EntityRefSchema),
    ...CONTACT,
    additionalInfo: FreeObjectOrNull,
    version: Type.Integer(),
  },
  { title: "Customer" },
);

export function showCustomer(customer: Customer): Static<typeof CustomerSchema> {
  return {
    id: entityRef("CUSTOMER", customer.id),
    createdTime: customer.createdAt,
    tenantId: entityRef("TENANT", customer.tenantId),
    title: customer.title,
    name: customer.title,
    externalId: null,
    ...showContact(customer),
    additionalInfo: customer.additionalInfo,
    version: customer.version,
  };
}

export const SentCustomer = Type.Object(
  { id: SentRef, title: Type.String(), ...SENT_CONTACT, additionalInfo: SentInfo, version: SentVersion },
  { title: "CustomerInput" },
);

export const TenantSchema = Type.Object(
  {
    id: EntityRefSchema,
    createdTime: Type.Integer(),
    title: Type.String(),
    name: Type.String(),
    region: Type.String(),
    tenantProfileId: EntityRefSchema,
    ...CONTACT,
    additionalInfo: FreeObjectOrNull,
    version: Type.Integer(),
  },
  { title: "Tenant" },
);

/** Every installation is one region. */
const REGION = "Global";

export function showTenant(tenant: Tenant): Static<typeof TenantSchema> {
  return {
    id: entityRef("TENANT", tenant.id),
    createdTime: tenant.createdAt,
    title: tenant.title,
    name: tenant.title,
    region: REGION,
    tenantProfileId: entityRef("TENANT_PROFILE", tenant.profileId),
    ...showContact(tenant),
    additionalInfo: tenant.additionalInfo,
    version: tenant.version,
  };
}

export const TenantInfoSchema = Type.Object(
  { ...TenantSchema.properties, tenantProfileName: Type.String() },
  { title: "TenantInfo" },
);

export function showTenantInfo(tenant: TenantInfo): Static<typeof TenantInfoSchema> {
  return { ...showTenant(tenant), tenantProfileName: tenant.profileName };
}

export const SentTenant = Type.Object(
  {
    id: SentRef,
    title: Type.String(),
    tenantProfileId: SentRef,
    ...SENT_CONTACT,
    additionalInfo: SentInfo,
    version: SentVersion,
  },
  { title: "TenantInput" },
);

/** The contact details of a body, and nothing else of it. */
export function sentContact(sent: SentContactDetails): SentContactDetails {
  const { country, state, city, address, address2, zip, phone, email } = sent;
  return { country, state, city, address, address2, zip, phone, email };
}

export const TenantProfileSchema = Type.Object(
  {
    id: EntityRefSchema,
    createdTime: Type.Integer(),
    name: Type.String(),
    description: TextOrNull,
    default: Type.Boolean(),
    isolatedTbRuleEngine: Type.Boolean(),
    profileData: FreeObjectOrNull,
  },
  { title: "TenantProfile" },
);

export function showTenantProfile(profile: TenantProfile): Static<typeof TenantProfileSchema> {
  return {
    id: entityRef("TENANT_PROFILE", profile.id),
    createdTime: profile.createdAt,
    name: profile.name,
    description: profile.description,
    default: profile.isDefault,
    isolatedTbRuleEngine: profile.isolatedRuleEngine,
    profileData: profile.profileData,
  };
}

export const ProfileInfoSchema = Type.Object({ id: EntityRefSchema, name: Type.String() }, { title: "EntityInfo" });

export function showProfileInfo({ id, name }: TenantProfile): Static<typeof ProfileInfoSchema> {
  return { id: entityRef("TENANT_PROFILE", id), name };
}

export const SentTenantProfile = Type.Object(
  {
    id: SentRef,
    name: Type.String(),
    description: SentText,
    default: Type.Optional(nullable(Type.Boolean())),
    isolatedTbRuleEngine: Type.Optional(nullable(Type.Boolean())),
    profileData: SentInfo,
  },
  { title: "TenantProfileInput" },
);
