// API keys over REST: users manage their own, administrators also those of the users below them. Source: REST contract
// 3.
import { Type, type Static } from "typebox";
import type { ApiKey, KeyOwner, ApiKeySortProperty, ApiKeyStore } from "../../../core/access/api-key.ts";
import type { ApiKeyService } from "../../../core/access/api-key-service.ts";
import {
  permit,
  permitRole,
  requireKnownUser,
  type OperationOn,
  type ResourceOf,
} from "../../../core/access/permissions.ts";
import type { Principal } from "../../../core/access/principal.ts";
import type { AuditData, AuditedEntity } from "../../../core/audit-trail.ts";
import { invalid } from "../../../core/errors.ts";
import { parseId, type ApiKeyId, type UserId } from "../../../core/ids.ts";
import type { UserService } from "../../../core/users/user-service.ts";
import type { User } from "../../../core/users/user.ts";
import type { Clock } from "../../../lib/clock.ts";
import { jsonKind } from "../../../lib/json.ts";
import { auditSaveOf } from "../audit-rule.ts";
import { ApiKeyInfoSchema, ApiKeySchema, SentApiKey, showApiKey, showApiKeyInfo } from "../user-wire.ts";
import { parseRef, UuidParam } from "../entity-ids.ts";
import { parseJsonBody } from "../json-body.ts";
import { pageOf, pageQuery, parsePage, toPage } from "../paging.ts";
import { ALL_AUTHORITIES, resource, type RestRoute } from "../route.ts";

const api = resource("api keys", ALL_AUTHORITIES);

export interface ApiKeyRouteDeps {
  readonly apiKeys: ApiKeyService;
  readonly apiKeyStore: Pick<ApiKeyStore, "listKeys">;
  readonly users: UserService;
  readonly clock: Clock;
  readonly pageRowsMax: number;
  /** Largest body that is only a description, in bytes. */
  readonly descriptionBytesMax: number;
}

const SORTABLE: readonly ApiKeySortProperty[] = ["createdTime", "expirationTime", "description", "enabled"];

