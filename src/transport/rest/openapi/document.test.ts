// How rows become a description: named schemas, statuses that a call can give, examples, and what must not be described.
import { Type } from "typebox";
import { expect, test } from "vitest";
import { ErrorCode } from "../http-status.ts";
import { nullable, oneOf } from "../nullable.ts";
import { jsonText, openResource, plainText, resource, type RestRoute } from "../route.ts";
import { Components, exampleOf } from "./components.ts";
import { describeApi } from "./document.ts";

const Ref = Type.Object({ id: Type.String() }, { title: "Ref", examples: [{ id: "a" }] });
const Thing = Type.Object(
  { id: Ref, owner: nullable(Ref), kind: oneOf(["ONE", "TWO"]), label: nullable(Type.String()) },
  { title: "Thing" },
);

const GET = resource("devices", ["TENANT_ADMIN"]).get("/api/thing/:thingId", "getThing", {
  summary: "A thing",
  params: Type.Object({ thingId: Type.String({ format: "uuid", description: "Which one." }) }),
  query: Type.Object({ page: Type.Integer(), key: Type.Optional(Type.Array(Type.String())) }),
  answer: jsonText(Thing),
  handle: () => "",
});

function operation(row: RestRoute): unknown {
  const path = row.path.replaceAll(/:(\w+)/g, "{$1}");
  return describeApi([row], "1.0.0").paths[path]?.[row.method.toLowerCase()];
}

function statusesOf(row: RestRoute): string[] {
  return Object.keys((operation(row) as { responses: object }).responses);
}

test("a schema with a title is written once and referred to, also where it may be null", () => {
  const { components, paths } = describeApi([GET], "1.0.0");
  expect(components).toMatchObject({
    schemas: {
      Thing: {
        properties: {
          id: { $ref: "#/components/schemas/Ref" },
          owner: { anyOf: [{ $ref: "#/components/schemas/Ref" }, { type: "null" }] },
          label: { type: ["string", "null"] },
        },
      },
    },
  });
  expect(JSON.stringify(paths)).not.toContain('"properties"');
});

test("two different schemas with one title are refused, and a title that is no name", () => {
  const components = new Components();
  components.show(Ref);
  components.show({ ...Ref });
  expect(() => components.show(Type.Object({ id: Type.Integer() }, { title: "Ref" }))).toThrow(
    'two different schemas have the title "Ref"',
  );
  expect(() => components.show(Type.String({ title: "a thing" }))).toThrow("cannot be the name of a schema");
});

test("parameters of path and query are described next to their schemas", () => {
  expect(operation(GET)).toMatchObject({
    operationId: "getThing",
    parameters: [
      {
        name: "thingId",
        in: "path",
        required: true,
        description: "Which one.",
        schema: { type: "string", format: "uuid" },
      },
      { name: "page", in: "query", required: true, schema: { type: "integer" } },
      { name: "key", in: "query", schema: { type: "array", items: { type: "string" } } },
    ],
    security: [{ ApiKey: [] }, { Jwt: [] }],
  });
});

test("paths that differ only in the names of their parameters are refused", () => {
  const other = { ...GET, method: "DELETE", operationId: "other", path: "/api/thing/:id" } as const;
  expect(() => describeApi([GET, other], "1.0.0")).toThrow("differ only in the names of their parameters");
});

test("a call that needs credentials can give what every such call can; one with a body more", () => {
  expect(statusesOf(GET)).toEqual(["200", "400", "401", "403", "404", "413", "429", "431", "500", "503"]);
  const save = { ...GET, method: "POST", body: Thing } as const;
  expect(statusesOf(save)).toEqual(["200", "400", "401", "403", "404", "413", "415", "429", "431", "500", "503"]);
});

test("an open call gives what its row says", () => {
  const open = openResource("devices").get("/api/noauth/thing", "getThing", { summary: "A thing", handle: () => {} });
  expect(statusesOf(open)).toEqual(["200", "431", "500", "503"]);
  expect(operation(open)).toMatchObject({
    security: [],
    responses: { 200: { description: "Done. The body is empty." } },
  });
});

test("a redirect stands in the place of 200, and an empty answer in that of the envelope", () => {
  const otherAnswers = {
    303: { description: "There.", headers: { Location: "Where." } },
    409: { description: "Unknown." },
    500: { description: "Empty." },
  };
  const redirect = { ...GET, otherAnswers, answer: undefined };
  expect(statusesOf(redirect)).toEqual(["303", "400", "401", "403", "404", "409", "413", "429", "431", "500", "503"]);
  expect(operation(redirect)).toMatchObject({
    responses: { 303: { headers: { Location: { description: "Where." } } }, 500: { description: "Empty." } },
  });
});

test("a status of both kinds has the envelope, and as an alternative what else its body can be", () => {
  const answers = {
    ...GET,
    otherAnswers: { 400: { description: "A bare word.", body: oneOf(["FAILURE"]) } },
    errors: [400],
  };
  expect(operation(answers)).toMatchObject({
    responses: {
      400: {
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/ErrorResponse" },
            "x-also": { type: "string", enum: ["FAILURE"] },
            examples: { badRequest: {} },
          },
        },
      },
    },
  });
});

test("codes that only some calls give are among their examples", () => {
  const limited = { ...GET, errorCodes: [ErrorCode.LIMIT_EXCEEDED] };
  expect(operation(limited)).toMatchObject({
    responses: {
      403: {
        content: {
          "application/json": {
            // Its own members may be missing, and then it is the plain envelope.
            schema: { $ref: "#/components/schemas/LimitExceededResponse" },
            examples: { permissionDenied: {}, limitExceeded: { value: { errorCode: 41 } } },
          },
        },
      },
      404: { $ref: "#/components/responses/NotFound" },
    },
  });
});

test("texts are what they are: JSON text as JSON, bare text as text, a body of either", () => {
  const text = {
    ...GET,
    method: "POST",
    body: "text",
    bodyDescribes: Ref,
    answer: plainText(undefined, "Acme"),
  } as const;
  expect(operation(text)).toMatchObject({
    requestBody: { required: true, content: { "application/json": { example: { id: "a" } }, "text/plain": {} } },
    responses: { 200: { content: { "text/plain": { schema: { type: "string" }, example: "Acme" } } } },
  });
  const mayBeEmpty = { ...GET, answer: { ...jsonText(Thing), mayBeEmpty: true } };
  expect(operation(mayBeEmpty)).toMatchObject({ responses: { 200: { "x-may-be-empty": true } } });
  expect(operation({ ...GET, method: "POST", body: nullable(Ref) })).toMatchObject({
    requestBody: { required: false },
  });
});

test("an example is the schema's own, or put together; half of one is none", () => {
  expect(exampleOf(Thing)).toEqual({ id: { id: "a" }, owner: { id: "a" }, kind: "ONE", label: null });
  expect(exampleOf(Type.Array(Ref))).toEqual([{ id: "a" }]);
  expect(exampleOf(Type.Object({ id: Ref, name: Type.String() }))).toBeUndefined();
});
