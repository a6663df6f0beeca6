// Wire forms of users and their API keys. Source: REST contract 3 and 4.
import { Type, type Static } from "typebox";
import { hasExpired, type ApiKey } from "../../core/access/api-key.ts";
import type { AccountState, User } from "../../core/users/user.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { entityRef, EntityRefSchema } from "./entity-ids.ts";
import { EXAMPLE_REFS, EXAMPLE_TIME, NO_CUSTOMER } from "./example-values.ts";
import { FreeObjectOrNull, nullable, oneOf, TextOrNull } from "./nullable.ts";
import { ALL_AUTHORITIES } from "./route.ts";
import { named, SentCount, SentFlag, SentInfo, SentReference, SentText } from "./wire.ts";

const EMAIL = "ada@example.com";

export const UserSchema = named("User", {
  id: [EntityRefSchema, EXAMPLE_REFS.user],
  createdTime: [Type.Integer(), EXAMPLE_TIME],
  tenantId: [EntityRefSchema, EXAMPLE_REFS.tenant],
  customerId: [EntityRefSchema, NO_CUSTOMER],
  email: [Type.String(), EMAIL],
  name: [Type.String(), EMAIL],
  authority: [oneOf(ALL_AUTHORITIES), "TENANT_ADMIN"],
  firstName: [TextOrNull, "Ada"],
  lastName: [TextOrNull, "L"],
  phone: [TextOrNull, null],
  additionalInfo: [FreeObjectOrNull, { lang: "en_US" }],
  version: [Type.Integer(), 3],
});

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

/** The user with the account's state for administrators, in additionalInfo, where clients look for it. */
export function showUserWithAccount(user: User, account: AccountState): Static<typeof UserSchema> {
  const computed = {
    userCredentialsEnabled: account.enabled,
    userActivated: account.activated,
    lastLoginTs: account.lastLoginAt,
  };
  return { ...showUser(user), additionalInfo: { ...user.additionalInfo, ...computed } };
}

export const UserInfoSchema = named("UserEmailInfo", {
  id: [EntityRefSchema, EXAMPLE_REFS.user],
  email: [Type.String(), EMAIL],
  firstName: [TextOrNull, "Ada"],
  lastName: [TextOrNull, "L"],
});

export function showUserInfo({ id, email, firstName, lastName }: User): Static<typeof UserInfoSchema> {
  return { id: entityRef("USER", id), email, firstName, lastName };
}

/** A user as a client sends it; unknown members are ignored. */
export const SentUser = Type.Object(
  {
    id: SentReference,
    email: Type.String(),
    authority: Type.Optional(oneOf(ALL_AUTHORITIES)),
    tenantId: SentReference,
    customerId: SentReference,
    firstName: SentText,
    lastName: SentText,
    phone: SentText,
    additionalInfo: SentInfo,
    version: SentCount,
  },
  {
    title: "UserInput",
    examples: [{ email: EMAIL, authority: "TENANT_ADMIN", firstName: "Ada", lastName: "L" }],
  },
);
export type SentUser = Static<typeof SentUser>;

const KEY_END = 1_798_761_600_000;
const KEY = {
  id: [EntityRefSchema, EXAMPLE_REFS.apiKey],
  createdTime: [Type.Integer(), EXAMPLE_TIME],
  tenantId: [EntityRefSchema, EXAMPLE_REFS.tenant],
  userId: [EntityRefSchema, EXAMPLE_REFS.user],
  expirationTime: [Type.Integer({ description: "Milliseconds since the epoch; 0 is never." }), KEY_END],
  description: [Type.String(), "nightly export"],
  enabled: [Type.Boolean(), true],
  expired: [Type.Boolean(), false],
  valueStart: [Type.String({ description: "The first characters of the value, to tell keys apart." }), "bh_Q2x7K"],
  lastUsedTime: [
    nullable(
      Type.Integer({ description: "When the key was last used, up to a minute late; null before the first use." }),
    ),
    null,
  ],
} as const;

/** A key as lists show it: without its value, which is not stored in readable form. */
export const ApiKeyInfoSchema = named("ApiKeyInfo", KEY);

/** A key as the answer to a save shows it. */
export const ApiKeySchema = named("ApiKey", {
  ...KEY,
  value: [
    nullable(Type.String({ description: "The key itself, in the answer that creates it only; null later." })),
    "bh_Q2x7KuV0c2l0b3JzLXNlZS1vbmUta2V5LW9uY2UtYW5kLW5ldmVyLWFnYWluLWFmdGVyLXRoaXMtYW5zd2Vy",
  ],
});

export function showApiKeyInfo(key: ApiKey, now: EpochMillis): Static<typeof ApiKeyInfoSchema> {
  const { owner } = key;
  return {
    id: entityRef("API_KEY", key.id),
    createdTime: key.createdAt,
    tenantId: entityRef("TENANT", owner.tenantId),
    userId: entityRef("USER", owner.userId),
    expirationTime: key.expiresAt ?? 0,
    description: key.description,
    enabled: key.enabled,
    expired: hasExpired(key, now),
    valueStart: key.valueStart,
    lastUsedTime: key.lastUsedAt,
  };
}

export function showApiKey(key: ApiKey, now: EpochMillis, value: string | null): Static<typeof ApiKeySchema> {
  return { ...showApiKeyInfo(key, now), value };
}

/** A key as a client sends it; unknown members are ignored. */
export const SentApiKey = Type.Object(
  {
    id: SentReference,
    userId: SentReference,
    description: SentText,
    enabled: SentFlag,
    expirationTime: Type.Optional(
      nullable(Type.Integer({ minimum: 0, description: "Milliseconds since the epoch; 0 or missing is never." })),
    ),
  },
  {
    title: "ApiKeyInput",
    examples: [{ userId: EXAMPLE_REFS.user, description: "nightly export", enabled: true, expirationTime: KEY_END }],
  },
);
export type SentApiKey = Static<typeof SentApiKey>;
