// One row of the route table as an operation of the API description. Source: REST contract 19.
import { STATUS_CODES } from "node:http";
import { Type, type TSchema } from "typebox";
import type { ErrorCode } from "../http-status.ts";
import { bodyDescription, isTextAnswer, type OtherAnswer, type RestRoute, type TextAnswer } from "../route.ts";
import type { Components } from "./components.ts";
import { ERROR_STATUSES, errorStatusesOf, SPECIAL_CASES } from "./error-answers.ts";
import { exampleOf } from "./example.ts";
import { isObject } from "./json.ts";

type Written = Readonly<Record<string, unknown>>;

/** The names of the two security schemes. Either is enough, so an operation lists them as alternatives. */
export const SECURITY_SCHEMES = ["ApiKey", "Jwt"] as const;

/** On an answer that has its content or none at all, which OpenAPI has no word for. */
export const MAY_BE_EMPTY = "x-may-be-empty";

const JSON_TYPE = "application/json";

export function operationOf(route: RestRoute, components: Components): Written {
  const { operationId, summary, description, tag, access } = route;
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
    security: access === "open" ? [] : SECURITY_SCHEMES.map((name) => ({ [name]: [] })),
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

function queryParameters({ query }: RestRoute, components: Components): Written[] {
  const required: unknown = query !== undefined && "required" in query ? query.required : [];
  return Object.entries(membersOf(query)).map(([name, schema]) => ({
    name,
    in: "query",
    ...(Array.isArray(required) && required.includes(name) ? { required: true } : {}),
    ...parameterSchema(schema, components),
  }));
}

/** What a parameter means stands beside its schema. */
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
  const mediaTypes = route.body === "text" ? [JSON_TYPE, "text/plain"] : [JSON_TYPE];
  const content = contentOf(described, components);
  return {
    required: !takesNull(described),
    content: Object.fromEntries(mediaTypes.map((type) => [type, content])),
  };
}

/** A body that may be null may be left out as well. */
function takesNull(schema: TSchema): boolean {
  return "type" in schema && Array.isArray(schema.type) && schema.type.includes("null");
}

function contentOf(schema: TSchema, components: Components): Written {
  const example = exampleOf(schema);
  return { schema: components.show(schema), ...(example === undefined ? {} : { example }) };
}

function responsesOf(route: RestRoute, components: Components): Written {
  const { otherAnswers = {} } = route;
  const errors = errorStatusesOf(route);
  const statuses = [...new Set([...errors, ...Object.keys(otherAnswers).map(Number)])];
  const isRedirect = statuses.some((status) => status < 400);
  // The members of an object that are whole numbers come in their order by themselves.
  return Object.fromEntries([
    ...(isRedirect ? [] : [["200", successOf(route, components)]]),
    ...statuses.map((status) => [
      String(status),
      responseOf(status, errors.includes(status), otherAnswers[status], route.errorCodes ?? [], components),
    ]),
  ]) as Written;
}

function successOf({ answer }: RestRoute, components: Components): Written {
  if (answer === undefined) return { description: "Done. The body is empty." };
  const content = answerContent(answer, components);
  if (!isTextAnswer(answer) || answer.mayBeEmpty !== true) return { description: "Done.", content };
  return { description: "Done. The body can be empty.", content, [MAY_BE_EMPTY]: true };
}

function answerContent(answer: TSchema | TextAnswer, components: Components): Written {
  if (!isTextAnswer(answer)) return { [JSON_TYPE]: contentOf(answer, components) };
  const [mediaType = JSON_TYPE] = answer.contentType.split(";");
  return { [mediaType]: contentOf(answer.describes, components) };
}

function responseOf(
  status: number,
  hasEnvelope: boolean,
  other: OtherAnswer | undefined,
  codes: readonly ErrorCode[],
  components: Components,
): Written {
  const special = codes.filter((code) => SPECIAL_CASES.get(code)?.status === status);
  const shared = ERROR_STATUSES.get(status);
  if (hasEnvelope && shared === undefined) throw new Error(`the status ${String(status)} is not described`);
  if (shared !== undefined && hasEnvelope && special.length === 0 && other === undefined)
    return { $ref: `#/components/responses/${shared.name}` };
  const content = hasEnvelope ? errorContent(status, special, components) : undefined;
  if (other === undefined) return { description: shared?.description ?? "", ...(content ?? {}) };
  return {
    description: hasEnvelope ? `${shared?.description ?? ""} Or: ${other.description}` : other.description,
    ...headersOf(other),
    ...mergedContent(content, other, components),
  };
}

function headersOf({ headers }: OtherAnswer): Written {
  if (headers === undefined) return {};
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  return { headers: Object.fromEntries(described) as Written };
}

/** Either body where a status has the envelope and another one. */
function mergedContent(envelopes: Written | undefined, other: OtherAnswer, components: Components): Written {
  const own = other.body === undefined ? undefined : answerContent(other.body, components);
  if (envelopes === undefined) return own === undefined ? {} : { content: own };
  const of = (content: unknown): Written =>
    isObject(content) && isObject(content[JSON_TYPE]) ? content[JSON_TYPE] : {};
  if (own === undefined || !(JSON_TYPE in own)) return { ...envelopes, content: { ...contentIn(envelopes), ...own } };
  const [mine, theirs] = [of(own), of(contentIn(envelopes))];
  const examples = isObject(theirs["examples"]) ? theirs["examples"] : {};
  return {
    ...envelopes,
    content: {
      [JSON_TYPE]: {
        schema: { anyOf: [mine["schema"], theirs["schema"]] },
        examples: { ...examples, other: { summary: other.description, value: mine["example"] } },
      },
    },
  };
}

function contentIn(response: Written): Written {
  return isObject(response["content"]) ? response["content"] : {};
}

/** The body, and the headers, of a status with the envelope. */
function errorContent(status: number, special: readonly ErrorCode[], components: Components): Written {
  const usual = [...(ERROR_STATUSES.get(status)?.cases.values() ?? [])];
  const cases = [...usual, ...special.flatMap((code) => SPECIAL_CASES.get(code) ?? [])];
  const schemas = [...new Set(cases.map(({ schema }) => schema))].map((schema) => components.show(schema));
  const [only] = schemas;
  return {
    ...(status === 429
      ? { headers: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } } } }
      : {}),
    content: {
      [JSON_TYPE]: {
        schema: schemas.length === 1 ? only : { anyOf: schemas },
        examples: Object.fromEntries(cases.map(({ name, summary, example }) => [name, { summary, value: example }])),
      },
    },
  };
}

/** The answers that many operations share. */
export function sharedResponses(components: Components): Written {
  const shared = [...ERROR_STATUSES].map(([status, { name, description }]) => [
    name,
    {
      description: `${description} (${STATUS_CODES[status] ?? String(status)})`,
      ...errorContent(status, [], components),
    },
  ]);
  return Object.fromEntries(shared) as Written;
}
