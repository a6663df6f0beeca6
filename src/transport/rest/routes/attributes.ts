// Attributes of devices and of tenants, customers and users, over REST. Source: REST contract 9.
import { Type, type Static } from "typebox";
import type { Principal } from "../../../core/access/principal.ts";
import type { AttributeService } from "../../../core/attributes/attribute-service.ts";
import type { AttributeSelection, StoredAttribute } from "../../../core/attributes/attribute.ts";
import type { AttributeScope } from "../../../core/bus/events.ts";
import { invalid } from "../../../core/errors.ts";
import type { Clock } from "../../../lib/clock.ts";
import { entityOfPath, SentJson } from "../audit-rule.ts";
import { callerSignal } from "../caller-signal.ts";
import { EXAMPLE_TIME } from "../example-values.ts";
import type { BodyReaders } from "../large-bodies/body-readers.ts";
import type { SentValues } from "../large-bodies/large-body.ts";
import { ErrorCode } from "../http-status.ts";
import { ALL_AUTHORITIES, jsonText, MEMBERS, resource, type RestRoute } from "../route.ts";
import { AttributeValues, parseAttributesBody, type ValueBodyOptions } from "../value-body.ts";
import { OWNER, type ValueOwner, type ValueOwners } from "../value-owner.ts";
import { KeysQuery, parseKeys, requireKeys } from "../value-query.ts";
import { typedValue } from "../value-text.ts";
import { uuidText } from "../nullable.ts";

export interface AttributeRouteDeps {
  readonly owners: ValueOwners;
  readonly attributes: Pick<
    AttributeService,
    "readInTurns" | "keys" | "save" | "saveOfOther" | "delete" | "deleteOfOther"
  >;
  readonly bodies: Pick<BodyReaders, "attributes">;
  readonly clock: Clock;
  readonly values: ValueBodyOptions;
}

const api = resource("telemetry", ALL_AUTHORITIES);

export const SCOPES = ["CLIENT_SCOPE", "SERVER_SCOPE", "SHARED_SCOPE"] as const satisfies readonly AttributeScope[];
const Scope = { scope: Type.Enum(SCOPES) };
const Keys = Type.Array(Type.String(), { examples: [["fw", "mode"]] });
const Attribute = Type.Object(
  { lastUpdateTs: Type.Integer(), key: Type.String(), value: Type.Unknown() },
  { title: "AttributeData", examples: [{ lastUpdateTs: EXAMPLE_TIME, key: "fw", value: "1.2" }] },
);

const OfAll = Type.Object(OWNER);
const OfOneScope = Type.Object({ ...OWNER, ...Scope });
const OfDevice = Type.Object({ deviceId: uuidText(), ...Scope });

const PT = "/api/plugins/telemetry";
const OF_OWNER = `${PT}/:entityType/:entityId`;

/** An entity named by a path: by type and id, or a device by its id alone. */
type Named = ({ readonly entityType: string; readonly entityId: string } | { readonly deviceId: string }) & {
  readonly scope?: AttributeScope;
};

function typeAndId(named: Named): [type: string, id: string] {
  return "deviceId" in named ? ["DEVICE", named.deviceId] : [named.entityType, named.entityId];
}

