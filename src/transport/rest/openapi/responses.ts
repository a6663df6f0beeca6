// Describes the answers of an operation: its result, the errors with the envelope, and answers in another form. Source:
// REST contract 1.5 and 19.
import type { TSchema } from "typebox";
import { isTextAnswer, type OtherAnswer, type RestRoute, type TextAnswer } from "../route.ts";
import { exampleOf, type Components } from "./components.ts";
import type { Written } from "./plain-forms.ts";
import { ERROR_STATUSES, errorCasesOf, errorStatusesOf } from "./error-answers.ts";
import type { ErrorCase, ErrorStatus } from "../http-status.ts";
import { isObject } from "../../../lib/members.ts";

/** Marks an answer that may also be empty, which OpenAPI cannot express. */
export const MAY_BE_EMPTY = "x-may-be-empty";

/**
 * Marks content that has another form for clients that ask for it; the value is the schema of that form. A union of the
 * two would be useless in the code that generators write for all other clients.
 */
export const ALSO = "x-also";

const JSON_TYPE = "application/json";
const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", format: "int64", minimum: 1 } },
};

/** Ordered by status. */
export function responsesOf(route: RestRoute, components: Components): Written {
  const { otherAnswers = {} } = route;
  const others = new Map(Object.entries(otherAnswers).map(([status, answer]) => [Number(status), answer]));
  const errors = errorStatusesOf(route);
  const isRedirect = [...others.keys()].some((status) => status < 400);
  const statuses = [...new Set([...errors, ...others.keys()])].map((status) => {
    const other = others.get(status);
    if (other !== undefined && !errors.includes(status)) return [String(status), otherResponse(other, components)];
    return [String(status), errorResponse(route, { status, other }, components)];
  });
  // JavaScript orders integer-like member names by itself.
  return Object.fromEntries([...(isRedirect ? [] : [["200", resultOf(route, components)]]), ...statuses]) as Written;
}

/** The description of one media type in an answer or a body. */
export function contentOf(schema: TSchema, components: Components): Written {
  const example = exampleOf(schema);
  return { schema: components.show(schema), ...(example === undefined ? {} : { example }) };
}

function resultOf({ answer, answerHeaders }: RestRoute, components: Components): Written {
  const headers = headersOf(answerHeaders);
  if (answer === undefined) return { description: "Done. The body is empty.", ...headers };
  const content = answerContent(answer, components);
  if (!isTextAnswer(answer) || answer.mayBeEmpty !== true) return { description: "Done.", ...headers, content };
  return { description: "Done. The body can be empty.", ...headers, content, [MAY_BE_EMPTY]: true };
}

function headersOf(headers: Readonly<Record<string, string>> = {}): Written {
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  return described.length === 0 ? {} : { headers: Object.fromEntries(described) as Written };
}

function answerContent(answer: TSchema | TextAnswer, components: Components): Written {
  if (!isTextAnswer(answer)) return { [JSON_TYPE]: contentOf(answer, components) };
  const also = answer.also === undefined ? {} : { [ALSO]: components.show(answer.also) };
  const content = { ...contentOf(answer.describes, components), ...also };
  return Object.fromEntries(mediaTypesOf(answer).map((type) => [type.split(";")[0] ?? JSON_TYPE, content]));
}

function mediaTypesOf(answer: TextAnswer & { readonly contentTypes?: readonly string[] }): readonly string[] {
  return answer.contentTypes ?? [answer.contentType];
}

/** An answer with the envelope; `other` is the form of its body in other cases. */
function errorResponse(
  route: RestRoute,
  { status, other }: { readonly status: number; readonly other: OtherAnswer | undefined },
  components: Components,
): Written {
  const statuses = statusesOf(route);
  const shared = statuses.get(status);
  if (shared === undefined) throw new Error(`the status ${String(status)} of errors is not described`);
  const cases = errorCasesOf(statuses, status, route.errorCodes ?? []);
  if (other !== undefined) return eitherResponse({ status, description: shared.description, cases }, other, components);
  if (cases.length === shared.cases.length) return { $ref: `#/components/responses/${shared.name}` };
  return { description: shared.description, ...errorBody(status, cases, components) };
}

function otherResponse({ description, body, headers }: OtherAnswer, components: Components): Written {
  return {
    description,
    ...headersOf(headers),
    ...(body === undefined ? {} : { content: answerContent(body, components) }),
    ...(body !== undefined && isTextAnswer(body) && body.mayBeEmpty === true ? { [MAY_BE_EMPTY]: true } : {}),
  };
}

/** An answer whose body is the envelope in some cases and JSON of another form in others. */
function eitherResponse(
  error: Pick<ErrorStatus, "description" | "cases"> & { readonly status: number },
  { description, body }: OtherAnswer,
  components: Components,
): Written {
  const schema = body === undefined ? undefined : isTextAnswer(body) ? body.describes : body;
  const response = errorBody(error.status, error.cases, components, schema);
  return {
    description: `${error.description} Or: ${description}`,
    ...response,
    ...(schema === undefined ? { [MAY_BE_EMPTY]: true } : {}),
  };
}

/** Body and headers of an answer with the envelope; `also` is another form of the body. */
function errorBody(status: number, cases: readonly ErrorCase[], components: Components, also?: TSchema): Written {
  const examples = cases.map(({ name, summary, example }) => [name, { summary, value: example }]);
  return {
    ...(status === 429 ? { headers: RETRY_AFTER } : {}),
    content: {
      [JSON_TYPE]: {
        schema: components.show(widest(cases.map(({ schema }) => schema))),
        examples: Object.fromEntries(examples) as Written,
        ...(also === undefined ? {} : { [ALSO]: components.show(also) }),
      },
    },
  };
}

/** The envelope with the most members. Extra members are optional, so it also describes the plain envelope. */
function widest(schemas: readonly TSchema[]): TSchema {
  const [first, ...others] = [...new Set(schemas)].sort((one, other) => membersOf(other) - membersOf(one));
  if (first === undefined) throw new Error("an error has no case");
  if (others.length > 1) throw new Error("a status has two envelopes with members of their own");
  return first;
}

function membersOf(schema: TSchema): number {
  return "properties" in schema && isObject(schema.properties) ? Object.keys(schema.properties).length : 0;
}

/** The shared answers: those of the usual errors, and those of the edges of these routes. */
export function sharedResponses(routes: readonly RestRoute[], components: Components): Written {
  const tables = new Set([ERROR_STATUSES, ...routes.map(statusesOf)]);
  const shared = [...tables]
    .flatMap((statuses) => [...statuses])
    .map(([status, { name, description, cases }]) => [name, { description, ...errorBody(status, cases, components) }]);
  return Object.fromEntries(shared) as Written;
}

function statusesOf({ edge }: RestRoute): ReadonlyMap<number, ErrorStatus> {
  return edge?.description?.errorStatuses ?? ERROR_STATUSES;
}
