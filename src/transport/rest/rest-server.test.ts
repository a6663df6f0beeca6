// The server itself, over real sockets: errors, bodies, headers and who may call, on routes made for the purpose.
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { REST_SETTINGS } from "../../../test/support/rest-settings.ts";
import type { Principal } from "../../core/access/principal.ts";
import { DomainError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { systemClock } from "../../lib/clock.ts";
import { writeJson } from "../../lib/json.ts";
import { silentLogger } from "../../lib/logger.ts";
import { UuidParam } from "./entity-ids.ts";
import { parseJsonObject } from "./json-body.ts";
import { jsonText, openResource, plainText, resource, type RestRoute } from "./route.ts";
import { buildRestApp, RestServer, type RestOptions } from "./rest-server.ts";

const admin: Principal = {
  authority: "TENANT_ADMIN",
  userId: newId(),
  tenantId: newId(),
  customerId: null,
  sessionId: newId(),
};
const customer: Principal = {
  authority: "CUSTOMER_USER",
  userId: newId(),
  tenantId: newId(),
  customerId: newId(),
  sessionId: newId(),
};

const open = openResource("test");
const guarded = resource("test", ["TENANT_ADMIN"]);

const routes: readonly RestRoute[] = [
  open.get("/api/open/:id", "open", {
    summary: "open",
    params: Type.Object({ id: UuidParam }),
    query: Type.Object({
      size: Type.Optional(Type.Integer({ minimum: 1 })),
      flag: Type.Optional(Type.Boolean()),
      key: Type.Optional(Type.Array(Type.String())),
    }),
    answer: Type.Object({
      id: Type.String(),
      size: Type.Optional(Type.Integer()),
      flag: Type.Optional(Type.Boolean()),
      key: Type.Optional(Type.Array(Type.String())),
    }),
    handle: ({ params, query }) => ({ id: params.id, ...query }),
  }),
  guarded.post("/api/entity", "save", {
    summary: "save",
    body: Type.Object({ name: Type.String({ maxLength: 5 }) }),
    answer: Type.Object({ name: Type.String(), user: Type.String() }),
    handle: ({ body, principal }) => ({ name: body.name, user: principal.userId }),
  }),
  open.post("/api/text", "text", {
    summary: "text",
    body: "text",
    answer: jsonText(Type.Unknown()),
    handle: ({ body }) => writeJson(Object.fromEntries(parseJsonObject(body))),
  }),
  open.delete("/api/nothing", "nothing", { summary: "nothing", handle: () => undefined }),
  open.get("/api/plain/:name", "plain", {
    summary: "plain",
    params: Type.Object({ name: Type.String() }),
    answer: plainText(),
    handle: ({ params }) => params.name,
  }),
  open.get("/api/bug", "bug", {
    summary: "bug",
    handle: () => {
      throw new TypeError("a secret of ours");
    },
  }),
  open.get("/api/limit", "limit", {
    summary: "limit",
    handle: () => {
      throw new DomainError("limit-exceeded", "too many devices", {
        entityType: "DEVICE",
        limit: { name: "maxDevices", value: 1 },
      });
    },
  }),
  open.get("/api/rate", "rate", {
    summary: "rate",
    handle: () => Promise.reject(new DomainError("rate-limited", "slow down", { retryAfterSeconds: 7 })),
  }),
];

const settings: RestOptions = { ...REST_SETTINGS, entityBodyBytesMax: 800 };

const authenticator = {
  authenticateBearer: (token: string): Principal | Promise<Principal> => {
    if (token === "admin") return admin;
    if (token === "customer") return Promise.resolve(customer);
    throw new DomainError("unauthenticated", "expired", { reason: "token-expired" });
  },
};

let server: RestServer;
beforeAll(async () => {
  server = new RestServer(settings, { routes, authenticator, clock: systemClock, log: silentLogger });
  await server.start();
});
afterAll(() => server.stop());

async function call(method: string, path: string, options: { headers?: Record<string, string>; body?: string } = {}) {
  const response = await fetch(`${server.url}${path}`, { method, ...options });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: () => JSON.parse(text) as Record<string, unknown>,
  };
}

const json = { "content-type": "application/json" };

