// REST contract 19, "Interactive documentation page": the description of the API that the platform serves, and how the
// page with its files is served. What the page does in a browser is in test/e2e/documentation-page.test.ts.
import { Validator } from "@seriousme/openapi-schema-validator";
import { Compile } from "typebox/compile";
import { beforeAll, expect, test } from "vitest";
import type { Written } from "../../src/transport/rest/openapi/plain-forms.ts";
import { TAGS } from "../../src/transport/rest/openapi/document.ts";
import { checkedFetch } from "../support/checked-fetch.ts";
import { useTestPlatform } from "../support/conformance.ts";
import { startTestPlatform } from "../support/platform.ts";
import { member } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";
import { isObject } from "../../src/lib/members.ts";

const platform = useTestPlatform();
const ENVELOPE_STATUSES = ["400", "401", "403", "404", "429"];

interface Operation {
  /** As `GET /api/device/{deviceId}`. */
  readonly name: string;
  readonly description: Written;
}

let document: Written;
let operations: readonly Operation[];
beforeAll(async () => {
  document = await describe("/v3/api-docs");
  operations = membersOf(document["paths"]).flatMap(([path, item]) =>
    membersOf(item).map(([method, description]) => ({
      name: `${method.toUpperCase()} ${path}`,
      description: isObject(description) ? description : {},
    })),
  );
});

test("REST-112: the description validates as OpenAPI 3.1", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(document["openapi"]).toMatch(/^3\.1\.\d+$/);
});

test("REST-112: operation ids are unique, and good for the name of a function", () => {
  const ids = operations.map(({ description }) => String(description["operationId"]));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([]);
});

test("REST §19: it lists every route of the platform, and no others", () => {
  const routes = platform().routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(operations.map(({ name }) => name).sort()).toEqual(routes.sort());
});

test("REST §19: the same document is served under the name of the product, to anybody", async () => {
  expect(await describe("/v3/api-docs/bridgehead")).toEqual(document);
});

test("REST §19: every operation has a summary, and belongs to a resource that is described", () => {
  const bare = operations.filter(({ description }) => {
    const tag = member(description["tags"], "0");
    return typeof description["summary"] !== "string" || typeof tag !== "string" || !TAGS.has(tag);
  });
  expect(names(bare)).toEqual([]);
});

test("REST §19: the resources are sorted, and each has a description", () => {
  const tags = Array.isArray(document["tags"])
    ? document["tags"].map((tag: unknown) => String(member(tag, "name")))
    : [];
  expect(tags).toEqual([...tags].sort());
  expect(tags.filter((tag) => (TAGS.get(tag) ?? "") === "")).toEqual([]);
});

test("REST §19: every body, and every answer that has one, has an example", () => {
  const bare = operations.filter(({ description }) =>
    contentsOf(description).some(({ media }) => media["example"] === undefined && media["examples"] === undefined),
  );
  expect(names(bare)).toEqual([]);
});

test("REST §19: every example fits its schema", () => {
  // Most refer to a component by its name: each is compiled once, with all components.
  const validators = new Map<string, ReturnType<typeof Compile>>();
  const validatorOf = (schema: unknown): ReturnType<typeof Compile> => {
    const text = JSON.stringify(schema);
    const validator = validators.get(text) ?? Compile({ ...(schema as Written), components: document["components"] });
    validators.set(text, validator);
    return validator;
  };
  const wrong = operations.flatMap(({ name, description }) =>
    contentsOf(description).flatMap(({ place, media }) => {
      const validator = validatorOf(media["schema"]);
      const examples = [media["example"], ...membersOf(media["examples"]).map(([, each]) => member(each, "value"))];
      const misfits = examples.filter((example) => example !== undefined && !validator.Check(example));
      return misfits.map((example) => `${name}, ${place}: ${JSON.stringify(validator.Errors(example)[0])}`);
    }),
  );
  expect(wrong).toEqual([]);
});

