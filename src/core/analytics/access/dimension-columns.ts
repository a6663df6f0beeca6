// Reads the dimensions and series of the devices of one query as columns. Data of gateways and customers is read once
// for each of them and then assigned to all of their devices. Source: analytics contract 2.5, 3.7, 6.2.
import { valueFromColumns } from "../../attributes/attribute.ts";
import { nextTurn } from "../../../lib/next-turn.ts";
import type { AttributeScope } from "../../bus/events.ts";
import type { DeviceDirectory, SeriesNumber } from "../../devices/known-device.ts";
import type { CustomerId, DeviceId } from "../../ids.ts";
import type { Point } from "../../telemetry/telemetry.ts";
import { JsonText } from "../../values.ts";
import { AnalyticsError } from "../analytics-error.ts";
import { addressedValue } from "../report/cells.ts";
import type { DimensionSource } from "../report/choose-devices.ts";
import type { Cell, SeriesColumns } from "../report/report-engine.ts";
import type { Reader } from "../reader.ts";
import type { AttributeSource, EntityField, Of, ReportAttributeScope, TelemetrySource } from "../view/table-view.ts";
import { CHUNK_DEVICES } from "./access-sets.ts";
import type { CustomerRow, DeviceRows, DimensionRowStore, OwnerNumber } from "./dimension-row-store.ts";

/** Most characters in one read of attributes: a few milliseconds of work. */
export const READ_CHARS_MAX = 1_000_000;

/** The scopes that each name includes; the first scope that has the attribute takes precedence. Source: 2.5. */
export const ATTRIBUTE_ORDER: Readonly<Record<ReportAttributeScope, readonly AttributeScope[]>> = {
  client: ["CLIENT_SCOPE"],
  shared: ["SHARED_SCOPE"],
  server: ["SERVER_SCOPE"],
  any: ["SERVER_SCOPE", "SHARED_SCOPE", "CLIENT_SCOPE"],
};

export interface LatestPoints {
  /** The point with the greatest ts of each series, in the given order; undefined for a series without points. */
  latest(series: readonly SeriesNumber[]): Promise<readonly (Point | undefined)[]>;
}

export interface DimensionSources {
  readonly store: DimensionRowStore;
  readonly latest: LatestPoints;
  /** Has the activity of devices that has not been stored yet. */
  readonly devices: Pick<DeviceDirectory, "inMemory">;
}

export interface DimensionOptions {
  /** Most characters that the texts of one query's dimensions may have. */
  readonly textMax: number;
}

/**
 * The entities whose dimensions are read: the devices themselves, their gateways, or their customers, without
 * duplicates.
 */
interface Subjects {
  readonly ids: readonly (DeviceId | CustomerId)[];
  readonly owners: readonly OwnerNumber[];
  /** The index of each device's subject, -1 if it has none; null if each device is its own subject. */
  readonly ofDevice: Int32Array | null;
}

export interface DimensionDeps {
  readonly sources: DimensionSources;
  readonly reader: Reader;
  readonly rows: DeviceRows;
  readonly options: DimensionOptions;
  readonly signal: AbortSignal;
}

export class DimensionColumns {
  readonly #deps: DimensionDeps;
  readonly #subjects = new Map<Of, Subjects>();
  #gateways: DeviceRows | undefined;
  #customers: ReadonlyMap<CustomerId, CustomerRow> | undefined;
  #chars = 0;

  constructor(deps: DimensionDeps) {
    this.#deps = deps;
  }

  async column(dimension: DimensionSource): Promise<readonly Cell[]> {
    switch (dimension.type) {
      case "entity":
        return await this.#entity(dimension.field, dimension.of);
      case "attribute":
        return await this.#attribute(dimension);
      case "latest":
        return await this.#latest(dimension.source);
    }
  }

  /** The devices that have a series of the key, either their own or that of their gateway or customer. */
  async series(key: string, of: Of): Promise<SeriesColumns> {
    const numbers = await this.#seriesOfDevices(key, of);
    const devices: number[] = [];
    const series: SeriesNumber[] = [];
    numbers.forEach((number, device) => {
      if (number === 0) return;
      devices.push(device);
      series.push(number);
    });
    return { devices: Int32Array.from(devices), series };
  }

  async #entity(field: EntityField, of: Of): Promise<readonly Cell[]> {
    if (of === "customer") return await this.#customerField(field);
    if (of === "self") return await this.#deviceField(field, this.#deps.rows, (await this.#subjectsOf("self")).owners);
    const subjects = await this.#subjectsOf("gateway");
    const gateways = this.#gateways;
    if (gateways === undefined) return this.#missing();
    return spread(await this.#deviceField(field, gateways, subjects.owners), subjects, this.#deps.rows.ids.length);
  }

