// What the hook around a handler promises, on routes made for the purpose: the record is stored before the answer leaves,
// and whatever becomes of the record, the call's own answer stands.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { REST_SETTINGS } from "../../../test/support/rest-settings.ts";
import type { Principal } from "../../core/access/principal.ts";
import type { AuditAction, AuditedEntity, AuditEvent } from "../../core/audit-trail.ts";
import { invalid } from "../../core/errors.ts";
import { newId, type CustomerId, type DeviceId, type TenantId } from "../../core/ids.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { CallLog } from "./audit.ts";
import { entityOfPath } from "./audit-rule.ts";
import { jsonText, resource, type RestRoute } from "./route.ts";
import { buildRestApp } from "./rest-server.ts";

const admin: Principal = {
  authority: "TENANT_ADMIN",
  userId: newId(),
  tenantId: newId<TenantId>(),
  customerId: null,
  sessionId: newId(),
};
const deviceId = newId<DeviceId>();
const customerId = newId<CustomerId>();

class RecordingLog implements CallLog {
  readonly dataCharsMax = 100;
  readonly events: AuditEvent[] = [];
  readonly lost: unknown[] = [];
  wanted = true;
  /** Where records wait to be stored. */
  storing: Promise<void> = Promise.resolve();
  failure: Error | undefined;

  wants(): boolean {
    return this.wanted;
  }
  async describe(entity: AuditedEntity): Promise<AuditedEntity> {
    if (this.failure !== undefined) throw this.failure;
    if (entity.byName === true) return { type: entity.type, id: deviceId, name: "boiler-7", customerId };
    return entity.id === null ? entity : { name: `name of ${entity.type}`, customerId, ...entity };
  }
  async record(event: AuditEvent): Promise<void> {
    await this.storing;
    this.events.push(event);
  }
  lose(action: AuditAction, error: unknown): void {
    this.lost.push([action, error]);
  }
}

const api = resource("devices", ["TENANT_ADMIN"]);
const entity = (): AuditedEntity => ({ type: "DEVICE", id: deviceId });

let outcome: () => void;
const routes: readonly RestRoute[] = [
  api.delete("/api/device/:id", "delete", {
    summary: "delete",
    params: Type.Object({ id: Type.String() }),
    audit: { action: "DELETED", entity: ({ params }) => ({ type: "DEVICE", id: params.id }) },
    handle: () => {
      outcome();
    },
  }),
  api.post("/api/claim", "claim", {
    summary: "claim",
    answer: jsonText(Type.Unknown()),
    audit: {
      action: "ASSIGNED_TO_CUSTOMER",
      entity: () => ({ type: "DEVICE", id: null, byName: true, name: "boiler-7" }),
    },
    handle: (_request, reply) => {
      reply.code(400);
      return '"CLAIMED"';
    },
  }),
  api.post("/api/settings", "settings", {
    summary: "settings",
    audit: { action: "UPDATED", entity: () => undefined },
    handle: () => undefined,
  }),
  api.post("/api/mistake", "mistake", {
    summary: "mistake",
    audit: {
      action: "UPDATED",
      entity,
      data: () => {
        throw new TypeError("a rule with a mistake");
      },
    },
    handle: () => undefined,
  }),
  api.post("/api/type/:type/:id", "type", {
    summary: "type",
    params: Type.Object({ type: Type.String(), id: Type.String() }),
    audit: { action: "UPDATED", entity: ({ params }) => entityOfPath(params.type, params.id) },
    handle: () => undefined,
  }),
  api.delete("/api/admins", "admins", {
    summary: "admins",
    access: ["SYS_ADMIN"],
    audit: { action: "DELETED", entity },
    handle: () => undefined,
  }),
];

let log: RecordingLog;
let app: FastifyInstance;
beforeEach(() => {
  log = new RecordingLog();
  outcome = () => {};
  app = buildRestApp(REST_SETTINGS, {
    routes,
    authenticator: { authenticateBearer: () => admin },
    audit: log,
    clock: new ManualClock(),
    log: silentLogger,
  });
});
afterEach(() => app.close());

async function call(method: "DELETE" | "POST", url: string): Promise<number> {
  return (await app.inject({ method, url, headers: { "x-authorization": "Bearer x" } })).statusCode;
}

test("the record is stored before the answer leaves", async () => {
  const stored = Promise.withResolvers<undefined>();
  log.storing = stored.promise;
  const order: string[] = [];
  const answered = call("DELETE", `/api/device/${deviceId}`).then((status) => {
    order.push("answered");
    return status;
  });
  const handled = Promise.withResolvers<undefined>();
  outcome = () => {
    handled.resolve(undefined);
  };
  await handled.promise;
  order.push("stored");
  stored.resolve(undefined);
  expect([await answered, order]).toEqual([200, ["stored", "answered"]]);
});

test("the entity is what it was before the call, the user as well", async () => {
  await call("DELETE", `/api/device/${deviceId.toUpperCase()}`);
  expect(log.events).toEqual([
    {
      tenantId: admin.tenantId,
      user: { id: admin.userId, name: "name of USER", customerId: null },
      entity: { type: "DEVICE", id: deviceId, name: "name of DEVICE", customerId },
      action: "DELETED",
      data: {},
      failure: null,
    },
  ]);
});

test("a refusal is recorded in its own words, a bug without them", async () => {
  outcome = () => {
    throw invalid("the device is in use");
  };
  expect(await call("DELETE", `/api/device/${deviceId}`)).toBe(400);
  outcome = () => {
    throw new TypeError("a secret of ours");
  };
  expect(await call("DELETE", `/api/device/${deviceId}`)).toBe(500);
  expect(log.events.map(({ failure }) => failure)).toEqual([
    "the device is in use",
    expect.stringMatching(/^the call failed unexpectedly; the log of the server has it as request /),
  ]);
});

test("an answer whose status is an error is a failure, for the device of that name", async () => {
  expect(await call("POST", "/api/claim")).toBe(400);
  expect(log.events).toMatchObject([
    { failure: "answered with status 400", entity: { id: deviceId, name: "boiler-7", customerId } },
  ]);
});

test("what concerns no entity concerns the tenant; a text that is no id is none", async () => {
  await call("POST", "/api/settings");
  await call("POST", "/api/type/DEVICE/none");
  await call("POST", `/api/type/user/${deviceId}`);
  await call("POST", `/api/type/GHOST/${deviceId}`);
  expect(log.events.map(({ entity: { type, id } }) => [type, id])).toEqual([
    ["TENANT", admin.tenantId],
    ["DEVICE", null],
    ["USER", deviceId],
    ["TENANT", admin.tenantId],
  ]);
});

test("nothing is recorded where the level asks for nothing, and of what the guard turns away", async () => {
  expect(await call("DELETE", "/api/admins")).toBe(403);
  log.wanted = false;
  expect(await call("DELETE", `/api/device/${deviceId}`)).toBe(200);
  expect(log.events).toEqual([]);
});

test("a record that cannot be made leaves the call's own answer", async () => {
  expect(await call("POST", "/api/mistake")).toBe(200);
  log.failure = new Error("the database is locked");
  expect(await call("DELETE", `/api/device/${deviceId}`)).toBe(200);
  outcome = () => {
    throw invalid("the device is in use");
  };
  expect(await call("DELETE", `/api/device/${deviceId}`)).toBe(400);
  expect([log.events, log.lost.length]).toEqual([[], 3]);
});
