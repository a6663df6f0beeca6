// Answers the device queries of reports: which devices in a scope a reader may see, with their dimensions and series as
// columns. Reads a thousand devices at a time and yields to other work in between. Source: analytics contract 2.3, 2.5,
// 6.2.
import type { DeviceDimensionsStore, DevicesQuery, DeviceTable } from "../report/choose-devices.ts";
import type { Reader } from "../reader.ts";
import type { Scope } from "../view/table-view.ts";
import { pickRows, type AccessSets } from "./access-sets.ts";
import { DimensionColumns, type DimensionOptions, type DimensionSources } from "./dimension-columns.ts";
import type { DeviceRows } from "./dimension-row-store.ts";
import { foldedText } from "../expressions/text-values.ts";
import { isLike } from "../report/filters.ts";

export class AccessibleDevices implements DeviceDimensionsStore {
  readonly #sets: AccessSets;
  readonly #sources: DimensionSources;
  readonly #options: DimensionOptions;

  constructor(sets: AccessSets, sources: DimensionSources, options: DimensionOptions) {
    this.#sets = sets;
    this.#sources = sources;
    this.#options = options;
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
    return { ids: rows.ids, columns, series };
  }

  /** The devices that the reader may see and that are in all lists of the scope, by id. */
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

  /** Dimensions of these devices, each read on first use. */
  columnsOf(reader: Reader, rows: DeviceRows, signal: AbortSignal): DimensionColumns {
    return new DimensionColumns({ sources: this.#sources, reader, rows, options: this.#options, signal });
  }
}

function ofGateway(dimension: DevicesQuery["dimensions"][number]): boolean {
  if (dimension.type === "latest") return dimension.source.of === "gateway";
  return dimension.of === "gateway" || (dimension.type === "entity" && dimension.field === "gateway");
}

type RowTest = (rows: DeviceRows, place: number) => boolean;

/**
 * The indices of the rows that are in every list of the scope. The condition `where` is a formula, which is checked
 * once its dimensions have been read. Source: analytics contract 2.3.
 */
function placesInScope(rows: DeviceRows, scope: Omit<Scope, "where">): readonly number[] {
  const tests = testsOf(scope);
  const places: number[] = [];
  for (let place = 0; place < rows.ids.length; place++)
    if (tests.every((holds) => holds(rows, place))) places.push(place);
  return places;
}

function testsOf({ profiles, deviceIds, customerIds, gatewayIds, nameMatches }: Omit<Scope, "where">): RowTest[] {
  const tests: RowTest[] = [];
  if (profiles !== null)
    tests.push(isListed(new Set<unknown>(profiles.map(({ id }) => id)), (rows) => rows.profileIds));
  if (deviceIds !== null) tests.push(isListed(new Set<unknown>(deviceIds), (rows) => rows.ids));
  if (gatewayIds !== null) tests.push(isListed(new Set<unknown>(gatewayIds), (rows) => rows.gatewayIds));
  if (customerIds !== null) {
    const listed = new Set<unknown>(customerIds.map((id) => (id === "none" ? null : id)));
    tests.push(isListed(listed, (rows) => rows.customerIds));
  }
  if (nameMatches !== null) {
    const pattern = foldedText(nameMatches);
    tests.push((rows, place) => isLike(foldedText(rows.names[place] ?? ""), pattern));
  }
  return tests;
}

function isListed(listed: ReadonlySet<unknown>, column: (rows: DeviceRows) => readonly unknown[]): RowTest {
  return (rows, place) => listed.has(column(rows)[place]);
}
