// What every store of the audit log must do, whatever it keeps it in.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AuditFilter, AuditRecord, AuditSortProperty } from "../../src/core/audit/audit-record.ts";
import type { AuditStore } from "../../src/core/audit/audit-store.ts";
import {
  newId,
  type AuditRecordId,
  type CustomerId,
  type DeviceId,
  type TenantId,
  type UserId,
} from "../../src/core/ids.ts";
import type { PageRequest } from "../../src/core/page.ts";
import { millis } from "../../src/lib/clock.ts";

export interface AuditStoreUnderTest extends AsyncDisposable {
  readonly store: AuditStore;
  /** A device of a tenant. */
  addDevice(tenantId: TenantId, name: string): DeviceId;
}

const NOW = 1_700_000_000_000;
const DAY = 86_400_000;
const SORT_MAX = 1000;

export function auditStoreContract(name: string, open: () => Promise<AuditStoreUnderTest>): void {
  describe(`audit store: ${name}`, () => {
    let context: AuditStoreUnderTest;
    let store: AuditStore;
    let tenantId: TenantId;

    beforeAll(async () => {
      context = await open();
      store = context.store;
    });
    beforeEach(() => {
      tenantId = newId<TenantId>();
    });
    afterAll(() => context[Symbol.asyncDispose]());

    const recordOf = (fields: Partial<AuditRecord> = {}): AuditRecord => ({
      id: newId<AuditRecordId>(),
      createdAt: millis(NOW),
      tenantId,
      customerId: null,
      entityType: "DEVICE",
      entityId: newId<DeviceId>(),
      entityName: "boiler-7",
      userId: newId<UserId>(),
      userName: "ada@example.com",
      action: "UPDATED",
      data: '{"a":1}',
      failure: null,
      ...fields,
    });
    const added = async (fields: Partial<AuditRecord> = {}): Promise<AuditRecord> => {
      const record = recordOf(fields);
      await store.append(record);
      return record;
    };
    /** So many records, a second apart. */
    const addMany = async (count: number, fields: (index: number) => Partial<AuditRecord> = () => ({})) => {
      const recordAt = (index: number) =>
        recordOf({ createdAt: millis(NOW + index * 1000), entityName: `d${String(index)}`, ...fields(index) });
      await Promise.all(Array.from({ length: count }, (_, index) => store.append(recordAt(index))));
    };
    const list = async (filter: Partial<AuditFilter> = {}, page: Partial<PageRequest<AuditSortProperty>> = {}) => {
      const all: AuditFilter = {
        tenantId,
        about: { kind: "all" },
        startTime: null,
        endTime: null,
        actions: null,
        status: null,
      };
      return store.list({ ...all, ...filter }, { page: 0, size: 10, textSearch: null, sort: null, ...page }, SORT_MAX);
    };
    const names = async (...args: Parameters<typeof list>) =>
      (await list(...args)).items.map(({ entityName }) => entityName);

    test("gives back what it was given", async () => {
      const [whole, bare] = [
        await added({ customerId: newId<CustomerId>() }),
        await added({ entityId: null, entityName: null, userId: null, userName: null, failure: "no such device" }),
      ];
      expect(await list()).toEqual({ items: [whole, bare], total: 2 });
    });

    test("the log of the system administrators is one of its own", async () => {
      const own = await added({ tenantId: null, entityName: tenantId });
      await added({ entityName: tenantId });
      expect((await list({ tenantId: null }, { textSearch: tenantId })).items).toEqual([own]);
    });

    test("a tenant's log has nothing of another tenant, whatever the list is about", async () => {
      const [entityId, userId, customerId] = [newId<DeviceId>(), newId<UserId>(), newId<CustomerId>()];
      const own = await added({ entityId, userId, customerId });
      await added({ entityId, userId, customerId, tenantId: newId<TenantId>() });
      const abouts: readonly AuditFilter["about"][] = [
        { kind: "all" },
        { kind: "entity", type: "DEVICE", id: entityId },
        { kind: "user", id: userId },
        { kind: "customer", id: customerId },
      ];
      for (const about of abouts) {
        expect(await list({ about })).toEqual({ items: [own], total: 1 });
        expect(await list({ about }, { textSearch: "boiler" })).toEqual({ items: [own], total: 1 });
      }
      expect(await list({ about: { kind: "entity", type: "USER", id: entityId } })).toEqual({ items: [], total: 0 });
    });

    test("goes by time, forwards and backwards, records of one time in the order in which they were made", async () => {
      await addMany(3, (index) => ({ createdAt: millis(NOW + (index === 0 ? 5 : 0)) }));
      expect(await names()).toEqual(["d1", "d2", "d0"]);
      expect(await names({}, { sort: { property: "createdTime", order: "ASC" } })).toEqual(["d1", "d2", "d0"]);
      expect(await names({}, { sort: { property: "createdTime", order: "DESC" } })).toEqual(["d0", "d2", "d1"]);
    });

    test("pages are whole and do not overlap; one past the end is empty", async () => {
      await addMany(5);
      const pages = [0, 1, 2, 3].map((page) => names({}, { page, size: 2 }));
      expect(await Promise.all(pages)).toEqual([["d0", "d1"], ["d2", "d3"], ["d4"], []]);
      expect((await list({}, { page: 3, size: 2 })).total).toBe(5);
    });

    test("both ends of a time are inclusive, within a day and over many", async () => {
      await addMany(5, (index) => ({ createdAt: millis(NOW + index * DAY) }));
      const between = (startTime: number, endTime: number) =>
        list({ startTime: millis(startTime), endTime: millis(endTime) });
      const at = async (...args: Parameters<typeof between>) => {
        const { items, total } = await between(...args);
        expect(total).toBe(items.length);
        return items.map(({ entityName }) => entityName);
      };
      expect(await at(NOW, NOW)).toEqual(["d0"]);
      expect(await at(NOW + DAY, NOW + 3 * DAY)).toEqual(["d1", "d2", "d3"]);
      expect(await at(NOW + DAY + 1, NOW + 3 * DAY - 1)).toEqual(["d2"]);
      expect(await at(0, NOW - 1)).toEqual([]);
      expect(await at(NOW + 2 * DAY, NOW + DAY)).toEqual([]);
      expect(await names({ startTime: millis(NOW + 4 * DAY) })).toEqual(["d4"]);
      expect(await names({ endTime: millis(NOW) })).toEqual(["d0"]);
    });

    test("only the actions asked for", async () => {
      await addMany(4, (index) => ({ action: index % 2 === 0 ? "DELETED" : "LOGIN" }));
      expect(await names({ actions: ["DELETED"] })).toEqual(["d0", "d2"]);
      expect(await names({ actions: ["DELETED", "LOGIN", "LOGOUT"] })).toHaveLength(4);
      expect(await list({ actions: ["LOGOUT"] })).toEqual({ items: [], total: 0 });
    });

    test("only those that ended in the way asked for, whatever the words of the others", async () => {
      await addMany(4, (index) => ({
        entityName: `FAILURE ${String(index)}`,
        action: index < 2 ? "PROVISION_FAILURE" : "DELETED",
        failure: index % 2 === 0 ? "refused" : null,
      }));
      expect(await names({ status: "FAILURE" })).toEqual(["FAILURE 0", "FAILURE 2"]);
      expect(await list({ status: "SUCCESS", actions: ["DELETED"] })).toMatchObject({
        items: [{ entityName: "FAILURE 3" }],
        total: 1,
      });
    });

    test("a search looks into type, name, user, action and status, every character literal", async () => {
      await added({ entityName: "Boiler 50%", userName: "ada@example.com", action: "RPC_CALL" });
      await added({ entityName: "pump", userName: "Eve_X@example.com", entityType: "USER", failure: "no" });
      const search = (textSearch: string) => names({}, { textSearch });
      expect(await search("BOILER")).toEqual(["Boiler 50%"]);
      expect(await search("50%")).toEqual(["Boiler 50%"]);
      expect(await search("%")).toEqual(["Boiler 50%"]);
      expect(await search("e_x")).toEqual(["pump"]);
      expect(await search("rpc_call")).toEqual(["Boiler 50%"]);
      expect(await search("failure")).toEqual(["pump"]);
      expect(await search("user")).toEqual(["pump"]);
      expect(await search("success")).toEqual(["Boiler 50%"]);
    });

    test.each([
      ["entityName", ["a", "b", "b", "c"]],
      ["entityType", ["CUSTOMER", "DEVICE", "TENANT", "USER"]],
      ["userName", [null, "1@example.com", "2@example.com", "3@example.com"]],
      ["actionType", ["ADDED", "DELETED", "LOGIN", "UPDATED"]],
      ["actionStatus", ["FAILURE", "FAILURE", "SUCCESS", "SUCCESS"]],
    ] as const)("sorts by %s, ties in the order in which they were made", async (property, sorted) => {
      await added({
        createdAt: millis(NOW + 3),
        entityName: "b",
        entityType: "USER",
        action: "LOGIN",
        userName: "3@example.com",
      });
      await added({
        createdAt: millis(NOW + 1),
        entityName: "c",
        entityType: "TENANT",
        action: "ADDED",
        userName: "2@example.com",
        failure: "x",
      });
      await added({
        createdAt: millis(NOW),
        entityName: "b",
        entityType: "DEVICE",
        action: "DELETED",
        userName: null,
        failure: "x",
      });
      await added({ createdAt: millis(NOW + 2), entityName: "a", entityType: "CUSTOMER", userName: "1@example.com" });
      const valueOf = (record: AuditRecord) =>
        ({
          entityName: record.entityName,
          entityType: record.entityType,
          userName: record.userName,
          actionType: record.action,
          actionStatus: record.failure === null ? "SUCCESS" : "FAILURE",
        })[property];
      const ascending = (await list({}, { sort: { property, order: "ASC" } })).items;
      expect(ascending.map(valueOf)).toEqual(sorted);
      const descending = (await list({}, { sort: { property, order: "DESC" } })).items;
      expect(descending.map(valueOf)).toEqual(sorted.toReversed());
      const ties = ascending.filter((record) => valueOf(record) === valueOf(ascending[1] ?? recordOf()));
      expect(ties.map(({ id }) => id)).toEqual(ties.map(({ id }) => id).toSorted());
    });

    test("a log of many slices is searched, counted, sorted and paged as a short one", async () => {
      const count = 2_500;
      await addMany(count, (index) => ({
        userId: "01990000-0000-7000-8000-00000000aaaa" as UserId,
        entityName: `d${String(index).padStart(5, "0")}`,
        action: index % 100 === 7 ? "DELETED" : "UPDATED",
      }));
      const about = { kind: "user", id: "01990000-0000-7000-8000-00000000aaaa" as UserId } as const;
      expect((await list({ about })).total).toBe(count);
      const deleted = await list({ about, actions: ["DELETED"] }, { page: 2, size: 10 });
      expect(deleted.total).toBe(25);
      expect(deleted.items.map(({ entityName }) => entityName)).toEqual([
        "d02007",
        "d02107",
        "d02207",
        "d02307",
        "d02407",
      ]);
      const newest = { sort: { property: "createdTime", order: "DESC" } } as const;
      expect(await names({ actions: ["DELETED"] }, { ...newest, size: 2 })).toEqual(["d02407", "d02307"]);
      expect(await names({}, { ...newest, page: 1, size: 2 })).toEqual(["d02497", "d02496"]);
      const byName = { sort: { property: "entityName", order: "DESC" } } as const;
      expect(await names({}, { ...byName, page: 499, size: 2 })).toEqual(["d01501", "d01500"]);
      await expect(list({}, { ...byName, page: 600, size: 2 })).rejects.toMatchObject({ kind: "invalid" });
      expect(await list({}, { ...byName, page: 2_000, size: 2 })).toEqual({ items: [], total: count });
    });

    test("removes what is too old, a few at a time", async () => {
      await using fresh = await open();
      for (const index of [0, 1, 2, 3]) await fresh.store.append(recordOf({ createdAt: millis(NOW + index) }));
      const before = millis(NOW + 3);
      const removeTwo = () => fresh.store.removeOlder(before, 2);
      expect([await removeTwo(), await removeTwo(), await removeTwo()]).toEqual([2, 1, 0]);
      const about = { kind: "all" } as const;
      const all = { tenantId, about, startTime: null, endTime: null, actions: null, status: null };
      const left = await fresh.store.list(all, { page: 0, size: 10, textSearch: null, sort: null }, SORT_MAX);
      expect([left.total, left.items.map(({ createdAt }) => createdAt)]).toEqual([1, [NOW + 3]]);
    });

    test("removes what is more than a log may hold, the oldest first", async () => {
      await addMany(5);
      for (let last = 1; last > 0;) last = await store.removeSurplus(3, 100);
      expect(await list()).toMatchObject({ total: 3, items: [{ entityName: "d2" }, {}, {}] });
    });

    test("removes all of a tenant", async () => {
      await addMany(3);
      expect([await store.removeOfTenant(tenantId, 2), await store.removeOfTenant(tenantId, 2)]).toEqual([2, 1]);
      expect(await list()).toEqual({ items: [], total: 0 });
    });

    test("knows an entity by its id, and a device by its name within a tenant", async () => {
      const id = context.addDevice(tenantId, "boiler-9");
      const subject = { name: "boiler-9", tenantId, customerId: null };
      expect(await store.findSubject("DEVICE", id)).toEqual(subject);
      expect(await store.findDeviceByName(tenantId, "boiler-9")).toEqual({ id, ...subject });
      expect(await store.findDeviceByName(newId<TenantId>(), "boiler-9")).toBeUndefined();
      for (const type of ["TENANT", "TENANT_PROFILE", "CUSTOMER", "USER", "DEVICE_PROFILE", "API_KEY", "RPC"] as const)
        expect(await store.findSubject(type, id)).toBeUndefined();
    });
  });
}
