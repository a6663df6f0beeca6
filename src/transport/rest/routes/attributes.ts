// Attributes of devices and of tenants, customers and users, over REST. Source: REST contract 9.
import { Type } from "typebox";
import type { AttributeService } from "../../../core/attributes/attribute-service.ts";
import type { StoredAttribute } from "../../../core/attributes/attribute.ts";
import type { AttributeScope } from "../../../core/bus/events.ts";
import { invalid } from "../../../core/errors.ts";
import type { Clock } from "../../../lib/clock.ts";
import { entityOfPath, SentJson } from "../audit-rule.ts";
import { EXAMPLE_TIME } from "../example-values.ts";
import { ANYBODY, MEMBERS, jsonText, resource, type RestRoute } from "../route.ts";
import { parseAttributesBody, type ValueBodyOptions } from "../value-body.ts";
import type { ValueOwner, ValueOwners } from "../value-owner.ts";
import { KeysQuery, parseKeys, requireKeys } from "../value-query.ts";
import { typedValue } from "../value-text.ts";
import { AttributeValues } from "../value-wire.ts";

const api = resource("telemetry", ANYBODY);

export interface AttributeRouteParts {
  readonly owners: ValueOwners;
  readonly attributes: Pick<AttributeService, "read" | "keys" | "save" | "saveOfOther" | "delete" | "deleteOfOther">;
  readonly clock: Clock;
  readonly values: ValueBodyOptions;
}

const SCOPES = ["CLIENT_SCOPE", "SERVER_SCOPE", "SHARED_SCOPE"] as const satisfies readonly AttributeScope[];

const Scope = Type.Enum(SCOPES);
const Owner = { entityType: Type.String(), entityId: Type.String() } as const;
const OwnerParams = Type.Object(Owner);
const ScopedParams = Type.Object({ ...Owner, scope: Scope });
const DeviceParams = Type.Object({ deviceId: Type.String(), scope: Scope });

const Keys = Type.Array(Type.String(), { examples: [["fw", "mode"]] });
const Attribute = Type.Object(
  { lastUpdateTs: Type.Integer(), key: Type.String(), value: Type.Unknown() },
  { title: "Attribute", examples: [{ lastUpdateTs: EXAMPLE_TIME, key: "fw", value: "1.2" }] },
);
const Attributes = jsonText(Type.Array(Attribute));

const PT = "/api/plugins/telemetry";
const OF_OWNER = `${PT}/:entityType/:entityId`;

