// The first part of a query: which entities it looks at. Source: REST contract 13.
import { DomainError, invalid } from "../errors.ts";
import { parseId, type AnyId } from "../ids.ts";
import { QUERYABLE_TYPES, type EntityFilter, type QueryableType } from "./entity-query.ts";
import { arrayOf, isNothing, memberOf, objectOf, oneOfWords, textOf, textOr, type JsonMembers } from "./query-json.ts";

type FilterType = (typeof FILTER_TYPES)[number];

const FILTER_TYPES = ["singleEntity", "entityList", "entityName", "entityType", "deviceType"] as const;
const PREFIX_MAX = 255;

const READERS: Readonly<Record<FilterType, (filter: JsonMembers, listedMax: number) => Partial<EntityFilter>>> = {
  singleEntity: (filter) => {
    const entity = objectOf(memberOf(filter, "singleEntity"), "entityFilter.singleEntity");
    return {
      entityType: parseType(memberOf(entity, "entityType"), "entityFilter.singleEntity.entityType"),
      ids: [parseEntityId(memberOf(entity, "id"), "entityFilter.singleEntity.id")],
    };
  },
  entityList: (filter, listedMax) => {
    const list = listOf(filter, "entityList", listedMax);
    return {
      entityType: parseType(memberOf(filter, "entityType"), "entityFilter.entityType"),
      ids: list.map((id, index) => parseEntityId(id, `entityFilter.entityList[${String(index)}]`)),
    };
  },
  entityName: (filter) => ({
    entityType: parseType(memberOf(filter, "entityType"), "entityFilter.entityType"),
    namePrefix: parsePrefix(filter, "entityNameFilter"),
  }),
  entityType: (filter) => ({
    entityType: parseType(memberOf(filter, "entityType"), "entityFilter.entityType"),
  }),
  deviceType: (filter, listedMax) => {
    // Clients of old name a single one.
    const single = memberOf(filter, "deviceType");
    const types = isNothing(memberOf(filter, "deviceTypes")) && !isNothing(single) ? [single] : undefined;
    return {
      entityType: "DEVICE",
      namePrefix: parsePrefix(filter, "deviceNameFilter"),
      deviceTypes: (types ?? listOf(filter, "deviceTypes", listedMax)).map((type, index) =>
        textOf(type, `entityFilter.deviceTypes[${String(index)}]`),
      ),
    };
  },
};

/** Throws `invalid`, or `unsupported` for a filter or a kind of entity that there is none of here. */
export function parseEntityFilter(json: unknown, { listedMax }: { readonly listedMax: number }): EntityFilter {
  const filter = objectOf(json, "entityFilter");
  const type = oneOfWords(memberOf(filter, "type"), FILTER_TYPES, "entityFilter.type");
  return { entityType: "DEVICE", ids: null, namePrefix: "", deviceTypes: null, ...READERS[type](filter, listedMax) };
}

function parseType(json: unknown, field: string): QueryableType {
  const text = textOf(json, field);
  const found = QUERYABLE_TYPES.find((type) => type === text);
  if (found === undefined)
    throw new DomainError(
      "unsupported",
      `${field} must be one of ${QUERYABLE_TYPES.join(", ")}, got "${text.slice(0, 64)}"`,
    );
  return found;
}

function parsePrefix(filter: JsonMembers, name: string): string {
  const prefix = textOr(memberOf(filter, name), "", `entityFilter.${name}`);
  if (prefix.length > PREFIX_MAX)
    throw invalid(`entityFilter.${name} may have ${String(PREFIX_MAX)} characters, got ${String(prefix.length)}`);
  return prefix;
}

function listOf(filter: JsonMembers, name: string, listedMax: number): readonly unknown[] {
  const list = arrayOf(memberOf(filter, name), `entityFilter.${name}`);
  if (list.length === 0) throw invalid(`entityFilter.${name} must name at least one`);
  if (list.length > listedMax)
    throw invalid(
      `entityFilter.${name} may have ${String(listedMax)} entries (entityQuery.maxListed), got ${String(list.length)}`,
    );
  return list;
}

/** An id, or a reference that holds one. */
function parseEntityId(json: unknown, field: string): string {
  const id = typeof json === "object" && json !== null ? memberOf(objectOf(json, field), "id") : json;
  return parseId<AnyId>(textOf(id, field), field);
}
