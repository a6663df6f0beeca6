// What reports ask of devices: which of them a reader may see inside a scope, with dimensions and series by columns. Reads a
// thousand devices at a time, with turns of others between. Source: analytics contract 2.3, 2.5, 6.2.
import type { DeviceDimensionsStore, DevicesQuery, DeviceTable } from "../report/choose-devices.ts";
import type { Reader } from "../reader.ts";
import type { Scope } from "../view/table-view.ts";
import { pickRows, type AccessSets } from "./access-sets.ts";
import { DimensionColumns, type DimensionBounds, type DimensionSources } from "./dimension-columns.ts";
import type { DeviceRows } from "./dimension-row-store.ts";
import { placesInScope } from "./scope-lists.ts";

export class AccessibleDevices implements DeviceDimensionsStore {
  readonly #sets: AccessSets;
  readonly #sources: DimensionSources;
  readonly #bounds: DimensionBounds;

  constructor(sets: AccessSets, sources: DimensionSources, bounds: DimensionBounds) {
    this.#sets = sets;
    this.#sources = sources;
    this.#bounds = bounds;
  }

  /** Throws `REPORT_TOO_EXPENSIVE` for more devices or longer texts than one query may have. */
  async devices({ reader, scope, dimensions, keys }: DevicesQuery, signal: AbortSignal): Promise<DeviceTable> {
    const needsGateways = [...dimensions.map(ofGateway), ...keys.map(({ of }) => of === "gateway")].includes(true);
    const rows = await this.rowsIn(reader, scope, needsGateways, signal);
    const read = this.columnsOf(reader, rows, signal);
    const columns = [];
    for (const dimension of dimensions) columns.push(await read.column(dimension));
    const series = [];
    for (const { key, of } of keys) series.push(await read.series(key, of));
    // No scope of attributes is hidden from anybody who may read the device.
    return { ids: rows.ids, columns, hidden: [], series };
  }

  /** The devices that the reader may see and that all lists of the scope hold, by id. */
  async rowsIn(
    reader: Reader,
    scope: Omit<Scope, "where">,
    withGateways: boolean,
    signal: AbortSignal,
  ): Promise<DeviceRows> {
    const rows =
      scope.deviceIds === null
        ? await this.#sets.devices(reader, withGateways || scope.gatewayIds !== null)
        : await this.#sets.named(reader, scope.deviceIds);
    signal.throwIfAborted();
    return pickRows(rows, placesInScope(rows, scope));
  }

  /** Dimensions of these devices, each read when it is asked for. */
  columnsOf(reader: Reader, rows: DeviceRows, signal: AbortSignal): DimensionColumns {
    return new DimensionColumns(this.#sources, reader, rows, this.#bounds, signal);
  }
}

function ofGateway(dimension: DevicesQuery["dimensions"][number]): boolean {
  if (dimension.type === "latest") return dimension.source.of === "gateway";
  return dimension.of === "gateway" || (dimension.type === "entity" && dimension.field === "gateway");
}