export function attributeRoutes({ owners, attributes, clock, values }: AttributeRouteParts): readonly RestRoute[] {
  const read = async (
    owner: ValueOwner,
    scope: AttributeScope | "all",
    keys: readonly string[] | undefined,
  ): Promise<string> => showAttributes(await attributes.read(idOf(owner), scope, keys ?? "all"));

  const save = async (owner: ValueOwner, scope: AttributeScope, body: string): Promise<void> => {
    if (scope === "CLIENT_SCOPE")
      throw invalid("scope must be SERVER_SCOPE or SHARED_SCOPE: client attributes are written by the device");
    const sent = parseAttributesBody(body, values);
    if (owner.kind === "device") await attributes.save(owner.device, scope, sent, clock.now());
    else if (scope === "SERVER_SCOPE") await attributes.saveOfOther(owner.id, sent, clock.now());
    else throw invalid("scope must be SERVER_SCOPE: only devices have shared attributes");
  };

  const remove = async (owner: ValueOwner, scope: AttributeScope, keys: readonly string[]): Promise<void> => {
    if (owner.kind === "device") await attributes.delete(owner.device, scope, keys);
    else await attributes.deleteOfOther(owner.id, scope, keys);
  };

  return [
    api.get(`${OF_OWNER}/keys/attributes`, "getAttributeKeys", {
      summary: "Names of all attributes of an entity",
      params: OwnerParams,
      answer: Keys,
      async handle({ principal, params }) {
        const owner = await owners.require(principal, params.entityType, params.entityId, "read-values");
        return [...new Set(await attributes.keys(idOf(owner), "all"))];
      },
    }),
    api.get(`${OF_OWNER}/keys/attributes/:scope`, "getAttributeKeysByScope", {
      summary: "Names of the attributes of one scope",
      params: ScopedParams,
      answer: Keys,
      async handle({ principal, params }) {
        const owner = await owners.require(principal, params.entityType, params.entityId, "read-values");
        return [...(await attributes.keys(idOf(owner), params.scope))];
      },
    }),
    api.get(`${OF_OWNER}/values/attributes`, "getAttributes", {
      summary: "Attributes of all scopes",
      params: OwnerParams,
      query: KeysQuery,
      answer: Attributes,
      audit: {
        action: "ATTRIBUTES_READ",
        entity: ({ params }) => entityOfPath(params.entityType, params.entityId),
        data: ({ query }) => ({ scope: "all", attributes: parseKeys(query) ?? "all" }),
      },
      async handle({ principal, params, query }) {
        const owner = await owners.require(principal, params.entityType, params.entityId, "read-values");
        return await read(owner, "all", parseKeys(query));
      },
    }),
    api.get(`${OF_OWNER}/values/attributes/:scope`, "getAttributesByScope", {
      summary: "Attributes of one scope",
      params: ScopedParams,
      query: KeysQuery,
      answer: Attributes,
      audit: {
        action: "ATTRIBUTES_READ",
        entity: ({ params }) => entityOfPath(params.entityType, params.entityId),
        data: ({ params, query }) => ({ scope: params.scope, attributes: parseKeys(query) ?? "all" }),
      },
      async handle({ principal, params, query }) {
        const owner = await owners.require(principal, params.entityType, params.entityId, "read-values");
        return await read(owner, params.scope, parseKeys(query));
      },
    }),
    ...(["attributes/:scope", ":scope"] as const).map((path, index) =>
      api.post(`${OF_OWNER}/${path}`, index === 0 ? "saveEntityAttributes" : "saveAttributes", {
        summary: "Save attributes of an entity",
        params: ScopedParams,
        body: "text",
        bodyDescribes: AttributeValues,
        audit: {
          action: "ATTRIBUTES_UPDATED",
          entity: ({ params }) => entityOfPath(params.entityType, params.entityId),
          data: ({ params, body }) => ({ scope: params.scope, attributes: new SentJson(body) }),
        },
        async handle({ principal, params, body }) {
          const owner = await owners.require(principal, params.entityType, params.entityId, "write-values");
          await save(owner, params.scope, body);
        },
      }),
    ),
    api.post(`${PT}/:deviceId/:scope`, "saveDeviceAttributes", {
      summary: "Save attributes of a device",
      access: MEMBERS,
      params: DeviceParams,
      body: "text",
      bodyDescribes: AttributeValues,
      audit: {
        action: "ATTRIBUTES_UPDATED",
        entity: ({ params }) => ({ type: "DEVICE", id: params.deviceId }),
        data: ({ params, body }) => ({ scope: params.scope, attributes: new SentJson(body) }),
      },
      async handle({ principal, params, body }) {
        await save(await owners.require(principal, "DEVICE", params.deviceId, "write-values"), params.scope, body);
      },
    }),
    api.delete(`${OF_OWNER}/:scope`, "deleteAttributes", {
      summary: "Delete attributes of an entity",
      params: ScopedParams,
      query: KeysQuery,
      audit: {
        action: "ATTRIBUTES_DELETED",
        entity: ({ params }) => entityOfPath(params.entityType, params.entityId),
        data: ({ params, query }) => ({ scope: params.scope, attributes: parseKeys(query) ?? [] }),
      },
      async handle({ principal, params, query }) {
        const owner = await owners.require(principal, params.entityType, params.entityId, "write-values");
        await remove(owner, params.scope, requireKeys(query));
      },
    }),
    api.delete(`${PT}/:deviceId/:scope`, "deleteDeviceAttributes", {
      summary: "Delete attributes of a device",
      access: MEMBERS,
      params: DeviceParams,
      query: KeysQuery,
      audit: {
        action: "ATTRIBUTES_DELETED",
        entity: ({ params }) => ({ type: "DEVICE", id: params.deviceId }),
        data: ({ params, query }) => ({ scope: params.scope, attributes: parseKeys(query) ?? [] }),
      },
      async handle({ principal, params, query }) {
        const owner = await owners.require(principal, "DEVICE", params.deviceId, "write-values");
        await remove(owner, params.scope, requireKeys(query));
      },
    }),
  ];
}

function idOf(owner: ValueOwner) {
  return owner.kind === "device" ? owner.device.id : owner.id;
}

function showAttributes(attributes: readonly StoredAttribute[]): string {
  return `[${attributes.map(showAttribute).join(",")}]`;
}

function showAttribute({ key, lastUpdateTs, value }: StoredAttribute): string {
  return `{"lastUpdateTs":${String(lastUpdateTs)},"key":${JSON.stringify(key)},"value":${typedValue(value)}}`;
}
