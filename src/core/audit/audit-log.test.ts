import { beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { AuditEvent } from "../audit-trail.ts";
import { newId, type ApiKeyId, type CustomerId, type DeviceId, type TenantId, type UserId } from "../ids.ts";
import type { FoundPage } from "../page.ts";
import { AuditLog, type AuditLogOptions } from "./audit-log.ts";
import type { AuditFilter, AuditRecord } from "./audit-record.ts";
import type { AuditStore, AuditSubject } from "./audit-store.ts";

const [tenantId, customerId, userId, deviceId] = [
  newId<TenantId>(),
  newId<CustomerId>(),
  newId<UserId>(),
  newId<DeviceId>(),
];
const DAY = 86_400_000;
const SETTINGS: AuditLogOptions = {
  level: "W",
  dataCharsMax: 1_000,
  retentionMillis: 30 * DAY,
  recordsMax: 100,
  sweepMillis: 3_600_000,
  sweepBatch: 10,
  listsMax: 2,
  sortRowsMax: 100,
};

class ListedStore implements AuditStore {
  readonly records: AuditRecord[] = [];
  readonly subjects = new Map<string, AuditSubject>([
    [userId, { name: "ada@example.com", tenantId, customerId: null }],
    [deviceId, { name: "boiler-7", tenantId, customerId }],
  ]);
  /** What the next removals take away, and what they were asked for. */
  old: number[] = [];
  surplus: number[] = [];
  readonly asked: unknown[] = [];
  readonly lists: PromiseWithResolvers<FoundPage<AuditRecord>>[] = [];
  failure: Error | undefined;

  async append(record: AuditRecord) {
    if (this.failure !== undefined) throw this.failure;
    this.records.push(record);
  }
  async findSubject(_type: string, id: string) {
    return this.subjects.get(id);
  }
  async findDeviceByName(tenant: TenantId, name: string) {
    const subject = this.subjects.get(deviceId);
    return subject?.tenantId === tenant && subject.name === name ? { id: deviceId, ...subject } : undefined;
  }
  list() {
    const page = Promise.withResolvers<FoundPage<AuditRecord>>();
    this.lists.push(page);
    return page.promise;
  }
  async removeOlder(before: number, limit: number) {
    if (this.failure !== undefined) throw this.failure;
    this.asked.push(["older", before, limit]);
    return this.old.shift() ?? 0;
  }
  async removeSurplus(recordsMax: number, limit: number) {
    this.asked.push(["surplus", recordsMax, limit]);
    return this.surplus.shift() ?? 0;
  }
  async removeOfTenant() {
    return this.old.shift() ?? 0;
  }
}

let store: ListedStore;
let clock: ManualClock;
beforeEach(() => {
  store = new ListedStore();
  clock = new ManualClock();
});
const logOf = (settings: Partial<AuditLogOptions> = {}) =>
  new AuditLog({ store, clock, log: silentLogger }, { ...SETTINGS, ...settings });
const eventOf = (fields: Partial<AuditEvent> = {}): AuditEvent => ({
  tenantId,
  user: { id: userId },
  entity: { type: "DEVICE", id: deviceId },
  action: "UPDATED",
  failure: null,
  ...fields,
});

describe("a record", () => {
  test("has the names of user and entity, and the customer of the entity", async () => {
    await logOf().record(eventOf({ data: { a: 1 } }));
    expect(store.records).toEqual([
      {
        id: expect.any(String) as unknown,
        createdAt: clock.now(),
        tenantId,
        customerId,
        entityType: "DEVICE",
        entityId: deviceId,
        entityName: "boiler-7",
        userId,
        userName: "ada@example.com",
        action: "UPDATED",
        data: '{"a":1}',
        failure: null,
      },
    ]);
  });

  test("takes the user's customer where the entity has none", async () => {
    const ofUser = newId<CustomerId>();
    await logOf().record(eventOf({ user: { id: userId, customerId: ofUser }, entity: { type: "DEVICE", id: null } }));
    expect(store.records).toMatchObject([{ customerId: ofUser, userName: "ada@example.com", entityName: null }]);
  });

  test("finds a device by its name, in the tenant of the log only", async () => {
    const entity = { type: "DEVICE", id: null, byName: true, name: "boiler-7" } as const;
    await logOf().record(eventOf({ entity }));
    await logOf().record(eventOf({ entity, tenantId: newId<TenantId>(), user: null }));
    expect(store.records).toMatchObject([
      { entityId: deviceId, customerId },
      { entityId: null, entityName: "boiler-7", customerId: null, userId: null },
    ]);
  });

  test("of what its readers may not see has the id alone", async () => {
    const stranger = newId<TenantId>();
    await logOf().record(eventOf({ tenantId: stranger, user: null }));
    await logOf().record(eventOf({ tenantId: null, user: null }));
    await logOf().record(eventOf({ tenantId: null, user: null, entity: { type: "USER", id: userId } }));
    expect(store.records).toMatchObject([
      { tenantId: stranger, entityId: deviceId, entityName: null, customerId: null },
      { tenantId: null, entityId: deviceId, entityName: null, customerId: null },
      { tenantId: null, entityId: userId, entityName: "ada@example.com" },
    ]);
  });

  test("names what system administrators have of their own, such as their API keys", async () => {
    const [own, ofTenant] = [newId<ApiKeyId>(), newId<ApiKeyId>()];
    store.subjects.set(own, { name: "Nightly export", tenantId: null, customerId: null });
    store.subjects.set(ofTenant, { name: "Of the tenant", tenantId, customerId: null });
    for (const id of [own, ofTenant])
      await logOf().record(eventOf({ tenantId: null, user: null, entity: { type: "API_KEY", id } }));
    expect(store.records.map(({ entityName }) => entityName)).toEqual(["Nightly export", null]);
  });

  test("has a bound for its data and its failure", async () => {
    await logOf({ dataCharsMax: 256 }).record(eventOf({ data: { x: "y".repeat(5_000) }, failure: "z".repeat(5_000) }));
    expect(store.records[0]?.data.length).toBeLessThan(400);
    expect(store.records[0]?.failure).toHaveLength(1_000);
  });

  test("that cannot be stored is counted, and its caller goes on", async () => {
    const log = logOf();
    await log.record(eventOf());
    store.failure = new Error("disk full");
    await log.record(eventOf());
    expect(log.counters).toEqual({ stored: 1, lost: 1 });
  });
});

test("the level decides: nothing, what changes something, or reads as well", async () => {
  for (const level of ["OFF", "W", "RW"] as const) {
    await logOf({ level }).record(eventOf({ action: "UPDATED", failure: level }));
    await logOf({ level }).record(eventOf({ action: "ATTRIBUTES_READ", failure: level }));
    await logOf({ level }).record(eventOf({ action: "CREDENTIALS_READ", failure: level }));
  }
  expect(store.records.map(({ action, failure }) => `${String(failure)} ${action}`)).toEqual([
    "W UPDATED",
    "RW UPDATED",
    "RW ATTRIBUTES_READ",
    "RW CREDENTIALS_READ",
  ]);
});

describe("the sweep", () => {
  test("removes what is too old and too much, batch by batch", async () => {
    const log = logOf();
    log.start();
    store.old = [10, 10, 3];
    store.surplus = [10, 1];
    clock.advance(SETTINGS.sweepMillis);
    await log.stop();
    const older = ["older", clock.now() - 30 * DAY, 10];
    // The stop ends it after the batch that was running.
    expect(store.asked[0]).toEqual(older);
  });

  test("goes on until nothing is left", async () => {
    const log = logOf();
    log.start();
    store.old = [10, 10, 3];
    store.surplus = [10, 1];
    clock.advance(SETTINGS.sweepMillis);
    while (store.asked.length < 7) await Promise.resolve();
    await log.stop();
    expect(store.asked.map((asked) => (asked as unknown[])[0])).toEqual([
      ...Array.from({ length: 4 }, () => "older"),
      ...Array.from({ length: 3 }, () => "surplus"),
    ]);
  });

  test("keeps records for ever where no time is set", async () => {
    const log = logOf({ retentionMillis: null });
    log.start();
    clock.advance(SETTINGS.sweepMillis);
    await log.stop();
    expect(store.asked).toEqual([["surplus", 100, 10]]);
  });

  test("that fails loses nothing, and is tried again", async () => {
    const log = logOf();
    log.start();
    store.failure = new Error("locked");
    clock.advance(SETTINGS.sweepMillis);
    await log.stop();
    expect([store.asked, log.counters.lost]).toEqual([[], 0]);
    store.failure = undefined;
    log.start();
    clock.advance(SETTINGS.sweepMillis);
    await log.stop();
    await log.stop();
    expect(store.asked).not.toEqual([]);
  });
});

test("one tenant can have so many lists made at a time, whatever others do", async () => {
  const log = logOf();
  const filter = (tenant: TenantId | null): AuditFilter => ({
    tenantId: tenant,
    about: { kind: "all" },
    startTime: null,
    endTime: null,
    actions: null,
    status: null,
  });
  const page = { page: 0, size: 1, textSearch: "x", sort: null };
  const empty = { items: [], total: 0 };
  const running = [log.list(filter(tenantId), page), log.list(filter(tenantId), page)];
  await expect(log.list(filter(tenantId), page)).rejects.toMatchObject({ kind: "rate-limited" });
  const other = log.list(filter(null), page);
  for (const { resolve } of store.lists) resolve(empty);
  expect(await Promise.all([...running, other])).toEqual([empty, empty, empty]);
  const next = log.list(filter(tenantId), page);
  store.lists.at(-1)?.reject(new Error("no"));
  await expect(next).rejects.toThrow("no");
  void log.list(filter(tenantId), page);
  void log.list(filter(tenantId), page);
  expect(store.lists).toHaveLength(6);
});
