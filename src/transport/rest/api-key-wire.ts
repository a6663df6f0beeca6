// API keys as REST writes and reads them. Source: REST contract 3.
import { Type, type Static } from "typebox";
import { hasExpired, type ApiKey } from "../../core/access/api-key.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { entityRef, EntityRefSchema } from "./entity-ids.ts";
import { nullable } from "./nullable.ts";
import { SentFlag, SentReference, SentText } from "./sent-members.ts";

const EXAMPLE = {
  id: { entityType: "API_KEY", id: "0198a1c0-0000-7000-8000-0000000000aa" },
  createdTime: 1_767_225_600_000,
  tenantId: { entityType: "TENANT", id: "0198a1c0-0000-7000-8000-000000000010" },
  userId: { entityType: "USER", id: "0198a1c0-0000-7000-8000-000000000001" },
  expirationTime: 1_798_761_600_000,
  description: "nightly export",
  enabled: true,
  expired: false,
  valueStart: "bh_Q2x7K",
  lastUsedTime: null,
} as const;

const MEMBERS = {
  id: EntityRefSchema,
  createdTime: Type.Integer(),
  tenantId: EntityRefSchema,
  userId: EntityRefSchema,
  expirationTime: Type.Integer({ description: "Milliseconds since the epoch; 0 is never." }),
  description: Type.String(),
  enabled: Type.Boolean(),
  expired: Type.Boolean(),
  valueStart: Type.String({ description: "The first characters of the value, to tell keys apart." }),
  lastUsedTime: nullable(
    Type.Integer({ description: "When the key was last used, up to a minute late; null before the first use." }),
  ),
} as const;

/** A key as lists show it: without its value, which nobody can look up. */
export const ApiKeyInfoSchema = Type.Object(MEMBERS, { title: "ApiKeyInfo", examples: [EXAMPLE] });

/** A key as saving shows it. */
export const ApiKeySchema = Type.Object(
  {
    ...MEMBERS,
    value: nullable(Type.String({ description: "The key itself, in the answer that creates it only; null later." })),
  },
  {
    title: "ApiKey",
    examples: [
      {
        ...EXAMPLE,
        value: "bh_Q2x7KuV0c2l0b3JzLXNlZS1vbmUta2V5LW9uY2UtYW5kLW5ldmVyLWFnYWluLWFmdGVyLXRoaXMtYW5zd2Vy",
      },
    ],
  },
);

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

/** A key as a client sends one; members that are not here are ignored. */
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
    examples: [
      { userId: EXAMPLE.userId, description: "nightly export", enabled: true, expirationTime: EXAMPLE.expirationTime },
    ],
  },
);

export type SentApiKey = Static<typeof SentApiKey>;
