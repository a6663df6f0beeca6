// What every connectivity store must do, whatever it keeps the facts in. Source: MQTT contract 10.3.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addToColumns, attributesOf, newColumns } from "../../src/core/attributes/attribute.ts";
import type { AttributeStore } from "../../src/core/attributes/attribute-store.ts";
import type { ConnectivityStore } from "../../src/core/devices/connectivity-store.ts";
import { newId, type DeviceId, type TenantId } from "../../src/core/ids.ts";
import type { Value } from "../../src/core/values.ts";
import { millis, type EpochMillis } from "../../src/lib/clock.ts";

export interface ConnectivityStoreUnderTest extends AsyncDisposable {
  readonly store: ConnectivityStore;
  readonly attributes: AttributeStore;
  readonly tenantId: TenantId;
  addDevice(createdAt: EpochMillis): DeviceId;
  deleteDevice(id: DeviceId): void;
}

const T0 = 1_700_000_000_000;
const TIMEOUT = 600_000;
const at = (offset: number): EpochMillis => millis(T0 + offset);

export function connectivityStoreContract(name: string, open: () => Promise<ConnectivityStoreUnderTest>): void {
  describe(`connectivity store: ${name}`, () => {
    let context: ConnectivityStoreUnderTest;
    let store: ConnectivityStore;

    beforeAll(async () => {
      context = await open();
      store = context.store;
    });
    afterAll(() => context[Symbol.asyncDispose]());

    const readAll = async (device: DeviceId) =>
      attributesOf(await context.attributes.read(device, "SERVER_SCOPE", "all"));
    const valuesOf = async (device: DeviceId) =>
      Object.fromEntries((await readAll(device)).map(({ key, value }) => [key, value]));
    const setTimeoutOf = async (device: DeviceId, value: Value) => {
      const columns = newColumns();
      addToColumns(columns, device, [["inactivityTimeout", value]], at(0));
      await context.attributes.saveOfDevices("SERVER_SCOPE", columns);
    };
    const activeSince = async (time: EpochMillis): Promise<DeviceId> => {
      const deviceId = context.addDevice(at(0));
      await store.save([{ deviceId, lastActivityTime: time, activated: true }], time);
      return deviceId;
    };
    const silent = async (now: EpochMillis, limit = 1000) =>
      (await store.deactivateSilent(now, TIMEOUT, limit)).map(({ deviceId }) => deviceId);

    test("a new device has active = false since its creation, and nothing else", async () => {
      const device = context.addDevice(at(7));
      expect(await readAll(device)).toEqual([
        { scope: "SERVER_SCOPE", key: "active", value: false, lastUpdateTs: at(7) },
      ]);
      expect(await store.read(device)).toEqual({
        deviceId: device,
        tenantId: context.tenantId,
        active: false,
        lastActivityTime: 0,
        timeoutMillis: null,
      });
    });

    test("an activated device is active, without an alarm; activating it again changes nothing", async () => {
      const deviceId = context.addDevice(at(0));
      expect(await store.save([{ deviceId, lastActivityTime: at(10), activated: true }], at(11))).toEqual([deviceId]);
      expect(await valuesOf(deviceId)).toEqual({ active: true, inactivityAlarmTime: 0, lastActivityTime: at(10) });
      expect(await store.save([{ deviceId, activated: true }], at(12))).toEqual([]);
    });

    test("lastActivityTime never goes back; times of connections are stored as they are", async () => {
      const deviceId = context.addDevice(at(0));
      await store.save([{ deviceId, lastActivityTime: at(10) }], at(10));
      await store.save(
        [{ deviceId, lastActivityTime: at(5), lastConnectTime: at(3), lastDisconnectTime: at(4) }],
        at(11),
      );
      expect(await valuesOf(deviceId)).toEqual({
        active: false,
        lastActivityTime: at(10),
        lastConnectTime: at(3),
        lastDisconnectTime: at(4),
      });
    });

    test("devices silent for the default timeout turn inactive, with the time of the alarm", async () => {
      const [silentOne, lively] = [await activeSince(at(1000)), await activeSince(at(2000))];
      expect(await silent(at(1000 + TIMEOUT - 1))).not.toContain(silentOne);
      const turned = await silent(at(1000 + TIMEOUT));
      expect(turned).toContain(silentOne);
      expect(turned).not.toContain(lively);
      expect(await valuesOf(silentOne)).toMatchObject({ active: false, inactivityAlarmTime: at(1000 + TIMEOUT) });
      expect(await silent(at(1000 + TIMEOUT))).toEqual([]);
      expect(await silent(at(2000 + TIMEOUT))).toEqual([lively]);
    });

    test("a device's own timeout goes before the default; 0, less and other types mean the default", async () => {
      const base = 10 * TIMEOUT;
      const [quick, slow, zero, text, cleared] = await Promise.all(
        Array.from({ length: 5 }, () => activeSince(at(base))),
      );
      if (
        quick === undefined ||
        slow === undefined ||
        zero === undefined ||
        text === undefined ||
        cleared === undefined
      )
        throw new Error("no devices");
      await setTimeoutOf(quick, 1000);
      await setTimeoutOf(slow, 2 * TIMEOUT);
      await setTimeoutOf(zero, 0);
      await setTimeoutOf(text, "1000");
      await setTimeoutOf(cleared, 1000);
      await context.attributes.delete(cleared, "SERVER_SCOPE", ["inactivityTimeout"]);
      expect((await store.read(quick))?.timeoutMillis).toBe(1000);
      expect((await store.read(zero))?.timeoutMillis).toBeNull();
      expect(await silent(at(base + 999))).toEqual([]);
      expect(await silent(at(base + 1000))).toEqual([quick]);
      expect(new Set(await silent(at(base + TIMEOUT)))).toEqual(new Set([zero, text, cleared]));
      expect(await silent(at(base + 2 * TIMEOUT))).toEqual([slow]);
    });

    test("one call turns no more devices than it may", async () => {
      const base = 20 * TIMEOUT;
      const devices = await Promise.all(Array.from({ length: 5 }, () => activeSince(at(base))));
      const first = await silent(at(base + TIMEOUT), 3);
      const second = await silent(at(base + TIMEOUT), 3);
      expect([first.length, second.length]).toEqual([3, 2]);
      expect(new Set([...first, ...second])).toEqual(new Set(devices));
    });

    test("a device that does not exist is left out", async () => {
      const gone = await activeSince(at(30 * TIMEOUT));
      context.deleteDevice(gone);
      const stays = context.addDevice(at(0));
      await store.save(
        [
          { deviceId: gone, lastActivityTime: at(31 * TIMEOUT), lastConnectTime: at(1), activated: true },
          { deviceId: newId<DeviceId>(), lastConnectTime: at(1) },
          { deviceId: stays, lastConnectTime: at(1) },
        ],
        at(0),
      );
      expect(await store.read(gone)).toBeUndefined();
      expect(await valuesOf(gone)).toEqual({});
      expect(await valuesOf(stays)).toEqual({ active: false, lastConnectTime: at(1) });
      expect(await silent(at(100 * TIMEOUT))).not.toContain(gone);
    });
  });
}