test("an unknown path is 404/32 and a method that a path does not have 405/31, both with the envelope", async () => {
  const unknown = await call("GET", "/api/none?token=secret");
  expect(unknown.status).toBe(404);
  expect(unknown.json()).toEqual({
    status: 404,
    message: "there is no GET /api/none",
    errorCode: 32,
    timestamp: expect.any(Number),
  });
  expect(unknown.headers.get("x-request-id")).toMatch(/./);
  const wrong = await call("POST", "/api/open/784f394c-42b6-435a-983c-b7beff2784f9");
  expect([wrong.status, wrong.json()["errorCode"], wrong.headers.get("allow")]).toEqual([405, 31, "GET, HEAD"]);
});

test("a malformed id, number or word is 400/31 with the field, what is allowed and what was found", async () => {
  expect((await call("GET", "/api/open/xyz")).json()["message"]).toBe('id must be a UUID, got "xyz"');
  const id = "784f394c-42b6-435a-983c-b7beff2784f9";
  expect((await call("GET", `/api/open/${id}?size=0`)).json()).toMatchObject({
    status: 400,
    errorCode: 31,
    message: "size must be >= 1, got 0",
  });
  expect((await call("GET", `/api/open/${id}?size=many`)).json()["message"]).toBe('size must be integer, got "many"');
  expect((await call("GET", `/api/open/${id}?size=2&flag=TRUE&key=a`)).json()).toEqual({
    id,
    size: 2,
    flag: true,
    key: ["a"],
  });
});

test("bodies: malformed JSON, another type, missing fields and fields out of bounds are refused, unknown ones ignored", async () => {
  const headers = { ...json, "x-authorization": "Bearer admin" };
  expect((await call("POST", "/api/entity", { headers, body: "{" })).json()).toMatchObject({
    status: 400,
    errorCode: 31,
  });
  expect((await call("POST", "/api/entity", { headers, body: "" })).status).toBe(400);
  expect(
    (await call("POST", "/api/entity", { headers: { ...headers, "content-type": "text/plain" }, body: "{}" })).json(),
  ).toMatchObject({ status: 415, errorCode: 31 });
  expect((await call("POST", "/api/entity", { headers, body: "{}" })).json()["message"]).toBe("name is required");
  expect((await call("POST", "/api/entity", { headers, body: '{"name":"abcdef"}' })).json()["message"]).toBe(
    'name must not have more than 5 characters, got "abcdef"',
  );
  expect((await call("POST", "/api/entity", { headers, body: '{"name":"abc","more":1}' })).json()).toEqual({
    name: "abc",
    user: admin.userId,
  });
});

test("JSON text is taken under any usual type and keeps every digit, also of members named __proto__", async () => {
  const body = '{"n":9007199254740993,"__proto__":-9223372036854775808,"constructor":42.0}';
  for (const headers of [json, { "content-type": "text/plain" }] as Record<string, string>[]) {
    const answer = await call("POST", "/api/text", { headers, body });
    expect([answer.status, answer.text]).toEqual([
      200,
      '{"n":9007199254740993,"__proto__":-9223372036854775808,"constructor":42}',
    ]);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  }
  expect((await call("POST", "/api/text", { headers: { "content-type": "application/xml" }, body })).status).toBe(415);
  expect((await call("POST", "/api/text", { headers: json, body: "[1]" })).json()["message"]).toBe(
    "the body must be a JSON object, got an array",
  );
});

test("an answer without a result is 200 and empty, whatever body came with the request", async () => {
  for (const options of [{}, { headers: json, body: "" }, { headers: json, body: "{oops" }]) {
    const answer = await call("DELETE", "/api/nothing", options);
    expect([answer.status, answer.text]).toEqual([200, ""]);
  }
});

test("a path parameter may hold an encoded slash", async () => {
  expect((await call("GET", "/api/plain/a%2Fb%20%C3%A9")).text).toBe("a/b é");
  expect((await call("GET", "/api/plain/%E0%A4%A")).json()).toMatchObject({ status: 400, errorCode: 31 });
});

test("a bug is 500/2 and tells nothing about itself", async () => {
  const answer = await call("GET", "/api/bug");
  expect(answer.json()).toMatchObject({ status: 500, errorCode: 2 });
  expect(answer.text).not.toContain("secret");
  expect(answer.text).not.toContain("at ");
});

test("limits and rate limits carry their extras", async () => {
  expect((await call("GET", "/api/limit")).json()).toMatchObject({
    status: 403,
    errorCode: 41,
    entityType: "DEVICE",
    limit: 1,
  });
  const limited = await call("GET", "/api/rate");
  expect([limited.status, limited.json()["errorCode"], limited.headers.get("retry-after")]).toEqual([429, 33, "7"]);
});

