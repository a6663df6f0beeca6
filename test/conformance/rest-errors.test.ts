// REST contract 1.5 and 1.6, sentence by sentence where no other file has it: the envelope, and the limits.
import { request } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { useTestPlatform } from "../support/conformance.ts";
import { member, text, type RestAnswer } from "../support/rest-client.ts";
import { expectError, raw, UNKNOWN_ID } from "../support/rest-conformance.ts";
import type { TestTenant } from "../support/tenant.ts";

const platform = useTestPlatform();
const json = { "content-type": "application/json" };

interface Refusal {
  readonly status: number;
  readonly head: string;
  readonly body: unknown;
}

/** What the server says to bytes that fetch would not send. */
async function say(bytes: string): Promise<Refusal> {
  const { hostname, port } = new URL(platform().anonymous.baseUrl);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () => {
      resolve();
    });
  });
  socket.write(bytes);
  await ended;
  const [head = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head: head.replaceAll("\r", ""), body: JSON.parse(body) };
}

describe("errors", () => {
  test("REST §1.5: an unknown route answers 404/32, with or without credentials, whatever the method", async () => {
    const { anonymous, tenant } = platform();
    for (const path of ["/api", "/api/", "/api/nothing", "/api/tenant/devices/x/y", "/api/__proto__"])
      for (const caller of [anonymous, tenant.rest])
        for (const method of ["GET", "POST", "PUT", "DELETE"] as const)
          expectError(await caller.request(method, path), 404, 32);
  });

  test.each([
    ["PATCH", "/api/device", 405],
    ["PATCH", "/api/nothing", 404],
    ["TRACE", "/api/device", 405],
    ["TRACE", "/api/nothing", 404],
    ["PROPFIND", "/api/device", 404],
    ["QUERY", "/api/device", 405],
    ["QUERY", "/api/nothing", 404],
  ])("REST §1.5: a method that no path has is answered with the envelope: %s %s", async (method, path, status) => {
    const {
      status: seen,
      head,
      body,
    } = await say(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const errorCode = status === 405 ? 31 : 32;
    expect(/^allow: POST$/im.test(head)).toBe(status === 405);
    expect(body).toEqual({ status, errorCode, message: expect.any(String), timestamp: expect.any(Number) });
    expect(seen).toBe(status);
  });

  test.each(["/api/tenant/assets", "/api/tenant/edgeInfos", "/api/user/lastVisitedDashboards"])(
    "REST §1.5: what other platforms have and this one has not is no malformed id: %s answers 404/32",
    async (path) => {
      const { anonymous, tenant } = platform();
      for (const caller of [anonymous, tenant.rest])
        for (const method of ["GET", "DELETE"] as const)
          expectError(await caller.request(method, `${path}?pageSize=10&page=0`), 404, 32);
    },
  );

  test("REST §1.5: a wrong method answers 405/31 and names the right ones", async () => {
    const answer = await platform().tenant.rest.request("DELETE", "/api/device");
    expectError(answer, 405, 31);
    expect(answer.headers.get("allow")).toContain("POST");
  });

  test.each([
    ["GET /api/device/%zz HTTP/1.1", 400],
    ["GET /api/device/%c3%28 HTTP/1.1", 400],
    [`GET /api/device/${"a".repeat(4000)} HTTP/1.1`, 400],
    ["GARBAGE", 400],
  ])("REST §1.5: %s is answered with the envelope", async (line, status) => {
    const { status: seen, body } = await say(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(seen).toBe(status);
    expect(body).toEqual({ status, errorCode: 31, message: expect.any(String), timestamp: expect.any(Number) });
  });

  test.each([
    "Host: a\r\nHost: b",
    "Host: a\r\nhost: a",
    "Host: a/b",
    "Host: a b",
    "Host: user@a",
    "Host: a?b",
    "Host: a:b",
    "Host: [::1",
    'Host: a"b',
  ])("REST §20: a request whose host is not clear is answered with 400: %j", async (hosts) => {
    for (const path of ["/api/auth/user", "/api/nothing", "/", "/nothing"]) {
      const { status, body } = await say(`GET ${path} HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`);
      expect([status, member(body, "errorCode"), member(body, "message")], path).toEqual([
        400,
        31,
        "the request has to name one valid host",
      ]);
    }
  });

  test.each(["a", "a:80", "a_b.example:", "127.0.0.1:8080", "[::1]", "[2001:db8::1]:443", "xn--bcher-kva.example", ""])(
    "REST §20: a request for the host %j is answered",
    async (host) => {
      const { status } = await say(`GET /api/auth/user HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(status).toBe(401);
    },
  );

  test("REST §20: no browser guesses the type of an answer, also outside the API", async () => {
    const { baseUrl } = platform().anonymous;
    for (const path of [
      "/nothing",
      "/metrics",
      "/actuator/health",
      "/v3/api-docs",
      "/assets/nothing",
      "/swagger-ui/",
    ]) {
      const { headers } = await fetch(`${baseUrl}${path}`);
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    }
  });

  test("REST §1.5: headers that are too large are answered with the envelope", async () => {
    const { status, body } = await say(
      `GET /api/auth/user HTTP/1.1\r\nHost: x\r\nX-Authorization: Bearer ${"a".repeat(20_000)}\r\nConnection: close\r\n\r\n`,
    );
    expect([status, member(body, "errorCode")]).toEqual([431, 31]);
  });

  test("REST §1.5: a message names the field, what is allowed and what was found", async () => {
    const { rest } = platform().tenant;
    const message = async (path: string, body: unknown): Promise<string> =>
      text((await rest.request("POST", path, body)).body, "message");
    expect(await message("/api/device", { name: "x".repeat(256) })).toMatch(/name.*255.*256/);
    expect(await message("/api/device", {})).toMatch(/name.*required/);
    expect(await message("/api/user", { email: "nobody", authority: "TENANT_ADMIN" })).toMatch(/email.*"nobody"/);
    expect(await message("/api/user", { email: "a@b.ch", authority: "KING" })).toMatch(
      /authority.*TENANT_ADMIN.*"KING"/,
    );
  });

  test("REST §1.5: the time of an error is a number of milliseconds", async () => {
    const { body } = await platform().tenant.rest.request("GET", `/api/device/${UNKNOWN_ID}`);
    expect(member(body, "timestamp")).toBe(platform().clock.now());
  });

  test("REST §1.5: count limits answer 403/41 with what is counted and the limit", async () => {
    const tenant = await platform().createTenant({ maxDevices: 1, maxCustomers: 1, maxUsers: 1 });
    await tenant.createDevice();
    await tenant.rest.post("/api/customer", { title: "one" });
    const one = { limit: 1 };
    expectError(await tenant.rest.request("POST", "/api/device", { name: "two" }), 403, 41, {
      entityType: "DEVICE",
      ...one,
    });
    expectError(await tenant.rest.request("POST", "/api/customer", { title: "two" }), 403, 41, {
      entityType: "CUSTOMER",
      ...one,
    });
    const user = { email: `${tenant.uniqueName("user")}@example.com`, authority: "TENANT_ADMIN" };
    expectError(await tenant.rest.request("POST", "/api/user", user), 403, 41, { entityType: "USER", ...one });
  });

  test("REST §1.5: another tenant's device or user does not exist, and its other entities are forbidden", async () => {
    const other = await platform().createTenant();
    const customer = await other.createCustomer();
    const device = await other.createDevice();
    const { rest } = platform().tenant;
    const user = text(await customer.rest.get("/api/auth/user"), "id", "id");
    const key = text(await other.rest.post("/api/apiKey", { description: "x" }), "id", "id");
    const profile = text(await other.rest.get(`/api/device/${device.id}`), "deviceProfileId", "id");
    for (const path of [`/api/device/${device.id}`, `/api/user/${user}`, `/api/apiKeys/${user}?pageSize=1&page=0`])
      expectError(await rest.request("GET", path), 404, 32);
    for (const path of [`/api/customer/${customer.id}`, `/api/deviceProfile/${profile}`, `/api/tenant/${other.id}`])
      expectError(await rest.request("GET", path), 403, 20);
    expectError(await rest.request("DELETE", `/api/apiKey/${key}`), 403, 20);
  });

  test("REST §1.5: every error answer forbids caching and can be read by pages of other origins", async () => {
    const { anonymous, tenant } = platform();
    for (const answer of [
      await anonymous.request("GET", "/api/auth/user"),
      await tenant.rest.request("GET", "/api/nothing"),
      await tenant.rest.request("GET", "/api/tenants?pageSize=1&page=0"),
      await tenant.rest.request("PUT", "/api/device"),
    ]) {
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });
});

describe("limits", () => {
  const MAX = 16_777_216;
  const values = (id: string): string => `/api/plugins/telemetry/DEVICE/${id}/SERVER_SCOPE`;

  test("REST §1.6: a body may have 16 777 216 bytes and not one more, counted as they come", async () => {
    const { id } = await platform().tenant.createDevice();
    const body = '{"a":1}'.padEnd(MAX, " ");
    expect((await raw(platform(), "POST", values(id), { headers: json, body })).status).toBe(200);
    expectError(await raw(platform(), "POST", values(id), { headers: json, body: `${body} ` }), 413, 31);
    expect(await postChunked(values(id), body)).toBe(200);
    expect(await postChunked(values(id), `${body} `)).toBe(413);
  });

  test("REST §1.6: all windows of a rate limit must hold, each refusal says whose limit it is", async () => {
    const tenant = await platform().createTenant({ tenantServerRestLimitsConfiguration: "3:1,5:60" });
    const call = (): Promise<RestAnswer> => tenant.rest.request("GET", "/api/auth/user");
    const statuses = async (count: number): Promise<number[]> => {
      const seen = [];
      for (let number = 0; number < count; number++) seen.push((await call()).status);
      return seen;
    };
    platform().clock.advance(60_000);
    expect(await statuses(4)).toEqual([200, 200, 200, 429]);
    platform().clock.advance(1_000);
    expect(await statuses(3)).toEqual([200, 200, 429]);
    const refused = await call();
    expectError(refused, 429, 33);
    expect(text(refused.body, "message")).toContain("tenant");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("REST §1.6: a customer's limit is distinguished from the tenant's, and other customers are free", async () => {
    const tenant = await platform().createTenant({ customerServerRestLimitsConfiguration: "2:60" });
    const one = await tenant.createCustomer();
    const other = await tenant.createCustomer();
    platform().clock.advance(60_000);
    for (let number = 0; number < 2; number++) await one.rest.get("/api/auth/user");
    const refused = await one.rest.request("GET", "/api/auth/user");
    expectError(refused, 429, 33);
    expect(text(refused.body, "message")).toContain("customer");
    expect((await other.rest.request("GET", "/api/auth/user")).status).toBe(200);
    expect((await tenant.rest.request("GET", "/api/auth/user")).status).toBe(200);
  });

  test.each(["5:60,10:60", "5", "5:0", "0:5", "-1:5", "5:60;10:70", "a:b", "5:60,", "1.5:60", "5:60:7"])(
    "REST §1.6: the rate limit %j is refused with 400/31",
    async (limit) => {
      for (const name of ["tenantServerRestLimitsConfiguration", "customerServerRestLimitsConfiguration"])
        expectError(
          await platform().sysAdmin.request("POST", "/api/tenantProfile", {
            name: platform().tenant.uniqueName("profile"),
            profileData: { configuration: { type: "DEFAULT", [name]: limit } },
          }),
          400,
          31,
        );
    },
  );

  test.each([[""], [null], [undefined]])("REST §1.6: the rate limit %j is none", async (limit) => {
    const tenant: TestTenant = await platform().createTenant(
      limit === undefined ? {} : { tenantServerRestLimitsConfiguration: limit },
    );
    for (let number = 0; number < 50; number++) await tenant.rest.get("/api/auth/user");
  });
});

/** The status of a POST whose body comes in chunks, without a length. */
async function postChunked(path: string, body: string): Promise<number> {
  const { hostname, port } = new URL(platform().anonymous.baseUrl);
  const headers = { "x-authorization": platform().tenant.rest.authorization ?? "", ...json };
  return await new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method: "POST", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
      sent.destroy();
    });
    sent.on("error", reject);
    const bytes = Buffer.from(body);
    for (let start = 0; start < bytes.length; start += 1 << 20) sent.write(bytes.subarray(start, start + (1 << 20)));
    sent.end();
  });
}