export function apiKeyRoutes(deps: ApiKeyRouteDeps): readonly RestRoute[] {
  const { apiKeys, apiKeyStore, users, clock, pageRowsMax, descriptionBytesMax } = deps;

  const permittedOwner = async (
    principal: Principal,
    userId: UserId,
    operation: OperationOn<"API_KEY">,
  ): Promise<KeyOwner> => {
    permitRole(principal, operation, "API_KEY");
    const user = await users.require(userId);
    requireKnownUser(principal, user);
    const owner = ownerOf(user);
    permit<"API_KEY">(principal, operation, resourceOf(owner));
    return owner;
  };

  const permittedKey = async (principal: Principal, id: string, operation: OperationOn<"API_KEY">): Promise<ApiKey> => {
    permitRole(principal, operation, "API_KEY");
    const key = await apiKeys.require(parseId<ApiKeyId>(id, "id"));
    permit<"API_KEY">(principal, operation, resourceOf(key.owner));
    return key;
  };

  /** The audit data: the key without its value, and the name of its owner, who may not be the actor. */
  const recorded = async (saved: Static<typeof ApiKeyInfoSchema> | undefined): Promise<AuditData> => {
    if (saved === undefined) return {};
    const { email } = await users.require(parseId<UserId>(saved.userId.id, "userId"));
    const { id, userId, description, enabled, expirationTime } = saved;
    return { entity: { id, userId, description, enabled, expirationTime }, ownerName: email };
  };

  return [
    api.post("/api/apiKey", "saveApiKey", {
      summary: "Create an API key, or change its description or switch",
      body: SentApiKey,
      answer: ApiKeySchema,
      audit: {
        ...auditSaveOf("API_KEY", ({ id, description }: SentApiKey) => ({ id, name: description ?? "" })),
        data: (_request, saved) => recorded(saved),
      },
      async handle({ principal, body }) {
        const id = parseRef<ApiKeyId>(body.id, "API_KEY", "id");
        const userId = parseRef<UserId>(body.userId, "USER", "userId");
        if (id === null) {
          const owner = await permittedOwner(principal, userId ?? principal.userId, "create");
          const { key, value } = await apiKeys.create(owner, {
            description: body.description,
            enabled: body.enabled ?? true,
            expirationTime: body.expirationTime ?? 0,
          });
          return showApiKey(key, clock.now(), value);
        }
        const present = await permittedKey(principal, id, "write");
        requireUnchanged(present, userId, body.expirationTime ?? null);
        // A missing description is refused, as for a new key. A missing switch leaves the state unchanged, because a
        // key that was switched off for a reason must not be switched on by accident.
        const key = await apiKeys.update(id, {
          description: body.description ?? "",
          enabled: body.enabled ?? undefined,
        });
        return showApiKey(key, clock.now(), null);
      },
    }),
    api.get("/api/apiKeys/:userId", "getUserApiKeys", {
      summary: "The API keys of a user, without their values",
      query: pageQuery(SORTABLE, {}),
      answer: pageOf(ApiKeyInfoSchema),
      async handle({ principal, params, query }) {
        const { userId } = await permittedOwner(principal, parseId<UserId>(params.userId, "userId"), "list");
        const request = parsePage(query, SORTABLE, pageRowsMax);
        const now = clock.now();
        return toPage(await apiKeyStore.listKeys(userId, request), request, (key) => showApiKeyInfo(key, now));
      },
    }),
    api.put("/api/apiKey/:id/enabled/:enabledValue", "enableApiKey", {
      summary: "Switch an API key on or off",
      params: Type.Object({ id: UuidParam, enabledValue: Type.Boolean() }),
      body: "ignored",
      answer: ApiKeyInfoSchema,
      audit: { action: "UPDATED", entity: namedKey, data: (_request, saved) => recorded(saved) },
      async handle({ principal, params }) {
        const { id } = await permittedKey(principal, params.id, "write");
        return showApiKeyInfo(await apiKeys.update(id, { enabled: params.enabledValue }), clock.now());
      },
    }),
    api.put("/api/apiKey/:id/description", "updateApiKeyDescription", {
      summary: "Change the description of an API key",
      body: "text",
      bodyDescribes: Type.String({ examples: ["nightly export"] }),
      bodyBytesMax: descriptionBytesMax,
      answer: ApiKeyInfoSchema,
      audit: { action: "UPDATED", entity: namedKey, data: (_request, saved) => recorded(saved) },
      async handle({ principal, params, body, headers }) {
        const { id } = await permittedKey(principal, params.id, "write");
        const description = descriptionIn(body, headers["content-type"]);
        return showApiKeyInfo(await apiKeys.update(id, { description }), clock.now());
      },
    }),
    api.delete("/api/apiKey/:id", "deleteApiKey", {
      summary: "Delete an API key, which ends its use at once",
      audit: { action: "DELETED", entity: namedKey },
      async handle({ principal, params }) {
        const { id } = await permittedKey(principal, params.id, "delete");
        await apiKeys.delete(id);
      },
    }),
  ];
}

/** The key named by the path, for the audit log. */
function namedKey({ params }: { readonly params: { readonly id: string } }): AuditedEntity {
  return { type: "API_KEY", id: params.id };
}

function ownerOf({ id, authority, tenantId, customerId }: User): KeyOwner {
  return { userId: id, authority, tenantId, customerId };
}

function resourceOf(owner: KeyOwner): ResourceOf<"API_KEY"> {
  return { kind: "API_KEY", ...owner };
}

/** User and expiration cannot change; a body may omit or repeat them. */
function requireUnchanged({ owner, expiresAt }: ApiKey, userId: UserId | null, expirationTime: number | null): void {
  if (userId !== null && userId !== owner.userId) throw invalid("the user of an API key cannot change");
  if (expirationTime !== null && expirationTime !== (expiresAt ?? 0))
    throw invalid(
      `the expirationTime of an API key cannot change: it is ${String(expiresAt ?? 0)}, got ${String(expirationTime)}`,
    );
}

/** Plain text as is; a body declared as JSON must be a JSON string, and is unquoted. */
function descriptionIn(body: string | undefined, contentType: string | undefined): string {
  if (body === undefined || body === "") throw invalid("the body is empty, it must be the description");
  if (contentType?.toLowerCase().startsWith("application/json") !== true) return body;
  const value = parseJsonBody(body);
  if (typeof value !== "string") throw invalid(`the body must be a JSON string, got ${jsonKind(value)}`);
  return value;
}
