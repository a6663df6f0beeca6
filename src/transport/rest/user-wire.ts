// Users as REST writes and reads them. Source: REST contract 4.
import { Type, type Static } from "typebox";
import type { AccountState, User } from "../../core/users/user.ts";
import { entityRef, EntityRefSchema } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME, NO_CUSTOMER } from "./example-values.ts";
import { FreeObjectOrNull, oneOf, TextOrNull } from "./nullable.ts";
import { SentInfo, SentReference, SentText, SentVersion } from "./sent-members.ts";

const AUTHORITIES = ["SYS_ADMIN", "TENANT_ADMIN", "CUSTOMER_USER"] as const;

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
    id: SentReference,
    email: Type.String(),
    authority: Type.Optional(oneOf(AUTHORITIES)),
    tenantId: SentReference,
    customerId: SentReference,
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
