// Describes the input of an operation from one row of the route table. Its output is left to responses.ts. Source: REST
// contract 19.
import { Type, type TSchema } from "typebox";
import { bodyDescription, type RestRoute } from "../route.ts";
import type { Components } from "./components.ts";
import type { Written } from "./plain-forms.ts";
import { contentOf, responsesOf } from "./responses.ts";
import { USUAL_SECURITY } from "./security.ts";
import { isObject } from "../../../lib/members.ts";

export function operationOf(route: RestRoute, components: Components): Written {
  const { operationId, summary, description, tag, access, edge } = route;
  const parameters = [...pathParameters(route, components), ...queryParameters(route, components)];
  const requestBody = requestBodyOf(route, components);
  return {
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    operationId,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(route, components),
    // Each scheme is sufficient on its own, so they are listed as alternatives.
    security: access === "open" ? [] : (edge?.description?.security ?? USUAL_SECURITY).map((name) => ({ [name]: [] })),
  };
}

/** `/api/device/{deviceId}` for `/api/device/:deviceId`. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, "{$1}");
}

function pathParameters({ path, params }: RestRoute, components: Components): Written[] {
  const schemas = membersOf(params);
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    ...parameterSchema(schemas[name] ?? Type.String(), components),
  }));
}

function queryParameters(route: RestRoute, components: Components): Written[] {
  const query = route.queryDescribes ?? route.query;
  const required: unknown = query !== undefined && "required" in query ? query.required : [];
  return Object.entries(membersOf(query)).map(([name, schema]) => ({
    name,
    in: "query",
    ...(Array.isArray(required) && required.includes(name) ? { required: true } : {}),
    ...parameterSchema(schema, components),
  }));
}

/** OpenAPI keeps the description of a parameter outside its schema. */
function parameterSchema(schema: unknown, components: Components): Written {
  const { description, ...shape } = isObject(schema) ? schema : {};
  return { ...(description === undefined ? {} : { description }), schema: components.show(shape) };
}

function membersOf(schema: TSchema | undefined): Written {
  return schema !== undefined && "properties" in schema && isObject(schema.properties) ? schema.properties : {};
}

function requestBodyOf(route: RestRoute, components: Components): Written | undefined {
  const described = bodyDescription(route);
  if (described === undefined) return undefined;
  const required = !takesNull(described);
  const content = contentOf(required ? described : withoutNull(described), components);
  return { required, content: Object.fromEntries(bodyTypesOf(route).map((type) => [type, content])) };
}

function bodyTypesOf({ body, bodyTypes }: RestRoute): readonly string[] {
  if (bodyTypes !== undefined) return bodyTypes;
  if (body === "upload") return ["application/octet-stream"];
  return body === "text" || body === "values" ? ["application/json", "text/plain"] : ["application/json"];
}

/** A body that may be null may also be absent. */
function takesNull(schema: TSchema): boolean {
  return "type" in schema && Array.isArray(schema.type) && schema.type.includes("null");
}

function withoutNull(schema: TSchema): TSchema {
  const types = "type" in schema && Array.isArray(schema.type) ? (schema.type as unknown[]) : [];
  return { ...schema, type: types.find((type) => type !== "null") };
}
