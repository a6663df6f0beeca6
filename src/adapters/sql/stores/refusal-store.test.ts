import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ScratchDevices } from "../../../../test/support/device-world.ts";
import { ENTITY_ENGINES } from "../../../../test/support/entity-engines.ts";
import { newId, type DeviceId, type TenantId } from "../../../core/ids.ts";
import type { KeptRefusal, RefusalFilter } from "../../../core/monitoring/refusal-store.ts";
import { millis } from "../../../lib/clock.ts";

const PAGE = { page: 0, size: 100, textSearch: null, sort: null } as const;

let devices: ScratchDevices;
let gatewayId: DeviceId;

describe.each(ENTITY_ENGINES)("refusals in %s", (_engine, open) => {
  beforeAll(async () => {
    devices = await ScratchDevices.open(open);
    gatewayId = devices.add({ name: "gateway", isGateway: true });
  });
  afterAll(() => devices[Symbol.asyncDispose]());

  test("come back as they were, with the names that there are now", async () => {
    const boiler = devices.add({ name: "boiler" });
    const kept = refusal({
      partly: true,
      entries: [
        { device: "boiler", reason: "invalid", message: "too hot" },
        { device: "gone\u0000", reason: "rate-limited", message: "too many" },
        { device: null, reason: "invalid", message: "no object" },
      ],
      entriesTotal: 17,
      payload: "\u0000{",
      cut: true,
    });
    await devices.stores.refusals.append([kept], 500);
    const { items, total } = await list();
    expect(total).toBe(1);
    const { tenantId: _, ...shown } = kept;
    const [known, unknown, none] = kept.entries;
    expect(items).toMatchObject([
      {
        ...shown,
        gatewayName: "gateway",
        entries: [
          { ...known, deviceId: boiler },
          { ...unknown, deviceId: null },
          { ...none, deviceId: null },
        ],
      },
    ]);
  });

  test("are the newest of each gateway, whatever others do", async () => {
    const [busy, quiet] = [devices.add({ isGateway: true }), devices.add({ isGateway: true })];
    const of = (id: DeviceId, topics: readonly string[]) => topics.map((topic) => refusal({ gatewayId: id, topic }));
    await devices.stores.refusals.append([...of(busy, ["1", "2"]), ...of(quiet, ["a"])], 3);
    await devices.stores.refusals.append(of(busy, ["3", "4", "5"]), 3);
    const topics = async (id: DeviceId) => (await list({ gatewayId: id })).items.map(({ topic }) => topic);
    expect(await topics(busy)).toEqual(["5", "4", "3"]);
    expect(await topics(quiet)).toEqual(["a"]);
  });

  test("are found by reason, by device and by text, and paged", async () => {
    const id = devices.add({ name: "Tower", isGateway: true });
    const about = (device: string) => [{ device, reason: "invalid", message: `Bad ${device}` }] as const;
    await devices.stores.refusals.append(
      [
        refusal({ gatewayId: id, topic: "1", entries: about('a","b') }),
        refusal({ gatewayId: id, topic: "2", entries: about("b"), reason: "rate-limited" }),
        refusal({ gatewayId: id, topic: "3", entries: about("abc") }),
      ],
      500,
    );
    const topics = async (filter: Partial<RefusalFilter>, page = {}) =>
      (await list({ gatewayId: id, ...filter }, page)).items.map(({ topic }) => topic);
    expect(await topics({ reason: "rate-limited" })).toEqual(["2"]);
    expect(await topics({ device: "b" })).toEqual(["2"]);
    expect(await topics({ device: 'a","b' })).toEqual(["1"]);
    expect(await topics({}, { textSearch: "BAD ABC" })).toEqual(["3"]);
    expect(await topics({}, { textSearch: "tower" })).toEqual(["3", "2", "1"]);
    expect(await topics({}, { sort: { property: "ts", order: "ASC" } })).toEqual(["1", "2", "3"]);
    expect(await topics({}, { page: 1, size: 2 })).toEqual(["1"]);
    expect((await list({ gatewayId: id }, { size: 1 })).total).toBe(3);
  });

  test("are of their tenant alone, also where a gateway or a device is named", async () => {
    const tenantId = newId<TenantId>();
    const theirs = devices.add({ tenantId, isGateway: true });
    devices.add({ name: "shared name" });
    const entries = [{ device: "shared name", reason: "invalid", message: "bad" }] as const;
    await devices.stores.refusals.append([refusal({ tenantId, gatewayId: theirs, entries })], 500);
    expect((await list({ gatewayId: theirs })).total).toBe(0);
    const { items } = await list({ tenantId });
    expect(items).toMatchObject([{ gatewayId: theirs, entries: [{ deviceId: null }] }]);
    // Nor is one kept for a tenant that is not that of its gateway.
    await devices.stores.refusals.append([refusal({ gatewayId: theirs, topic: "wrong" })], 500);
    expect((await list({ tenantId })).total).toBe(1);
  });

  test("go with their gateway, and none comes back for one that is gone", async () => {
    const id = devices.add({ isGateway: true });
    await devices.stores.refusals.append([refusal({ gatewayId: id })], 500);
    devices.delete(id);
    await devices.stores.refusals.append([refusal({ gatewayId: id })], 500);
    expect((await list({ gatewayId: id })).total).toBe(0);
  });
});

function refusal(fields: Partial<KeptRefusal> = {}): KeptRefusal {
  return {
    tenantId: devices.tenantId,
    gatewayId,
    at: millis(1_700_000_000_000),
    topic: "v1/gateway/telemetry",
    reason: "invalid",
    partly: false,
    entries: [],
    entriesTotal: 1,
    bytes: 14,
    payload: "{}",
    cut: false,
    ...fields,
  };
}

function list(filter: Partial<RefusalFilter> = {}, page: object = {}) {
  const { tenantId } = devices;
  return devices.stores.refusals.list(
    { tenantId, gatewayId: filter.tenantId === undefined ? gatewayId : null, reason: null, device: null, ...filter },
    { ...PAGE, ...page },
  );
}
