// What every attribute store must do, whatever it keeps attributes in.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  addToColumns,
  attributesOf,
  newColumns,
  type AttributeColumns,
  type AttributeOwnerId,
  type AttributeValues,
  type StoredAttribute,
} from "../../src/core/attributes/attribute.ts";
import type { AttributeStore } from "../../src/core/attributes/attribute-store.ts";
import { newId, type DeviceId, type TenantId } from "../../src/core/ids.ts";
import { JsonText } from "../../src/core/values.ts";
import { millis } from "../../src/lib/clock.ts";

export interface AttributeStoreUnderTest extends AsyncDisposable {
  readonly store: AttributeStore;
  addDevice(): DeviceId;
  deleteDevice(id: DeviceId): void;
  addTenant(): Promise<TenantId>;
  deleteTenant(id: TenantId): Promise<unknown>;
}

const TS = millis(1_700_000_000_000);

function columnsOf(...writes: readonly (readonly [AttributeOwnerId, AttributeValues, number?])[]): AttributeColumns {
  const columns = newColumns();
  for (const [owner, values, ts = TS] of writes) addToColumns(columns, owner, values, millis(ts));
  return columns;
}

export function attributeStoreContract(name: string, open: () => Promise<AttributeStoreUnderTest>): void {
  describe(`attribute store: ${name}`, () => {
    let context: AttributeStoreUnderTest;
    let store: AttributeStore;

    beforeAll(async () => {
      context = await open();
      store = context.store;
    });
    afterAll(() => context[Symbol.asyncDispose]());

    const read = async (...args: Parameters<AttributeStore["read"]>): Promise<StoredAttribute[]> =>
      attributesOf(await store.read(...args));
    const valuesOf = async (
      owner: AttributeOwnerId,
      scope: "CLIENT_SCOPE" | "SHARED_SCOPE" | "SERVER_SCOPE" = "CLIENT_SCOPE",
    ) => (await read(owner, scope, "all")).map(({ key, value }) => [key, value]);

    test("values come back with the type they were given", async () => {
      const device = context.addDevice();
      const values: AttributeValues = [
        ["boolean", true],
        ["double", 0.1 + 0.2],
        ["int64", 9_007_199_254_740_993n],
        ["int64 min", -(2n ** 63n)],
        ["integer", 42],
        ["json", new JsonText('{"b":[1,2],"a":9007199254740993}')],
        ["large", 1e300],
        ["no", false],
        ["nul", "a\0b"],
        ["string", "007"],
        ["text", 'Größe \u{1f4a7} "quoted"\n'],
        ["tiny", 5e-324],
        ["zero text", ""],
      ];
      await store.saveOfDevices("CLIENT_SCOPE", columnsOf([device, values]));
      // Of the same class as well, though an answer may have come from another thread.
      expect(await valuesOf(device)).toStrictEqual(values);
    });

    test("a save only of other values is stored by one of many at once, and again where a value differs", async () => {
      const device = context.addDevice();
      const save = async (values: AttributeValues, ts: number = TS) =>
        await store.saveOfDeviceIfOther("SERVER_SCOPE", columnsOf([device, values, ts]));
      const once = await Promise.all(Array.from({ length: 5 }, () => save([["state", "done"]])));
      expect(once.toSorted()).toEqual([false, false, false, false, true]);
      expect(await save([["state", "done"]], TS + 1)).toBe(false);
      expect((await read(device, "SERVER_SCOPE", ["state"])).map(({ lastUpdateTs }) => lastUpdateTs)).toEqual([TS]);
      const two: AttributeValues = [
        ["state", "done"],
        ["by", "hand"],
      ];
      expect([await save(two), await save(two), await save([["state", true]])]).toEqual([true, false, true]);
      expect((await read(device, "SERVER_SCOPE", ["by", "state"])).map(({ value }) => value)).toEqual(["hand", true]);
    });

    test("a read that finds more text than it may is refused, keys counted too", async () => {
      const device = context.addDevice();
      await store.saveOfDevices(
        "CLIENT_SCOPE",
        columnsOf([
          device,
          [
            ["four", "12345"],
            ["number", 123_456],
          ],
        ]),
      );
      await expect(read(device, "CLIENT_SCOPE", "all", { textMax: 14 })).rejects.toMatchObject({
        kind: "invalid",
      });
      await expect(read(device, "CLIENT_SCOPE", "all", { textMax: 15 })).resolves.toHaveLength(2);
      await expect(read(device, "CLIENT_SCOPE", ["number"], { textMax: 6 })).resolves.toHaveLength(1);
    });

    test("a read goes on behind any attribute of another read, in the scopes and keys that it asks for", async () => {
      const device = context.addDevice();
      const values: AttributeValues = ["a", "b", "c", "\u{1f4a7}", "\uff5e"].map((key) => [key, key]);
      for (const scope of ["CLIENT_SCOPE", "SHARED_SCOPE", "SERVER_SCOPE"] as const)
        await store.saveOfDevices(scope, columnsOf([device, values]));
      for (const scope of ["all", "SHARED_SCOPE"] as const)
        for (const keys of ["all", ["c", "a", "\u{1f4a7}"]] as const) {
          const whole = await read(device, scope, keys);
          for (const [index, after] of whole.entries())
            expect(await read(device, scope, keys, { rowsMax: 2, after })).toEqual(whole.slice(index + 1, index + 3));
        }
    });

    test("a write inserts or replaces, together with its type and time", async () => {
      const device = context.addDevice();
      await store.saveOfDevices(
        "CLIENT_SCOPE",
        columnsOf([
          device,
          [
            ["a", 1],
            ["b", "x"],
          ],
        ]),
      );
      await store.saveOfDevices("CLIENT_SCOPE", columnsOf([device, [["a", "one"]], TS + 5]));
      expect(await read(device, "CLIENT_SCOPE", "all")).toEqual([
        { scope: "CLIENT_SCOPE", key: "a", value: "one", lastUpdateTs: TS + 5 },
        { scope: "CLIENT_SCOPE", key: "b", value: "x", lastUpdateTs: TS },
      ]);
    });

    test("one call writes many devices, and the later of two writes of a key wins", async () => {
      const [a, b] = [context.addDevice(), context.addDevice()];
      await store.saveOfDevices(
        "CLIENT_SCOPE",
        columnsOf(
          [a, [["k", 1]]],
          [b, [["k", 2]]],
          [
            a,
            [
              ["k", 3],
              ["l", 4],
            ],
          ],
        ),
      );
      expect(await valuesOf(a)).toEqual([
        ["k", 3],
        ["l", 4],
      ]);
      expect(await valuesOf(b)).toEqual([["k", 2]]);
    });

    test("rows of a device that does not exist are left out, the others are stored", async () => {
      const [gone, stays] = [context.addDevice(), context.addDevice()];
      await store.saveOfDevices("CLIENT_SCOPE", columnsOf([gone, [["k", 1]]]));
      context.deleteDevice(gone);
      await store.saveOfDevices(
        "CLIENT_SCOPE",
        columnsOf(
          [
            gone,
            [
              ["k", 1],
              ["l", 1],
            ],
          ],
          [newId<DeviceId>(), [["k", 1]]],
          [stays, [["k", 2]]],
        ),
      );
      expect(await valuesOf(gone)).toEqual([]);
      expect(await valuesOf(stays)).toEqual([["k", 2]]);
    });

    test("scopes are separate namespaces, and are read together in order", async () => {
      const device = context.addDevice();
      await store.saveOfDevices("SERVER_SCOPE", columnsOf([device, [["k", 3]]]));
      await store.saveOfDevices("SHARED_SCOPE", columnsOf([device, [["k", 2]]]));
      await store.saveOfDevices("CLIENT_SCOPE", columnsOf([device, [["k", 1]]]));
      expect(await valuesOf(device, "SHARED_SCOPE")).toEqual([["k", 2]]);
      expect((await read(device, "all", ["k"])).map(({ scope, value }) => [scope, value])).toEqual([
        ["CLIENT_SCOPE", 1],
        ["SHARED_SCOPE", 2],
        ["SERVER_SCOPE", 3],
      ]);
      expect(await store.keys(device, "CLIENT_SCOPE")).toEqual(["k"]);
      expect(await store.keys(device, "all")).toEqual(["active", "k"]);
    });

    test("a read names its keys; unknown ones are absent; names of the language are ordinary", async () => {
      const device = context.addDevice();
      const odd: AttributeValues = [
        ["__proto__", 1],
        ["a b/c.d,\"e'", 2],
        ["constructor", 3],
      ];
      await store.saveOfDevices("CLIENT_SCOPE", columnsOf([device, odd]));
      expect(
        (await read(device, "CLIENT_SCOPE", ["constructor", "none", "a b/c.d,\"e'"])).map(({ key, value }) => [
          key,
          value,
        ]),
      ).toEqual([
        ["a b/c.d,\"e'", 2],
        ["constructor", 3],
      ]);
      expect(await valuesOf(device)).toEqual(odd);
      expect(await read(device, "CLIENT_SCOPE", [])).toEqual([]);
    });

    test("a deletion removes the named keys of its scope only", async () => {
      const device = context.addDevice();
      await store.saveOfDevices(
        "SHARED_SCOPE",
        columnsOf([
          device,
          [
            ["a", 1],
            ["b", 2],
          ],
        ]),
      );
      await store.saveOfDevices("CLIENT_SCOPE", columnsOf([device, [["a", 1]]]));
      await store.delete(device, "SHARED_SCOPE", ["a", "never there"]);
      expect(await valuesOf(device, "SHARED_SCOPE")).toEqual([["b", 2]]);
      expect(await valuesOf(device)).toEqual([["a", 1]]);
    });

    test("writes take effect and resolve in the order of the calls", async () => {
      const device = context.addDevice();
      const resolved: number[] = [];
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          store.saveOfDevices("SHARED_SCOPE", columnsOf([device, [["k", index]]])).then(() => resolved.push(index)),
        ),
      );
      expect(resolved).toEqual(Array.from({ length: 50 }, (_, index) => index));
      expect(await valuesOf(device, "SHARED_SCOPE")).toEqual([["k", 49]]);
    });

    test("other owners than devices have attributes too", async () => {
      const tenant = await context.addTenant();
      await store.saveOfOthers("SERVER_SCOPE", columnsOf([tenant, [["plan", "gold"]]]));
      await store.saveOfOthers("SERVER_SCOPE", columnsOf([tenant, [["plan", "iron"]]]));
      expect(await valuesOf(tenant, "SERVER_SCOPE")).toEqual([["plan", "iron"]]);
      await store.delete(tenant, "SERVER_SCOPE", ["plan"]);
      expect(await valuesOf(tenant, "SERVER_SCOPE")).toEqual([]);
    });

    test("theirs go with them, and those that come too late are left out", async () => {
      const tenant = await context.addTenant();
      const save = () => store.saveOfOthers("SERVER_SCOPE", columnsOf([tenant, [["plan", "gold"]]]));
      await save();
      await context.deleteTenant(tenant);
      expect(await valuesOf(tenant, "SERVER_SCOPE")).toEqual([]);
      await save();
      expect(await valuesOf(tenant, "SERVER_SCOPE")).toEqual([]);
    });
  });
}
