// Users, customers, tenants and tenant profiles as REST writes and reads them. Source: REST contract 4, 5 and 6.
import { Type, type Static } from "typebox";
import type { ContactDetails, SentContactDetails } from "../../core/contact-details.ts";
import type { Customer } from "../../core/customers/customer.ts";
import type { TenantProfile } from "../../core/tenants/tenant-profile.ts";
import type { Tenant, TenantInfo } from "../../core/tenants/tenant.ts";
import type { AccountState, User } from "../../core/users/user.ts";
import { entityRef, EntityRefSchema, SentRefSchema } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME, NO_CUSTOMER } from "./example-values.ts";
import { FreeObjectOrNull, nullable, oneOf } from "./nullable.ts";

const AUTHORITIES = ["SYS_ADMIN", "TENANT_ADMIN", "CUSTOMER_USER"] as const;
const TextOrNull = nullable(Type.String());
const SentText = Type.Optional(TextOrNull);
const SentRef = Type.Optional(nullable(SentRefSchema));
const SentInfo = Type.Optional(FreeObjectOrNull);
const SentVersion = Type.Optional(nullable(Type.Integer()));

export const TokenPairSchema = Type.Object(
  { token: Type.String(), refreshToken: Type.String() },
  {
    title: "LoginResponse",
    examples: [
      { token: "eyJhbGciOiJIUzUxMiJ9.eyJzdWIiOiJhZGEifQ.c2ln", refreshToken: "eyJhbGciOiJIUzUxMiJ9.e30.c2ln" },
    ],
  },
);

const USER = {
  id: EXAMPLE_REFS.user,
  createdTime: EXAMPLE_TIME,
  tenantId: EXAMPLE_REFS.tenant,
  customerId: NO_CUSTOMER,
  email: "ada@example.com",
  name: "ada@example.com",
  authority: "TENANT_ADMIN",
  firstName: "Ada",
  lastName: "L",
  phone: null,
  additionalInfo: { lang: "en_US" },
  version: 3,
};

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
  { title: "User", examples: [USER] },
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
  {
    title: "UserEmailInfo",
    examples: [{ id: EXAMPLE_REFS.user, email: USER.email, firstName: "Ada", lastName: "L" }],
  },
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
  {
    title: "UserInput",
    examples: [{ email: "ada@example.com", authority: "TENANT_ADMIN", firstName: "Ada", lastName: "L" }],
  },
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

const NO_CONTACT = {
  country: null,
  state: null,
  city: null,
  address: null,
  address2: null,
  zip: null,
  phone: null,
  email: null,
};

function showContact({ country, state, city, address, address2, zip, phone, email }: ContactDetails): ContactDetails {
  return { country, state, city, address, address2, zip, phone, email };
}

const CUSTOMER = {
  id: EXAMPLE_REFS.customer,
  createdTime: EXAMPLE_TIME,
  tenantId: EXAMPLE_REFS.tenant,
  title: "Acme",
  name: "Acme",
  externalId: null,
  ...NO_CONTACT,
  city: "Oslo",
  additionalInfo: null,
  version: 1,
};

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
  { title: "Customer", examples: [CUSTOMER] },
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
  { title: "CustomerInput", examples: [{ title: "Acme", city: "Oslo" }] },
);

const TENANT = {
  id: EXAMPLE_REFS.tenant,
  createdTime: EXAMPLE_TIME,
  title: "Plant North",
  name: "Plant North",
  region: "Global",
  tenantProfileId: EXAMPLE_REFS.tenantProfile,
  ...NO_CONTACT,
  additionalInfo: null,
  version: 1,
};

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
  { title: "Tenant", examples: [TENANT] },
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
  { title: "TenantInfo", examples: [{ ...TENANT, tenantProfileName: "Default" }] },
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
  { title: "TenantInput", examples: [{ title: "Plant North" }] },
);

/** The contact details of a body, and nothing else of it. */
export function sentContact(sent: SentContactDetails): SentContactDetails {
  const { country, state, city, address, address2, zip, phone, email } = sent;
  return { country, state, city, address, address2, zip, phone, email };
}

const PROFILE_DATA = {
  configuration: { type: "DEFAULT", maxDevices: 100, transportTenantMsgRateLimit: "1000:1,20000:60" },
  queueConfiguration: null,
};

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
  {
    title: "TenantProfile",
    examples: [
      {
        id: EXAMPLE_REFS.tenantProfile,
        createdTime: EXAMPLE_TIME,
        name: "Default",
        description: null,
        default: true,
        isolatedTbRuleEngine: false,
        profileData: PROFILE_DATA,
      },
    ],
  },
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

export const ProfileInfoSchema = Type.Object(
  { id: EntityRefSchema, name: Type.String() },
  { title: "EntityInfo", examples: [{ id: EXAMPLE_REFS.tenantProfile, name: "Default" }] },
);

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
  { title: "TenantProfileInput", examples: [{ name: "Small", profileData: PROFILE_DATA }] },
);