test("REST §19: objects in bodies and answers have names, for generators to call them by", () => {
  const unnamed = operations.filter(({ description }) =>
    contentsOf(description).some(({ media }) => isObject(media["schema"]) && "properties" in media["schema"]),
  );
  expect(names(unnamed)).toEqual([]);
});

/** Analytics contract 4.1: the specification's call takes a token in its own place only, the service's own calls there too. */
function waysIn(name: string): readonly string[] {
  if (!isOfAnalytics(name)) return ["ApiKey", "Jwt"];
  return name.endsWith("/buildReport") ? ["JwtHeader", "JwtQuery"] : ["ApiKey", "Jwt", "JwtHeader", "JwtQuery"];
}

function isOfAnalytics(name: string): boolean {
  return name.includes(" /apiAnalytics/");
}

test("REST §19: an operation that needs credentials takes either kind, the others take none", () => {
  const open = new Set(
    platform()
      .routes.filter(({ access }) => access === "open")
      .map(({ operationId }) => operationId),
  );
  for (const { name, description } of operations) {
    const isOpen = open.has(String(description["operationId"]));
    // Views that are shared by a link take that link, too.
    const security: unknown = description["security"];
    const ways = Array.isArray(security)
      ? security.flatMap((way: unknown) => membersOf(way).map(([each]) => each))
      : [];
    const known = ways.filter((way) => !(way === "ShareLink" && isOfAnalytics(name)));
    expect(known, name).toEqual(isOpen ? [] : waysIn(name));
  }
  expect(member(document, "components", "securitySchemes")).toMatchObject({
    ApiKey: { type: "apiKey", in: "header", name: "X-Authorization" },
    Jwt: { type: "http", scheme: "bearer" },
  });
});

test("REST §19: an operation that needs credentials documents 400, 401, 403, 404 and 429 with the envelope", () => {
  const secured = operations.filter(({ description }) => member(description["security"], "length") !== 0);
  expect(secured.length).toBeGreaterThan(50);
  // The analytics service answers 403 to whatever is wrong with credentials.
  const lacking = secured.filter(({ name, description }) =>
    ENVELOPE_STATUSES.filter((status) => !(isOfAnalytics(name) && status === "401")).some(
      (status) =>
        !/"#\/components\/schemas\/\w*(Error|Exceeded|Expired)Response"/.test(
          JSON.stringify(answerOf(description, status)),
        ),
    ),
  );
  expect(names(lacking)).toEqual([]);
});

test("REST §19: login documents what its 401 can mean", () => {
  const login = operations.find(({ name }) => name === "POST /api/auth/login");
  const examples = contentsOf(login?.description ?? {}).find(({ place }) => place === "401")?.media["examples"];
  const codes = membersOf(examples).map(([, example]) => member(example, "value", "errorCode"));
  expect(codes).toEqual(expect.arrayContaining([10, 15, 45]));
});

test("REST-7: the envelope is described as it is, with the extras of two cases and nothing else", () => {
  const schema = (name: string): Written => {
    const found = member(document, "components", "schemas", name);
    return isObject(found) ? found : {};
  };
  const envelope = ["status", "message", "errorCode", "timestamp"];
  const membersIn = (name: string): string[] => membersOf(schema(name)["properties"]).map(([each]) => each);
  expect(schema("ErrorResponse")["required"]).toEqual(envelope);
  expect(membersIn("ErrorResponse")).toEqual(envelope);
  expect(membersIn("LimitExceededResponse")).toEqual([...envelope, "entityType", "limit"]);
  expect(membersIn("CredentialsExpiredResponse")).toEqual([...envelope, "resetToken"]);
});

