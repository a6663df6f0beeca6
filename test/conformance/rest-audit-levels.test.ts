// REST contract 12: the level of the audit log, its bounds, and what comes into it without a call of a user.
import { afterEach, expect, test } from "vitest";
import type { GivenSettings } from "../../src/app/config.ts";
import { LONG_LOGIN } from "../support/history-files.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform.ts";
import { member, text } from "../support/rest-client.ts";
import { expectError } from "../support/rest-conformance.ts";
import type { TestTenant } from "../support/tenant.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SAVES_AT_ONCE = 32;

let platform: TestPlatform | undefined;
afterEach(async () => {
  await platform?.stop();
  platform = undefined;
});

async function start(settings: GivenSettings): Promise<TestPlatform> {
  platform = await startTestPlatform({ settings });
  return platform;
}

async function log({ tenant }: TestPlatform, query = ""): Promise<readonly unknown[]> {
  const page = await tenant.rest.get(`/api/audit/logs?pageSize=1000&page=0${query}`);
  const data: unknown = member(page, "data");
  return Array.isArray(data) ? (data as unknown[]) : [];
}

const actionsOf = (entries: readonly unknown[]): unknown[] => entries.map((entry) => member(entry, "actionType"));

async function readEverything({ tenant }: TestPlatform): Promise<void> {
  const device = await tenant.createDevice();
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { mode: "eco" });
  await tenant.attributes(device.id, "SERVER_SCOPE");
  await tenant.rest.get(`/api/plugins/telemetry/DEVICE/${device.id}/values/attributes?keys=mode`);
}

/** A record for each time; a few at once, as opening a connection for each takes longer than the calls. */
async function saveOften(tenant: TestTenant, deviceId: string, times: number): Promise<void> {
  let left = times;
  const inTurn = async (): Promise<void> => {
    while (left-- > 0) await tenant.saveAttributes(deviceId, "SERVER_SCOPE", { mode: "eco" });
  };
  await Promise.all(Array.from({ length: SAVES_AT_ONCE }, inTurn));
}

test("REST §12: by default what changes something is recorded, and reads are not", async () => {
  const running = await start({});
  await readEverything(running);
  expect(actionsOf(await log(running, "&textSearch=device"))).toEqual(["ADDED", "ATTRIBUTES_UPDATED"]);
});

test("REST §12: at level RW reads of attributes and credentials are recorded as well", async () => {
  const running = await start({ "audit.level": "RW" });
  await readEverything(running);
  const entries = await log(running, "&textSearch=device");
  expect(actionsOf(entries)).toEqual([
    "ADDED",
    "CREDENTIALS_READ",
    "ATTRIBUTES_UPDATED",
    "ATTRIBUTES_READ",
    "ATTRIBUTES_READ",
  ]);
  expect(member(entries.at(-1), "actionData")).toEqual({ scope: "all", attributes: ["mode"] });
});

test("REST §12: at level OFF nothing is recorded", async () => {
  const running = await start({ "audit.level": "OFF" });
  await readEverything(running);
  expect(await log(running)).toEqual([]);
});

test("REST §12: long actionData is cut, and says so", async () => {
  const running = await start({ "audit.dataCharsMax": 256 });
  const device = await running.tenant.createDevice();
  await running.tenant.saveAttributes(device.id, "SERVER_SCOPE", { text: "x".repeat(1_000) });
  const entries = await log(running, "&textSearch=device");
  expect(member(entries[0], "actionData")).toMatchObject({
    cut: { kept: 256 },
    beginning: expect.any(String) as unknown,
  });
  expect(member(entries[1], "actionData")).toEqual({
    scope: "SERVER_SCOPE",
    attributes: { cut: { characters: 1_011, kept: 0 } },
  });
});

test("REST §12: records older than the retention, and those beyond the bound, are removed", async () => {
  const { tenant, clock, until } = await retaining();
  const { id } = await tenant.createDevice();
  const path = `/api/audit/logs/entity/DEVICE/${id}?pageSize=1&page=0`;
  const total = async () => Number(member(await tenant.rest.get(path), "totalElements"));
  clock.advance(2 * DAY - 2 * HOUR);
  expect(await total()).toBe(1);
  clock.advance(4 * HOUR);
  await until(total, (count) => count === 0);
  await saveOften(tenant, id, 1_200);
  expect(await total()).toBe(1_200);
  await until(total, (count) => count <= 1_000);
});

async function retaining() {
  const running = await start({
    ...LONG_LOGIN,
    // Few, as every timer of the time that passes is run.
    "audit.retentionDays": 2,
    "audit.recordsMax": 1_000,
    "audit.sweepBatch": 100,
  });
  const { tenant, clock } = running;
  /**
   * A round of the sweep is due an hour after the one before has ended, which takes as long as the store takes: time
   * passes until one has done what is waited for.
   */
  const until = (read: () => Promise<number>, isWanted: (count: number) => boolean): Promise<number> =>
    running.until(async () => {
      clock.advance(HOUR / 12);
      return await read();
    }, isWanted);
  return { tenant, clock, until };
}

test("REST §12: provisioning is recorded for the device, by nobody", async () => {
  const running = await start({});
  const { tenant } = running;
  await tenant.rest.post("/api/deviceProfile", {
    name: "boilers",
    type: "DEFAULT",
    transportType: "DEFAULT",
    provisionType: "ALLOW_CREATE_NEW_DEVICES",
    provisionDeviceKey: "the-key",
    profileData: { provisionConfiguration: { type: "ALLOW_CREATE_NEW_DEVICES", provisionDeviceSecret: "the-secret" } },
  });
  const provision = (secret: string) =>
    running.anonymous.request("POST", "/api/v1/provision", {
      deviceName: "boiler-7",
      provisionDeviceKey: "the-key",
      provisionDeviceSecret: secret,
    });
  expect(text((await provision("the-secret")).body, "status")).toBe("SUCCESS");
  expect(text((await provision("the-secret")).body, "status")).toBe("FAILURE");
  expect(text((await provision("wrong")).body, "status")).toBe("NOT_FOUND");
  const { id } = await tenant.existing("boiler-7");
  expect(await log(running, "&textSearch=provision")).toMatchObject([
    {
      actionType: "PROVISION_SUCCESS",
      actionStatus: "SUCCESS",
      entityId: { entityType: "DEVICE", id },
      entityName: "boiler-7",
      userName: null,
    },
    { actionType: "PROVISION_FAILURE", actionStatus: "FAILURE", entityName: "boiler-7" },
  ]);
});

test("REST §12: a sort other than by time has a bound, and says so", async () => {
  const running = await start({ "audit.sortRowsMax": 1_000 });
  const { tenant } = running;
  const device = await tenant.createDevice();
  await saveOften(tenant, device.id, 1_010);
  const answer = await tenant.rest.request("GET", "/api/audit/logs?pageSize=1010&page=0&sortProperty=entityName");
  expectError(answer, 400, 31);
  expect(text(answer.body, "message")).toContain("1000");
  expect(
    (await tenant.rest.request("GET", "/api/audit/logs?pageSize=1010&page=0&sortProperty=createdTime")).status,
  ).toBe(200);
});