  async #deviceField(field: EntityField, rows: DeviceRows, owners: readonly OwnerNumber[]): Promise<readonly Cell[]> {
    switch (field) {
      case "id":
        return rows.ids;
      case "name":
        return rows.names;
      case "label":
        return rows.labels.map((label) => (label === "" ? null : label));
      case "createdTime":
        return rows.createdAt;
      case "profile": {
        const { store } = this.#deps.sources;
        const names = await store.profiles(this.#deps.reader.tenantId, [...new Set(rows.profileIds)]);
        return rows.profileIds.map((id) => names.get(id) ?? null);
      }
      case "customer": {
        const customers = await this.#customersOf(rows);
        return rows.customerIds.map((id) => (id === null ? null : (customers.get(id)?.title ?? null)));
      }
      case "gateway": {
        const gateways = await this.#gatewaysOf(rows);
        const names = new Map(gateways.ids.map((id, index) => [id, gateways.names[index] ?? null]));
        return rows.gatewayIds.map((id) => (id === null ? null : (names.get(id) ?? null)));
      }
      case "active":
        return (await this.#activity(rows.ids, owners)).active;
      case "lastActivityTime":
        return (await this.#activity(rows.ids, owners)).times;
    }
  }

  async #customerField(field: EntityField): Promise<readonly Cell[]> {
    const customers = await this.#customersOf(this.#deps.rows);
    return this.#deps.rows.customerIds.map((id) => {
      const customer = id === null ? undefined : customers.get(id);
      if (customer === undefined) return null;
      if (field === "id") return id;
      if (field === "name") return customer.title;
      return field === "createdTime" ? customer.createdAt : null;
    });
  }

  async #activity(
    ids: readonly DeviceId[],
    owners: readonly OwnerNumber[],
  ): Promise<{ readonly active: Cell[]; readonly times: Cell[] }> {
    const active: Cell[] = [];
    const times: Cell[] = [];
    for await (const [start, part] of this.#chunks(owners)) {
      const stored = await this.#deps.sources.store.activity(part);
      for (let index = 0; index < part.length; index++) {
        const id = ids[start + index];
        const known = id === undefined ? undefined : this.#deps.sources.devices.inMemory(id);
        // Activity is stored some seconds after it is received.
        const time = Math.max(stored.lastActivityTime[index] ?? 0, known?.lastActivityAt ?? 0);
        active.push(stored.active[index] === true || known?.active === true);
        times.push(time === 0 ? null : time);
      }
    }
    return { active, times };
  }

  async #attribute({ scope, key, of, path }: AttributeSource): Promise<readonly Cell[]> {
    const subjects = await this.#subjectsOf(of);
    const cells = new Array<Cell>(subjects.owners.length).fill(null);
    let missing = subjects.owners.map((_owner, index) => index);
    for (const each of ATTRIBUTE_ORDER[scope]) {
      const wanted = { owners: subjects.owners, wanted: missing };
      const isFound = await this.#attributesOf(wanted, { scope: each, key }, (index, value) => {
        cells[index] = addressedValue(value, path);
      });
      missing = missing.filter((index) => !isFound.has(index));
      if (missing.length === 0) break;
    }
    return spread(cells, subjects, this.#deps.rows.ids.length);
  }

  async #attributesOf(
    { owners, wanted }: Pick<Subjects, "owners"> & { readonly wanted: readonly number[] },
    { scope, key }: { readonly scope: AttributeScope; readonly key: string },
    found: (subject: number, value: Exclude<Cell, null>) => void,
  ): Promise<ReadonlySet<number>> {
    const isFound = new Set<number>();
    for (let start = 0; start < wanted.length;) {
      this.#deps.signal.throwIfAborted();
      const part = wanted.slice(start, start + CHUNK_DEVICES);
      const values = await this.#deps.sources.store.attributes(
        part.map((index) => owners[index] ?? 0),
        scope,
        key,
        READ_CHARS_MAX,
      );
      values.forEach((stored, index) => {
        const subject = part[index];
        if (stored === null || subject === undefined) return;
        const value = valueFromColumns(...stored);
        this.#hold(value);
        isFound.add(subject);
        found(subject, value);
      });
      // A read always returns at least the first owner, so the loop advances.
      start += Math.max(1, values.length);
    }
    return isFound;
  }

  async #latest({ key, of, path, cast }: TelemetrySource): Promise<readonly Cell[]> {
    const numbers = await this.#seriesOfDevices(key, of);
    const cells = new Array<Cell>(numbers.length).fill(null);
    for await (const [start, part] of this.#chunks(numbers)) {
      const known = part.flatMap((series, index) => (series === 0 ? [] : [{ series, index }]));
      const points = await this.#deps.sources.latest.latest(known.map(({ series }) => series));
      points.forEach((point, place) => {
        const row = known[place];
        if (point === undefined || row === undefined) return;
        this.#hold(point.value);
        cells[start + row.index] = addressedValue(point.value, path, cast);
      });
    }
    return cells;
  }

  async #seriesOfDevices(key: string, of: Of): Promise<readonly SeriesNumber[]> {
    const subjects = await this.#subjectsOf(of);
    const numbers: SeriesNumber[] = [];
    for await (const [, part] of this.#chunks(subjects.ids))
      for (const number of await this.#deps.sources.store.series(part, key)) numbers.push(number);
    const { ofDevice } = subjects;
    if (ofDevice === null) return numbers;
    const none = 0 as SeriesNumber;
    return Array.from(ofDevice, (subject) => (subject < 0 ? none : (numbers[subject] ?? none)));
  }

  async #subjectsOf(of: Of): Promise<Subjects> {
    const known = this.#subjects.get(of);
    if (known !== undefined) return known;
    const subjects = await this.#findSubjects(of);
    this.#subjects.set(of, subjects);
    return subjects;
  }

  async #findSubjects(of: Of): Promise<Subjects> {
    const rows = this.#deps.rows;
    if (of === "self") return { ids: rows.ids, owners: rows.owners, ofDevice: null };
    if (of === "gateway") {
      this.#gateways = await this.#gatewaysOf(rows);
      const { ids, owners } = this.#gateways;
      return { ids, owners, ofDevice: placesOf(rows.gatewayIds, ids) };
    }
    const customers = [...(await this.#customersOf(rows))];
    const ids = customers.map(([id]) => id);
    return { ids, owners: customers.map(([, { owner }]) => owner), ofDevice: placesOf(rows.customerIds, ids) };
  }

  /** A gateway that the reader may not see has no dimensions. */
  async #gatewaysOf({ gatewayIds }: DeviceRows): Promise<DeviceRows> {
    const ids = [...new Set(gatewayIds)].filter((id) => id !== null);
    const found = await this.#deps.sources.store.devicesOf(this.#deps.reader, ids);
    this.#deps.signal.throwIfAborted();
    return found;
  }

  async #customersOf(rows: DeviceRows): Promise<ReadonlyMap<CustomerId, CustomerRow>> {
    const isOwn = rows === this.#deps.rows;
    if (isOwn && this.#customers !== undefined) return this.#customers;
    const ids = [...new Set(rows.customerIds)].filter((id) => id !== null);
    const found = await this.#deps.sources.store.customers(this.#deps.reader.tenantId, ids);
    if (isOwn) this.#customers = found;
    return found;
  }

  #missing(): readonly Cell[] {
    return new Array<Cell>(this.#deps.rows.ids.length).fill(null);
  }

  #hold(value: Exclude<Cell, null>): void {
    if (typeof value === "string") this.#chars += value.length;
    else if (value instanceof JsonText) this.#chars += value.text.length;
    const limit = this.#deps.options.textMax;
    if (this.#chars <= limit) return;
    throw new AnalyticsError(
      "REPORT_TOO_EXPENSIVE",
      `the attributes and latest values of the devices have more than ${String(limit)} characters; narrow the scope`,
      [],
      { limit: { name: "analytics.access.maxFactMebibytes", value: limit } },
    );
  }

  async *#chunks<Item>(items: readonly Item[]): AsyncGenerator<readonly [start: number, part: readonly Item[]]> {
    for (let start = 0; start < items.length; start += CHUNK_DEVICES) {
      if (start > 0) await this.#rest();
      yield [start, items.slice(start, start + CHUNK_DEVICES)];
    }
  }

  async #rest(): Promise<void> {
    await nextTurn();
    this.#deps.signal.throwIfAborted();
  }
}

/** Assigns the cells of subjects to their devices. */
function spread(cells: readonly Cell[], { ofDevice }: Subjects, devices: number): readonly Cell[] {
  if (ofDevice === null) return cells;
  return Array.from({ length: devices }, (_, device) => cells[ofDevice[device] ?? -1] ?? null);
}

function placesOf<Id>(ids: readonly (Id | null)[], subjects: readonly Id[]): Int32Array {
  const places = new Map<Id | null, number>(subjects.map((id, index) => [id, index]));
  return Int32Array.from(ids, (id) => (id === null ? -1 : (places.get(id) ?? -1)));
}