test("REST §19: the old addresses of the page lead to it, and its files are served", async () => {
  for (const path of ["/swagger-ui", "/swagger-ui.html"]) {
    const answer = await get(path);
    expect([answer.status, new URL(answer.headers.get("location") ?? "", answer.url).pathname]).toEqual([
      302,
      "/swagger-ui/",
    ]);
  }
  const page = await get("/swagger-ui/");
  const html = await page.text();
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  for (const [, file = ""] of html.matchAll(/(?:src|href)="([^"#.][^"]*)"/g))
    expect((await get(`/swagger-ui/${file}`)).status, file).toBe(200);
});

test("REST §19: the page allows nothing but files of this server, and no other page may frame it", async () => {
  for (const file of ["", "main.js", "swagger-ui.css", "swagger-ui-bundle.js"]) {
    const { headers } = await get(`/swagger-ui/${file}`);
    expect(headers.get("content-security-policy"), file).toBe("default-src 'self'");
    expect(headers.get("x-content-type-options"), file).toBe("nosniff");
    expect(headers.get("x-frame-options"), file).toBe("DENY");
  }
  expect(await (await get("/swagger-ui/")).text()).not.toMatch(/https?:\/\/|<script>|style=/);
});

test("REST §19: pictures that the stylesheet would carry inline are files", async () => {
  const css = await (await get("/swagger-ui/swagger-ui.css")).text();
  const pictures = [...css.matchAll(/url\("(picture-\d+)"\)/g)].map(([, name = ""]) => name);
  expect(css).not.toContain("data:");
  expect(pictures.length).toBeGreaterThan(5);
  const types = new Set<string | null>();
  for (const name of new Set(pictures)) types.add((await get(`/swagger-ui/${name}`)).headers.get("content-type"));
  expect([...types].every((type) => type?.startsWith("image/"))).toBe(true);
});

test.each([
  "package.json",
  "..%2fdocumentation.ts",
  "%2e%2e%2fpage-files.ts",
  "picture-999",
  "tsconfig.json",
  "__proto__",
])("REST §19: the page has no file %s", async (file) => {
  const answer = await get(`/swagger-ui/${file}`);
  expect([answer.status, member(await answer.json(), "errorCode")]).toEqual([404, 32]);
});

test("REST §19: a browser's copy is used again as long as it is the present one", async () => {
  for (const path of ["/v3/api-docs", "/swagger-ui/main.js"]) {
    const etag = (await get(path)).headers.get("etag") ?? "";
    const again = await get(path, { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await get(path, { "if-none-match": '"another"' })).status).toBe(200);
  }
});

test("REST §19: SWAGGER_ENABLED=false removes the page and the description", async () => {
  await using off = await startTestPlatform({ settings: { "documentation.enabled": false } });
  for (const path of ["/swagger-ui/", "/swagger-ui", "/swagger-ui.html", "/swagger-ui/main.js", "/v3/api-docs"])
    expectError(await off.anonymous.request("GET", path), 404, 32);
});

async function describe(path: string): Promise<Written> {
  const value: unknown = await (await get(path)).json();
  return isObject(value) ? value : {};
}

function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return checkedFetch(`${platform().anonymous.baseUrl}${path}`, { headers, redirect: "manual" });
}

interface Content {
  /** "body", or the status of an answer. */
  readonly place: string;
  readonly media: Written;
}

/** What can be sent and what can come back, by media type. */
function contentsOf(operation: Written): Content[] {
  const places = [
    ["body", operation["requestBody"]] as const,
    ...membersOf(operation["responses"]).map(([status]) => [status, answerOf(operation, status)] as const),
  ];
  return places.flatMap(([place, holder]) =>
    membersOf(member(holder, "content")).map(([, media]) => ({ place, media: isObject(media) ? media : {} })),
  );
}

function answerOf(operation: Written, status: string): unknown {
  const answer = member(operation["responses"], status);
  const reference = member(answer, "$ref");
  return typeof reference === "string" ? member(document, ...reference.split("/").slice(1)) : answer;
}

function membersOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

function names(found: readonly Operation[]): string[] {
  return found.map(({ name }) => name);
}