export function attributeRoutes({
  owners,
  attributes,
  bodies,
  clock,
  values,
}: AttributeRouteDeps): readonly RestRoute[] {
  const save = async (
    principal: Principal,
    owner: ValueOwner,
    scope: AttributeScope,
    body: SentValues,
  ): Promise<void> => {
    if (scope === "CLIENT_SCOPE")
      throw invalid("scope must be SERVER_SCOPE or SHARED_SCOPE: client attributes are written by the device");
    const ofOwner = owner.kind === "device" ? owner.device.castsStrings : null;
    const options = { ...values, castStrings: ofOwner ?? values.castStrings };
    const sent =
      typeof body === "string"
        ? parseAttributesBody(body, options)
        : await bodies.attributes(
            { form: "attributes", bytes: body.bytes, now: clock.now(), values: options },
            principal.tenantId,
          );
    if (owner.kind === "device") await attributes.save(owner.device, scope, sent, clock.now());
    else if (scope === "SERVER_SCOPE") await attributes.saveOfOther(owner.id, sent, clock.now());
    else throw invalid("scope must be SERVER_SCOPE: only devices have shared attributes");
  };

  const remove = async (owner: ValueOwner, scope: AttributeScope, keys: readonly string[]): Promise<void> => {
    if (owner.kind === "device") await attributes.delete(owner.device, scope, keys);
    else await attributes.deleteOfOther(owner.id, scope, keys);
  };

  const keysRow = (path: string, operationId: string, summary: string, params: typeof OfAll | typeof OfOneScope) =>
    api.get(`${OF_OWNER}/keys/attributes${path}`, operationId, {
      summary,
      params,
      answer: Keys,
      async handle({ principal, params: named }) {
        const { scope }: Named = named;
        const owner = await owners.require(principal, ...typeAndId(named), "read-values");
        return [...new Set(await attributes.keys(idOf(owner), scope ?? "all"))];
      },
    });

  const readRow = (path: string, operationId: string, summary: string, params: typeof OfAll | typeof OfOneScope) =>
    api.get(`${OF_OWNER}/values/attributes${path}`, operationId, {
      summary,
      params,
      query: KeysQuery,
      answer: jsonText(Type.Array(Attribute)),
      audit: {
        action: "ATTRIBUTES_READ",
        entity: ({ params: named }) => entityOfPath(...typeAndId(named)),
        data: ({ params: { scope }, query }: { params: Named; query: Static<typeof KeysQuery> }) => ({
          scope: scope ?? "all",
          attributes: parseKeys(query) ?? "all",
        }),
      },
      async handle({ principal, params: named, query }, reply) {
        const { scope }: Named = named;
        const id = idOf(await owners.require(principal, ...typeAndId(named), "read-values"));
        const selection: AttributeSelection = { scope: scope ?? "all", keys: parseKeys(query) ?? "all" };
        return showAttributes(
          await attributes.readInTurns({ id, tenantId: principal.tenantId }, selection, callerSignal(reply)),
        );
      },
    });

  const saveRow = (path: string, operationId: string, params: typeof OfOneScope | typeof OfDevice) =>
    api.post(path, operationId, {
      summary: params === OfDevice ? "Save attributes of a device" : "Save attributes of an entity",
      access: params === OfDevice ? MEMBERS : ALL_AUTHORITIES,
      params,
      errorCodes: [ErrorCode.LIMIT_EXCEEDED],
      body: "values",
      bodyDescribes: AttributeValues,
      audit: {
        action: "ATTRIBUTES_UPDATED",
        entity: ({ params: named }) => entityOfPath(...typeAndId(named)),
        data: ({ params: { scope }, body }) => ({ scope, attributes: new SentJson(body) }),
      },
      async handle({ principal, params: named, body }) {
        const owner = await owners.require(principal, ...typeAndId(named), "write-values");
        await save(principal, owner, named.scope, body);
      },
    });

  const deleteRow = (path: string, operationId: string, params: typeof OfOneScope | typeof OfDevice) =>
    api.delete(path, operationId, {
      summary: params === OfDevice ? "Delete attributes of a device" : "Delete attributes of an entity",
      access: params === OfDevice ? MEMBERS : ALL_AUTHORITIES,
      params,
      query: KeysQuery,
      audit: {
        action: "ATTRIBUTES_DELETED",
        entity: ({ params: named }) => entityOfPath(...typeAndId(named)),
        data: ({ params: { scope }, query }) => ({ scope, attributes: parseKeys(query) ?? [] }),
      },
      async handle({ principal, params: named, query }) {
        const owner = await owners.require(principal, ...typeAndId(named), "write-values");
        await remove(owner, named.scope, requireKeys(query));
      },
    });

  return [
    keysRow("", "getAttributeKeys", "Names of all attributes of an entity", OfAll),
    keysRow("/:scope", "getAttributeKeysByScope", "Names of the attributes of one scope", OfOneScope),
    readRow("", "getAttributes", "Attributes of all scopes", OfAll),
    readRow("/:scope", "getAttributesByScope", "Attributes of one scope", OfOneScope),
    saveRow(`${OF_OWNER}/attributes/:scope`, "saveEntityAttributesV2", OfOneScope),
    saveRow(`${OF_OWNER}/:scope`, "saveEntityAttributesV1", OfOneScope),
    saveRow(`${PT}/:deviceId/:scope`, "saveDeviceAttributes", OfDevice),
    deleteRow(`${OF_OWNER}/:scope`, "deleteEntityAttributes", OfOneScope),
    deleteRow(`${PT}/:deviceId/:scope`, "deleteDeviceAttributes", OfDevice),
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
