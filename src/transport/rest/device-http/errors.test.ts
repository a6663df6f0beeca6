// Every kind of refusal as a device sees it.
import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ManualClock } from "../../../../test/support/manual-clock.ts";
import { REST_SETTINGS } from "../../../../test/support/rest-settings.ts";
import { DomainError, type ErrorDetails, type ErrorKind } from "../../../core/errors.ts";
import { silentLogger, type LogFields } from "../../../lib/logger.ts";
import { ErrorCode, HttpError } from "../http-status.ts";
import { RestServer } from "../rest-server.ts";
import { openResource } from "../route.ts";
import { ProvisioningEdge } from "./edge.ts";
import { DeviceErrors } from "./errors.ts";

let server: RestServer;
let thrown: unknown;
const logged: [string, LogFields | undefined][] = [];

beforeAll(async () => {
  const clock = new ManualClock();
  const note = (event: string, fields?: LogFields): void => {
    logged.push([event, fields]);
  };
  const log = { ...silentLogger, error: note, warn: note };
  const fails = openResource("device api").post("/api/v1/:token/fails", "fails", {
    summary: "fails",
    params: Type.Object({ token: Type.String() }),
    body: "text",
    handle: () => {
      throw thrown;
    },
  });
  server = new RestServer(
    { ...REST_SETTINGS, openBodyBytesMax: 1000, stopSeconds: 0 },
    {
      routes: [{ ...fails, edge: new ProvisioningEdge(new DeviceErrors(clock, log)) }],
      authenticator: { authenticateBearer: () => Promise.reject(new Error("not asked")) },
      clock,
      log,
    },
  );
  await server.start();
});
afterAll(() => server.stop());

/** Status, body and the time to wait. */
async function answerTo(error: unknown, body: string | Uint8Array<ArrayBuffer> = "{}") {
  thrown = error;
  logged.length = 0;
  const response = await fetch(`${server.url}/api/v1/secret-token/fails`, { method: "POST", body });
  return [response.status, await response.text(), response.headers.get("retry-after")];
}

test.each<[ErrorKind, ErrorDetails, readonly [number, string, string | null]]>([
  ["invalid", {}, [400, "because", null]],
  ["unsupported", {}, [400, "because", null]],
  ["unauthenticated", {}, [401, "", null]],
  ["forbidden", {}, [403, "because", null]],
  ["limit-exceeded", {}, [403, "because", null]],
  ["not-found", {}, [404, "because", null]],
  ["timeout", {}, [408, "", null]],
  ["conflict", {}, [409, "because", null]],
  ["too-large", {}, [413, "because", null]],
  ["rate-limited", {}, [429, "", "1"]],
  ["rate-limited", { retryAfterSeconds: 6.1 }, [429, "", "7"]],
  ["unavailable", {}, [503, "", "1"]],
  ["unavailable", { cause: new Error("disk I/O error") }, [500, "", null]],
])("REST §14: %s with %j", async (kind, details, answer) => {
  expect(await answerTo(new DomainError(kind, "because", details))).toEqual(answer);
});

test("REST §14: a failure of the storage and a bug are logged, without the token, and answered with nothing", async () => {
  expect(await answerTo(new DomainError("unavailable", "not stored", { cause: new Error("full") }))).toEqual([
    500,
    "",
    null,
  ]);
  expect(logged.map(([event]) => event)).toEqual(["request could not be served"]);
  expect(await answerTo(new TypeError("a secret of ours"))).toEqual([500, "", null]);
  expect(logged).toMatchObject([["request failed", { method: "POST", route: "/api/v1/:token/fails" }]]);
  expect(JSON.stringify(logged)).not.toContain("secret-token");
});

test("REST §14: what does not exist has the envelope", async () => {
  const [status, body] = await answerTo(new HttpError(404, ErrorCode.NOT_FOUND, "no firmware"));
  expect([status, JSON.parse(String(body))]).toMatchObject([
    404,
    { status: 404, errorCode: 32, message: "no firmware" },
  ]);
});

test("REST §14: what cannot be read is reported as text", async () => {
  expect(await answerTo(undefined, "x".repeat(1001))).toEqual([413, expect.stringContaining("1000 bytes"), null]);
  expect(await answerTo(undefined, new Uint8Array([0x22, 0xff, 0x22]))).toEqual([
    400,
    expect.stringContaining("UTF-8"),
    null,
  ]);
});
