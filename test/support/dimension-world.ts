// A tenant with customers, profiles, gateways, attributes and latest values on a scratch database, as reports see them.
import { InProcessBus } from "../../src/adapters/in-process-bus/in-process-bus.ts";
import { AccessSets, type AccessOptions } from "../../src/core/analytics/access/access-sets.ts";
import { AccessibleDevices } from "../../src/core/analytics/access/accessible-devices.ts";
import type { DimensionOptions, DimensionSources } from "../../src/core/analytics/access/dimension-columns.ts";
import type { Reader } from "../../src/core/analytics/reader.ts";
import type { Scope } from "../../src/core/analytics/view/table-view.ts";
import { addToColumns, newColumns } from "../../src/core/attributes/attribute.ts";
import type { AttributeScope } from "../../src/core/bus/events.ts";
import type { KnownDevice, SeriesNumber } from "../../src/core/devices/known-device.ts";
import { newId, type CustomerId, type DeviceId, type TenantId, type UserId } from "../../src/core/ids.ts";
import type { Point } from "../../src/core/telemetry/telemetry.ts";
import type { Value } from "../../src/core/values.ts";
import { millis } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { ScratchDevices } from "./device-world.ts";
import { ManualClock } from "./manual-clock.ts";

export const EVERYTHING: Omit<Scope, "where"> = {
  entityType: "DEVICE",
  profiles: null,
  deviceIds: null,
  customerIds: null,
  gatewayIds: null,
  nameMatches: null,
};

export const BOUNDS: AccessOptions & DimensionOptions = {
  cacheMillis: 30_000,
  cachedDevicesMax: 1000,
  devicesMax: 10_000,
  textMax: 1_000_000,
};

export class DimensionWorld implements AsyncDisposable {
  readonly devices: ScratchDevices;
  readonly tenantId: TenantId;
  readonly bus = new InProcessBus(silentLogger);
  readonly clock = new ManualClock();
  readonly sources: DimensionSources;
  readonly sets: AccessSets;
  readonly accessible: AccessibleDevices;
  /** What nodes know of devices in addition to what is stored. */
  readonly heard = new Map<DeviceId, KnownDevice>();
  readonly #points = new Map<SeriesNumber, Point>();

  private constructor(devices: ScratchDevices, tenantId: TenantId, bounds: AccessOptions & DimensionOptions) {
    this.devices = devices;
    this.tenantId = tenantId;
    this.sources = {
      store: devices.stores.dimensionRows,
      latest: { latest: (series) => Promise.resolve(series.map((number) => this.#points.get(number))) },
      devices: { inMemory: (id) => this.heard.get(id) },
    };
    this.sets = new AccessSets({ store: this.sources.store, bus: this.bus, clock: this.clock }, bounds);
    this.sets.start();
    this.accessible = new AccessibleDevices(this.sets, this.sources, bounds);
  }

  static async open(bounds: Partial<AccessOptions & DimensionOptions> = {}): Promise<DimensionWorld> {
    const devices = await ScratchDevices.open();
    return new DimensionWorld(devices, await devices.addTenant(), { ...BOUNDS, ...bounds });
  }

  get administrator(): Reader {
    return { tenantId: this.tenantId, customerId: null, userId: newId<UserId>() };
  }

  userOf(customerId: CustomerId): Reader {
    return { tenantId: this.tenantId, customerId, userId: newId<UserId>() };
  }

  add(name: string, fields: Parameters<ScratchDevices["add"]>[0] = {}): DeviceId {
    return this.devices.add({ tenantId: this.tenantId, name, ...fields });
  }

  async setAttributes(
    owner: DeviceId | CustomerId,
    scope: AttributeScope,
    values: Readonly<Record<string, Value>>,
    isDevice = true,
  ): Promise<void> {
    const columns = newColumns();
    addToColumns(columns, owner, Object.entries(values), this.clock.now());
    const { attributes } = this.devices.stores;
    await (isDevice ? attributes.saveOfDevices(scope, columns) : attributes.saveOfOthers(scope, columns));
  }

  /** The newest value of a key of a device. */
  async setLatest(owner: DeviceId | CustomerId, key: string, value: Value, ts = 1): Promise<SeriesNumber> {
    const [series] = (await this.devices.stores.series.register([owner], [key])).numbers;
    if (typeof series !== "number") throw new Error("no number was given");
    this.#points.set(series, { ts: millis(ts), value });
    return series;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.sets.stop();
    await this.devices[Symbol.asyncDispose]();
  }
}
