// Relations over REST, which clients read to find the devices of a gateway and the gateway of a device. Only devices
// have relations.
import { Type, type Static, type TArray, type TSchema } from "typebox";
import type { Principal } from "../../../core/access/principal.ts";
import { permitMember } from "../../../core/access/permissions.ts";
import type { Relation, RelationQuery, RelationStore } from "../../../core/devices/relation-store.ts";
import { invalid } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import type { DeviceAccess } from "../device-access.ts";
import { ENTITY_TYPES, entityRef, EntityRefSchema, parseEntityType } from "../entity-ids.ts";
import { EXAMPLE_REFS } from "../example-values.ts";
import { FreeObjectOrNull, oneOf, uuidText, wordOf } from "../nullable.ts";
import { MEMBERS, resource, type RestRoute } from "../route.ts";
import { named } from "../wire.ts";

const GROUPS = ["COMMON", "DASHBOARD", "RULE_CHAIN", "RULE_NODE", "EDGE", "EDGE_AUTO_ASSIGN_RULE_CHAIN"] as const;

const FILTER = {
  relationType: Type.Optional(Type.String({ maxLength: 255, description: "Of this type; of any when left out." })),
  relationTypeGroup: Type.Optional(Type.Enum(GROUPS, { description: "COMMON when left out." })),
} as const;
const Filter = Type.Object(FILTER);
const TYPE = wordOf(ENTITY_TYPES);
const EitherEnd = Type.Object({
  fromId: Type.Optional(uuidText({ description: "Relations from this entity, with `fromType`." })),
  fromType: Type.Optional(TYPE),
  toId: Type.Optional(uuidText({ description: "Relations to this entity, with `toType`." })),
  toType: Type.Optional(TYPE),
  ...FILTER,
});

const RELATION = {
  from: [EntityRefSchema, EXAMPLE_REFS.device],
  to: [EntityRefSchema, EXAMPLE_REFS.device],
  type: [Type.String(), "Created"],
  typeGroup: [oneOf(GROUPS), "COMMON"],
  additionalInfo: [FreeObjectOrNull, null],
} as const;
const NAMES = { fromName: [Type.String(), "gateway-1"], toName: [Type.String(), "boiler-7"] } as const;
const Relations = Type.Array(named("EntityRelation", RELATION));
const Infos = Type.Array(named("EntityRelationInfo", { ...RELATION, ...NAMES }));

interface End {
  readonly end: RelationQuery["end"];
  readonly entityType: string;
  readonly id: string;
}

const ABOUT =
  "The platform keeps one relation, `Created`, from a gateway to each device that it brought. A user of a customer sees those whose both ends belong to the customer.";

const api = resource("devices", MEMBERS);

export interface RelationRouteDeps {
  readonly access: DeviceAccess;
  readonly relations: RelationStore;
  /** Most relations in one answer; more are refused. */
  readonly pageRowsMax: number;
}

export function relationRoutes({ access, relations, pageRowsMax }: RelationRouteDeps): readonly RestRoute[] {
  const list = async (
    principal: Principal,
    { end, entityType, id }: End,
    { relationType = "", relationTypeGroup: group = "COMMON" }: Static<typeof Filter>,
  ): Promise<readonly Relation[]> => {
    permitMember(principal, "read", "DEVICE");
    const isDevice = parseEntityType(entityType.toUpperCase(), `${end}Type`) === "DEVICE";
    parseId(id, `${end}Id`);
    if (!isDevice) return [];
    const { id: deviceId } = await access.require(principal, id, "read");
    const { tenantId, customerId } = principal;
    const type = relationType === "" ? null : relationType;
    const found = await relations.list({ tenantId, customerId, deviceId, end, group, type }, pageRowsMax + 1);
    if (found.length > pageRowsMax)
      throw invalid(
        `device ${deviceId} has more than ${String(pageRowsMax)} relations, which is the most one answer gives`,
      );
    return found;
  };

  const fromParams = Type.Object({ fromType: TYPE, fromId: uuidText() });
  const toParams = Type.Object({ toType: TYPE, toId: uuidText() });
  const fromOf = ({ fromType, fromId }: Static<typeof fromParams>): End => ({
    end: "from",
    entityType: fromType,
    id: fromId,
  });
  const toOf = ({ toType, toId }: Static<typeof toParams>): End => ({ end: "to", entityType: toType, id: toId });

  /** Two routes for each of three ways to name an entity: with and without the names of both ends. */
  const pair = <Row extends TSchema>(
    infix: "" | "/info",
    ids: Readonly<Record<"either" | "from" | "to", string>>,
    { answer, show, detail }: { answer: TArray<Row>; show: (relation: Relation) => Static<Row>; detail: string },
  ): readonly RestRoute[] => [
    api.get(`/api/relations${infix}`, ids.either, {
      summary: `The relations from an entity, or to one${detail}`,
      description: ABOUT,
      errors: [404],
      query: EitherEnd,
      answer,
      handle: async ({ principal, query }) => (await list(principal, endOf(query), query)).map(show),
    }),
    api.get(`/api/relations${infix}/from/:fromType/:fromId`, ids.from, {
      summary: `The relations from an entity${detail}`,
      description: ABOUT,
      params: fromParams,
      query: Filter,
      answer,
      handle: async ({ principal, params, query }) => (await list(principal, fromOf(params), query)).map(show),
    }),
    api.get(`/api/relations${infix}/to/:toType/:toId`, ids.to, {
      summary: `The relations to an entity${detail}`,
      description: ABOUT,
      params: toParams,
      query: Filter,
      answer,
      handle: async ({ principal, params, query }) => (await list(principal, toOf(params), query)).map(show),
    }),
  ];

  return [
    ...pair(
      "",
      { either: "findRelations", from: "findRelationsByFrom", to: "findRelationsByTo" },
      { answer: Relations, show: showRelation, detail: "" },
    ),
    ...pair(
      "/info",
      { either: "findRelationInfos", from: "findInfoByFrom", to: "findInfoByTo" },
      { answer: Infos, show: showInfo, detail: ", with the names of both ends" },
    ),
  ];
}

/** Exactly one end must be named, completely. */
function endOf({ fromId, fromType, toId, toType }: Static<typeof EitherEnd>): End {
  const [isFrom, isTo] = [fromId ?? fromType, toId ?? toType].map((named) => named !== undefined);
  if (isFrom === isTo)
    throw invalid(
      `either fromId and fromType or toId and toType must be given, got ${isFrom === true ? "both" : "neither"}`,
    );
  return isFrom === true
    ? { end: "from", entityType: fromType ?? "", id: fromId ?? "" }
    : { end: "to", entityType: toType ?? "", id: toId ?? "" };
}

function showRelation({ from, to, type, group }: Relation): Static<typeof Relations>[number] {
  const typeGroup = GROUPS.find((known) => known === group) ?? "COMMON";
  return { from: entityRef("DEVICE", from.id), to: entityRef("DEVICE", to.id), type, typeGroup, additionalInfo: null };
}

function showInfo(relation: Relation): Static<typeof Infos>[number] {
  return { ...showRelation(relation), fromName: relation.from.name, toName: relation.to.name };
}