test("who calls decides before the body is read: 401 without or with wrong credentials, 403 with another role", async () => {
  const status = async (headers: Record<string, string>) => {
    const answer = await call("POST", "/api/entity", { headers: { ...json, ...headers }, body: "{" });
    return [answer.status, answer.json()["errorCode"]];
  };
  expect(await status({})).toEqual([401, 10]);
  expect(await status({ "x-authorization": " " })).toEqual([401, 10]);
  expect(await status({ "x-authorization": "Basic x" })).toEqual([401, 10]);
  expect(await status({ "x-authorization": "ApiKey x" })).toEqual([401, 10]);
  expect(await status({ "x-authorization": "Bearer old" })).toEqual([401, 11]);
  expect(await status({ "x-authorization": "Bearer customer" })).toEqual([403, 20]);
  expect(await status({ "x-authorization": "bearer  admin " })).toEqual([400, 31]);
  expect(await status({ authorization: "Bearer admin" })).toEqual([400, 31]);
  expect(await status({ "x-authorization": "ApiKey x", authorization: "Bearer admin" })).toEqual([400, 31]);
  expect(await status({ "x-authorization": "ApiKey x, Bearer admin" })).toEqual([400, 31]);
});

test("without credentials a body may only be small, on routes that are open, have another method, or do not exist", async () => {
  const tooMuch = `{"a":"${"x".repeat(500)}"}`;
  for (const path of ["/api/text", "/api/nothing", "/api/absent"])
    expect((await call("POST", path, { headers: json, body: tooMuch })).json()).toMatchObject({
      status: 413,
      message: "the body may have 500 bytes, it has more",
      errorCode: 31,
    });
  const headers = { ...json, "x-authorization": "Bearer admin" };
  expect((await call("POST", "/api/entity", { headers, body: `${" ".repeat(700)}{"name":"five"}` })).status).toBe(200);
});

test("the body of a path that does not exist is not read", async () => {
  expect((await call("POST", "/api/absent", { headers: json, body: "{" })).status).toBe(404);
});

test("a request that offers an upgrade which is not taken is answered as it is", async () => {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.write(
    "GET /api/plain/ada HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n",
  );
  const { promise, resolve } = Promise.withResolvers<string>();
  socket.once("data", (data) => {
    resolve(data.toString());
  });
  expect(await promise).toMatch(/^HTTP\/1.1 200 [^]*ada$/);
  socket.destroy();
});

test("a route that does not say who may call it stops the start", async () => {
  const app = buildRestApp(settings, { routes: [], authenticator, clock: systemClock, log: silentLogger });
  expect(() => app.get("/api/forgotten", () => "")).toThrow("does not declare who may call it");
  await app.close();
});

test.each([
  ["POST", 1, "all"],
  ["POST", 0, "stream"],
  ["GET", 1, "stream"],
] as const)(
  "a call begins when its node has caught up; %s that publishes %d facts is answered when %s has them",
  async (method, published, waitsFor) => {
    const log: string[] = [];
    let publishedCount = 7;
    const [caughtUp, heard] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const handle = (): { name: string; user: string } => {
      log.push("handled");
      publishedCount += published;
      return { name: "a", user: "b" };
    };
    const route = { summary: "shared", answer: Type.Object({ name: Type.String(), user: Type.String() }), handle };
    const tells = (whom: string) => (): Promise<undefined> => {
      log.push(whom);
      return heard.promise;
    };
    const app = buildRestApp(settings, {
      routes: [open.get("/api/shared", "shared", route), open.post("/api/shared", "sharedToo", route)],
      authenticator,
      clock: systemClock,
      log: silentLogger,
      cluster: {
        facts: {
          get publishedCount() {
            return publishedCount;
          },
          caughtUp: () => caughtUp.promise,
          published: tells("stream"),
        },
        heardByAll: { heard: tells("all") },
      },
    });
    const answered = app.inject({ method, url: "/api/shared" }).then(({ statusCode }) => log.push(String(statusCode)));
    await setImmediate();
    expect(log).toEqual([]);
    caughtUp.resolve(undefined);
    await expect.poll(() => log).toEqual(["handled", waitsFor]);
    heard.resolve(undefined);
    await answered;
    expect(log).toEqual(["handled", waitsFor, "200"]);
    await app.close();
  },
);
