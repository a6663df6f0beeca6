// What reports ask of devices: which of them a reader may see inside a scope, with facts and series by columns. Reads a
// thousand devices at a time, with turns of others between. Source: analytics contract 2.3, 2.5, 6.2.
import type { DeviceFactsStore, DevicesQuery, DeviceTable } from "../report/device-facts-store.ts";
import type { Reader } from "../reader.ts";
import type { Scope } from "../view/table-view.ts";
import { pickRows, type AccessSets } from "./access-sets.ts";
import { FactColumns, type FactBounds, type FactSources } from "./fact-columns.ts";
import type { DeviceRows } from "./fact-row-store.ts";
import { placesInScope } from "./scope-lists.ts";

export class AccessibleDevices implements DeviceFactsStore {
  readonly #sets: AccessSets;
  readonly #sources: FactSources;
  readonly #bounds: FactBounds;

  constructor(sets: AccessSets, sources: FactSources, bounds: FactBounds) {
    this.#sets = sets;
    this.#sources = sources;
    this.#bounds = bounds;
  }

  /** Throws `REPORT_TOO_EXPENSIVE` for more devices or longer texts than one query may have. */
  async devices({ reader, scope, facts, keys }: DevicesQuery, signal: AbortSignal): Promise<DeviceTable> {
    const needsGateways = [...facts.map(ofGateway), ...keys.map(({ of }) => of === "gateway")].includes(true);
    const rows = await this.rowsIn(reader, scope, needsGateways, signal);
    const read = this.columnsOf(reader, rows, signal);
    const columns = [];
    for (const fact of facts) columns.push(await read.column(fact));
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

  /** Facts of these devices, each read when it is asked for. */
  columnsOf(reader: Reader, rows: DeviceRows, signal: AbortSignal): FactColumns {
    return new FactColumns(this.#sources, reader, rows, this.#bounds, signal);
  }
}

function ofGateway(fact: DevicesQuery["facts"][number]): boolean {
  if (fact.type === "latest") return fact.source.of === "gateway";
  return fact.of === "gateway" || (fact.type === "entity" && fact.field === "gateway");
}
