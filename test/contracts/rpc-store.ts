// What every store of persistent calls must do, whatever it keeps them in.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId, type DeviceId, type RpcId, type TenantId } from "../../src/core/ids.ts";
import { REQUEST_ID_MAX, type PersistentRpc } from "../../src/core/rpc/rpc.ts";
import type { RpcStore } from "../../src/core/rpc/rpc.ts";
import { millis } from "../../src/lib/clock.ts";

export interface RpcStoreUnderTest extends AsyncDisposable {
  readonly store: RpcStore;
  readonly tenantId: TenantId;
  addDevice(fields?: { readonly isGateway?: boolean }): DeviceId;
  deleteDevice(id: DeviceId): void;
  route(gatewayId: DeviceId, deviceId: DeviceId): Promise<void>;
}

const NOW = 1_700_000_000_000;
const MAX = 1000;
const PAGE = { page: 0, size: 10, textSearch: null, sort: null };

export function rpcStoreContract(name: string, open: () => Promise<RpcStoreUnderTest>): void {
  describe(`rpc store: ${name}`, () => {
    let context: RpcStoreUnderTest;
    let store: RpcStore;

    beforeAll(async () => {
      context = await open();
      store = context.store;
    });
    afterAll(() => context[Symbol.asyncDispose]());

    const callOf = (deviceId: DeviceId, fields: Partial<PersistentRpc> = {}): PersistentRpc => ({
      id: newId<RpcId>(),
      createdAt: millis(NOW),
      tenantId: context.tenantId,
      deviceId,
      requestId: 1,
      method: "toggle",
      params: '{"pin": 1}',
      oneWay: false,
      expirationTime: millis(NOW + 10_000),
      retries: 5,
      additionalInfo: { ticket: 12, big: 9_007_199_254_740_993n },
      status: "QUEUED",
      sentThrough: null,
      timeouts: 0,
      response: null,
      ...fields,
    });
    const inserted = async (deviceId: DeviceId, fields: Partial<PersistentRpc> = {}): Promise<PersistentRpc> => {
      const call = callOf(deviceId, fields);
      await store.insert(call, MAX);
      return call;
    };
    const statusOf = async (id: RpcId) => (await store.find(context.tenantId, id))?.status;

    describe("request ids", () => {
      test("blocks begin at 1 and follow each other, for each device on its own", async () => {
        const [a, b] = [context.addDevice(), context.addDevice()];
        expect(await store.reserveRequestIds(a, 10)).toBe(1);
        expect(await store.reserveRequestIds(a, 10)).toBe(11);
        expect(await store.reserveRequestIds(b, 10)).toBe(1);
        expect(await store.reserveRequestIds(newId<DeviceId>(), 10)).toBeUndefined();
      });

      test("what is given back is handed out again, unless later ids have been drawn", async () => {
        const [a, b] = [context.addDevice(), context.addDevice()];
        await store.reserveRequestIds(a, 10);
        await store.reserveRequestIds(b, 10);
        await store.reserveRequestIds(b, 10);
        await store.returnRequestIds([
          { deviceId: a, firstUnused: 4, end: 11 },
          { deviceId: b, firstUnused: 4, end: 11 },
        ]);
        expect(await store.reserveRequestIds(a, 10)).toBe(4);
        expect(await store.reserveRequestIds(b, 10)).toBe(21);
      });

      test("ids begin again at 1 before they would leave int32", async () => {
        const device = context.addDevice();
        expect(await store.reserveRequestIds(device, REQUEST_ID_MAX - 5)).toBe(1);
        expect(await store.reserveRequestIds(device, 5)).toBe(REQUEST_ID_MAX - 4);
        expect(await store.reserveRequestIds(device, 5)).toBe(1);
        expect(await store.reserveRequestIds(device, REQUEST_ID_MAX - 6)).toBe(6);
        expect(await store.reserveRequestIds(device, 10)).toBe(1);
      });
    });

    test("a call comes back as it was given, to its tenant only", async () => {
      const call = await inserted(context.addDevice());
      expect(await store.find(context.tenantId, call.id)).toEqual(call);
      expect(await store.find(newId<TenantId>(), call.id)).toBeUndefined();
    });

    test("a device has no more unfinished calls than it may; finished ones do not count", async () => {
      const device = context.addDevice();
      const first = callOf(device);
      await store.insert(first, 2);
      await store.insert(callOf(device), 2);
      await expect(store.insert(callOf(device), 2)).rejects.toMatchObject({
        kind: "limit-exceeded",
        details: { limit: { value: 2 } },
      });
      await store.update({ id: first.id, status: "SUCCESSFUL", response: "{}" });
      await store.insert(callOf(device), 2);
      await expect(store.insert(callOf(newId<DeviceId>()), 2)).rejects.toMatchObject({ kind: "not-found" });
    });

    test("a change keeps what it does not name, and nothing changes a final call", async () => {
      const device = context.addDevice();
      const { id } = await inserted(device);
      await store.update({ id, status: "SENT", sentThrough: device });
      await store.update({ id, status: "TIMEOUT", timeouts: 1 });
      expect(await store.find(context.tenantId, id)).toMatchObject({
        status: "TIMEOUT",
        sentThrough: device,
        timeouts: 1,
        response: null,
      });
      await store.update({ id, status: "DELIVERED" });
      await store.update({ id, status: "SUCCESSFUL", response: '{"ok":true}' });
      await store.update({ id, status: "FAILED", response: "late" });
      await store.update({ id: newId<RpcId>(), status: "SENT" });
      expect(await store.find(context.tenantId, id)).toMatchObject({ status: "SUCCESSFUL", response: '{"ok":true}' });
    });

    test("DELIVERED is final for a one-way call", async () => {
      const { id } = await inserted(context.addDevice(), { oneWay: true });
      await store.update({ id, status: "DELIVERED" });
      await store.update({ id, status: "SUCCESSFUL" });
      expect(await statusOf(id)).toBe("DELIVERED");
    });

    test("a delivered call stays so, whatever the node from which the device has moved says later of sending it", async () => {
      const { id } = await inserted(context.addDevice());
      await store.update({ id, status: "DELIVERED" });
      await store.update({ id, status: "SENT", sentThrough: newId<DeviceId>() });
      await store.update({ id, status: "TIMEOUT", timeouts: 1 });
      await store.update({ id, status: "FAILED", timeouts: 6, response: '{"error":"not acknowledged"}' });
      expect(await store.find(context.tenantId, id)).toMatchObject({
        status: "DELIVERED",
        sentThrough: null,
        timeouts: 0,
        response: null,
      });
      await store.update({ id, status: "FAILED", response: '{"error":"no JSON"}' });
      expect(await statusOf(id)).toBe("FAILED");
    });

    test("unsent calls come in order of creation; delivered and final ones do not come", async () => {
      const device = context.addDevice();
      const [queued, sent, delivered, timedOut, expired] = [
        await inserted(device, { requestId: 1 }),
        await inserted(device, { requestId: 2 }),
        await inserted(device, { requestId: 3 }),
        await inserted(device, { requestId: 4 }),
        await inserted(device, { requestId: 5, status: "EXPIRED" }),
      ];
      await store.update({ id: sent.id, status: "SENT" });
      await store.update({ id: delivered.id, status: "DELIVERED" });
      await store.update({ id: timedOut.id, status: "TIMEOUT", timeouts: 1 });
      const found: RpcId[] = [];
      for (
        let call = await store.nextUnsent(device, null);
        call !== undefined;
        call = await store.nextUnsent(device, call.id)
      )
        found.push(call.id);
      expect(found).toEqual([queued.id, sent.id, timedOut.id]);
      expect(await statusOf(expired.id)).toBe("EXPIRED");
    });

    test("devices with unsent calls are found by themselves and behind their gateway", async () => {
      const gateway = context.addDevice({ isGateway: true });
      const [routed, idle, elsewhere] = [context.addDevice(), context.addDevice(), context.addDevice()];
      await context.route(gateway, routed);
      await context.route(gateway, idle);
      await inserted(routed);
      await inserted(elsewhere);
      expect(await store.devicesWithUnsent(gateway)).toEqual([routed]);
      await inserted(gateway);
      expect(new Set(await store.devicesWithUnsent(gateway))).toEqual(new Set([routed, gateway]));
      expect(await store.devicesWithUnsent(elsewhere)).toEqual([elsewhere]);
    });

    test("only a two-way call that was sent and is not final awaits a reply", async () => {
      const device = context.addDevice();
      const [twoWay, oneWay] = [
        await inserted(device, { requestId: 7 }),
        await inserted(device, { requestId: 8, oneWay: true }),
      ];
      expect(await store.awaitingReply(device, 7)).toBeUndefined();
      for (const { id } of [twoWay, oneWay]) await store.update({ id, status: "SENT", sentThrough: device });
      expect((await store.awaitingReply(device, 7))?.id).toBe(twoWay.id);
      expect(await store.awaitingReply(device, 8)).toBeUndefined();
      await store.update({ id: twoWay.id, status: "DELIVERED" });
      expect((await store.awaitingReply(device, 7))?.id).toBe(twoWay.id);
      await store.update({ id: twoWay.id, status: "SUCCESSFUL" });
      expect(await store.awaitingReply(device, 7)).toBeUndefined();
    });

    test("calls expire at their time, the earliest first, so many at once; final ones do not", async () => {
      const device = context.addDevice();
      const early = [
        await inserted(device, { expirationTime: millis(1000) }),
        await inserted(device, { expirationTime: millis(2000) }),
      ];
      const late = await inserted(device, { expirationTime: millis(3000) });
      const done = await inserted(device, { expirationTime: millis(1000) });
      await store.update({ id: done.id, status: "SUCCESSFUL" });
      expect(await store.nextExpiration()).toBe(1000);
      expect(await store.expire(millis(2000), 1)).toEqual([early[0]?.id]);
      expect(await store.expire(millis(2000), 10)).toEqual([early[1]?.id]);
      expect(await store.nextExpiration()).toBe(3000);
      expect([await statusOf(late.id), await statusOf(done.id)]).toEqual(["QUEUED", "SUCCESSFUL"]);
    });

    test("old final calls are removed, unfinished ones are kept", async () => {
      const device = context.addDevice();
      const [old, young, open] = [
        await inserted(device, { createdAt: millis(1) }),
        await inserted(device, { createdAt: millis(100) }),
        await inserted(device, { createdAt: millis(1) }),
      ];
      for (const { id } of [old, young]) await store.update({ id, status: "FAILED" });
      expect(await store.purge(millis(50), 10)).toBe(1);
      expect([await statusOf(old.id), await statusOf(young.id), await statusOf(open.id)]).toEqual([
        undefined,
        "FAILED",
        "QUEUED",
      ]);
    });

    test("a list shows the calls of one device of the tenant, by status, page and order", async () => {
      const device = context.addDevice();
      const calls: PersistentRpc[] = [];
      for (let n = 0; n < 5; n++)
        calls.push(await inserted(device, { requestId: n, expirationTime: millis(NOW + 100 - n) }));
      await inserted(context.addDevice());
      await store.update({ id: calls[1]?.id ?? newId<RpcId>(), status: "SUCCESSFUL" });
      const ids = async (...[status, page]: [Parameters<RpcStore["list"]>[2], Parameters<RpcStore["list"]>[3]]) => {
        const found = await store.list(context.tenantId, device, status, page);
        return [found.items.map(({ requestId }) => requestId), found.total];
      };
      expect(await ids(null, PAGE)).toEqual([[0, 1, 2, 3, 4], 5]);
      expect(await ids("SUCCESSFUL", PAGE)).toEqual([[1], 1]);
      expect(await ids(null, { ...PAGE, page: 1, size: 2 })).toEqual([[2, 3], 5]);
      expect(await ids(null, { ...PAGE, sort: { property: "expirationTime", order: "ASC" } })).toEqual([
        [4, 3, 2, 1, 0],
        5,
      ]);
      expect((await store.list(newId<TenantId>(), device, null, PAGE)).total).toBe(0);
    });

    test("a deletion is the tenant's own; a deleted device takes its calls with it", async () => {
      const device = context.addDevice();
      const [one, two] = [await inserted(device), await inserted(device)];
      expect(await store.delete(newId<TenantId>(), one.id)).toBe(false);
      expect(await store.delete(context.tenantId, one.id)).toBe(true);
      expect(await store.delete(context.tenantId, one.id)).toBe(false);
      context.deleteDevice(device);
      expect(await statusOf(two.id)).toBeUndefined();
      expect(await store.reserveRequestIds(device, 1)).toBeUndefined();
    });
  });
}
