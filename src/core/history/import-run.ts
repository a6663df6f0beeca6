// One import. Rows arrive as fast as they are read. Points with a known device and key go straight into a batch of
// columns; the others wait for the next pause, in which devices are looked up and series get their numbers. While one
// batch is being stored, the next one fills. Record: docs/decisions/0025-imports-in-large-commits.md.
import { type DeviceLimit, deviceLimitExceeded } from "../devices/device-store.ts";
import type { DeviceRegistry } from "../devices/device-registry.ts";
import type { DeviceService } from "../devices/device-service.ts";
import { parseDeviceName } from "../devices/device.ts";
import type { KnownDevice } from "../devices/known-device.ts";
import { NO_DEVICE_REFERENCES } from "../devices/references.ts";
import { parseTitle } from "../entity-text.ts";
import { DomainError } from "../errors.ts";
import { newId, type DeviceId, type TenantId } from "../ids.ts";
import { PointBatch } from "../telemetry/point-batch.ts";
import { Readings } from "../telemetry/readings.ts";
import type { TelemetryService } from "../telemetry/telemetry-service.ts";
import type { SeriesOwner } from "../telemetry/series-owner.ts";
import { columnsOf } from "../telemetry/telemetry.ts";
import { castNumeric, type Value } from "../values.ts";
import { ImportTally, type ImportReport, type RefusalReason, type RefusedField } from "./import-report.ts";

export interface ImportTerms {
  readonly tenantId: TenantId;
  /** Write nothing; the report says what would happen. */
  readonly dryRun: boolean;
  /** Create missing devices, with the default profile. */
  readonly createDevices: boolean;
  /** Texts come from JSON and are cast as the device's profile or else the platform says. */
  readonly isJson: boolean;
  /** Refused values listed in the report. */
  readonly examplesMax: number;
  /** Whether the caller may write values of this device. */
  mayWrite(device: KnownDevice): boolean;
}

/**
 * What a tenant may still store. Both methods reject with `rate-limited` if there is no room for so many more points.
 */
export interface ImportQuota {
  /** Counts points that are about to be stored; `ttlSeconds` 0 stands for the tenant's full retention. */
  charge(tenantId: TenantId, points: number, ttlSeconds: number): Promise<void>;
  requireRoom(tenantId: TenantId, points: number): Promise<void>;
}

export interface ImportDeps {
  readonly registry: Pick<DeviceRegistry, "loadAll">;
  readonly devices: Pick<DeviceService, "create">;
  readonly limit: DeviceLimit;
  readonly deviceStore: { count(tenantId: TenantId): Promise<number> };
  readonly telemetry: Pick<TelemetryService, "numberRows" | "keyRoom" | "checkKeys" | "saveBatch">;
  readonly quota: ImportQuota;
}

export interface ImportBatchOptions {
  /** Points in one commit, and UTF-16 code units of the texts among them. */
  readonly pointsMax: number;
  readonly textMax: number;
  /** Whether texts in JSON that spell a number are stored as numbers, if the profile does not decide it. */
  readonly castStrings: boolean;
}

const NEW_DEVICE = {
  ...{ type: null, label: null, profileId: null, customerId: null, deviceData: null, additionalInfo: null },
  ...NO_DEVICE_REFERENCES,
};

/** Where points go: a device or, in a dry run, a stand-in for one that would be created. */
interface Target extends SeriesOwner {
  readonly id: DeviceId;
  readonly deleted: boolean;
}

interface Refusal {
  readonly reason: RefusalReason;
  readonly message: string;
}

/** The result of looking up a name. */
type Known = Target | Refusal;

interface PendingRow {
  readonly line: number;
  readonly key: string;
  readonly ts: number;
  readonly value: Value;
}

/** Devices requested at once; the store writes them in one or a few commits. */
const CREATE_BATCH = 1_000;

/**
 * Names remembered between pauses (beyond that, all are looked up again), and the limit up to which a report counts
 * devices.
 */
export const NAMES_KEPT_MAX = 200_000;

export class ImportRun {
  readonly #terms: ImportTerms;
  readonly #deps: ImportDeps;
  readonly #options: ImportBatchOptions;
  readonly #tally: ImportTally;
  readonly #known = new Map<string, Known>();
  readonly #unknown = new Set<string>();
  readonly #written = new Set<string>();
  /** Dry run: the keys that would be new, by device. */
  readonly #newKeys = new Map<Target, Set<string>>();
  #pending = new Map<string, PendingRow[]>();
  #batch = new PointBatch();
  #spare: PointBatch | undefined = new PointBatch();
  #storing: Promise<void> | undefined;
  #line = 0;
  /** Everything accepted up to this line has been stored. */
  #storedLine = 0;
  #stored = 0;

  constructor(deps: ImportDeps, options: ImportBatchOptions, terms: ImportTerms) {
    this.#deps = deps;
    this.#options = options;
    this.#terms = terms;
    this.#tally = new ImportTally(terms.examplesMax);
  }

  /** Starts a row. */
  row(line: number): void {
    this.#tally.rows++;
    this.#line = line;
  }

  refuse(line: number, field: RefusedField, reason: RefusalReason, message: string): void {
    this.#tally.refuse(line, field, reason, message);
  }

  /** Adds a point whose device, time and value are well-formed. */
  point(line: number, device: string, ts: number, key: string, value: Value): void {
    const known = this.#known.get(device);
    if (known !== undefined && "reason" in known) {
      this.#refuseDevice(line, device, known);
      return;
    }
    const series = known?.deleted === false ? known.series.get(key) : undefined;
    // A row must wait if an earlier row of its device waits: otherwise that one would be stored later and overwrite
    // this one if they have the same key and time.
    if (series === undefined || this.#pending.has(device)) {
      const rows = this.#pending.get(device);
      if (rows === undefined) this.#pending.set(device, [{ line, key, ts, value }]);
      else rows.push({ line, key, ts, value });
    } else this.#accept(known, series, ts, value);
  }

  /** Call between two pieces of input: looks up what waits, and stores a full batch. */
  async pause(): Promise<void> {
    if (this.#pending.size > 0) await this.#settlePending();
    const { count, textLength } = this.#batch;
    if (count >= this.#options.pointsMax || textLength >= this.#options.textMax) await this.#store();
  }

  /** Everything accepted is stored when it resolves. */
  async finish(): Promise<ImportReport> {
    await this.pause();
    if (this.#batch.count > 0) await this.#store();
    await this.#storing;
    const { dryRun, tenantId } = this.#terms;
    if (dryRun) await this.#deps.quota.requireRoom(tenantId, this.#tally.accepted);
    return this.#tally.report(dryRun, this.#written.size, this.#unknown);
  }

  /** For an import that ends early: waits for the current store and returns what has been stored. */
  async outcome(): Promise<{ readonly stored: number; readonly throughLine: number }> {
    try {
      await this.#storing;
    } catch {
      // The caller that feeds the run gets the error itself.
    }
    return { stored: this.#stored, throughLine: this.#storedLine };
  }

  #accept(owner: SeriesOwner | undefined, series: number, ts: number, value: Value): void {
    this.#tally.accept(ts);
    if (this.#terms.dryRun) return;
    const casts = this.#terms.isJson && (owner?.castsStrings ?? this.#options.castStrings);
    const [kind, num, text] = columnsOf(casts && typeof value === "string" ? castNumeric(value) : value);
    this.#batch.add(series, ts, kind, num);
    if (text !== null) this.#batch.addText(text);
  }

  async #settlePending(): Promise<void> {
    const pending = this.#pending;
    this.#pending = new Map();
    await this.#lookUp([...pending.keys()].filter((name) => !this.#isKnown(name)));
    const readings = new Readings<Target>();
    const waiting: (readonly PendingRow[])[] = [];
    for (const [name, rows] of pending) {
      const known = this.#known.get(name);
      if (known === undefined || "reason" in known) for (const { line } of rows) this.#refuseDevice(line, name, known);
      else {
        const fitting = await this.#withinLimit(known, rows);
        if (fitting.length > 0 && this.#written.size < NAMES_KEPT_MAX) this.#written.add(known.id);
        if (this.#terms.dryRun) for (const { ts } of fitting) this.#tally.accept(ts);
        else {
          readings.openEntry(name, known);
          for (const { key, ts, value } of fitting) readings.add(key, known.series.get(key), ts, value);
          readings.closeEntry();
          waiting.push(fitting);
        }
      }
    }
    if (readings.entries === 0) return;
    const refused = await this.#deps.telemetry.numberRows(readings);
    const errors = new Map(refused.map(({ device, error }) => [device, error]));
    waiting.forEach((rows, entry) => {
      const error = errors.get(readings.names[entry] ?? "");
      const first = readings.starts[entry] ?? 0;
      rows.forEach(({ line, ts, value }, index) => {
        const series = readings.series[first + index] ?? -1;
        if (error !== undefined || series < 0) this.refuse(line, "key", "limit", error?.message ?? "no series number");
        else this.#accept(readings.devices[entry], series, ts, value);
      });
    });
  }

  #isKnown(name: string): boolean {
    const known = this.#known.get(name);
    return known !== undefined && ("reason" in known || !known.deleted);
  }

  async #lookUp(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    if (this.#known.size + names.length > NAMES_KEPT_MAX) this.#known.clear();
    const { tenantId, createDevices, dryRun } = this.#terms;
    const found = await this.#deps.registry.loadAll(tenantId, names);
    const missing = names.filter((_name, index) => found[index] === undefined);
    names.forEach((name, index) => {
      const device = found[index];
      if (device !== undefined) this.#known.set(name, this.#judged(device));
    });
    if (!createDevices) for (const name of missing) this.#known.set(name, unknownDevice(name));
    else if (dryRun) for (const name of missing) this.#known.set(name, await this.#imagine(name));
    else
      for (let from = 0; from < missing.length; from += CREATE_BATCH)
        await this.#create(missing.slice(from, from + CREATE_BATCH));
  }

  /**
   * Creates the devices, or records why one cannot be created. They are requested at once, so that the store commits
   * them together.
   */
  async #create(names: readonly string[]): Promise<void> {
    const { tenantId } = this.#terms;
    const { devices, registry } = this.#deps;
    const outcomes = await Promise.allSettled(names.map((name) => devices.create(tenantId, { ...NEW_DEVICE, name })));
    const found = await registry.loadAll(
      tenantId,
      names.filter((_name, index) => outcomes[index]?.status === "fulfilled"),
    );
    this.#tally.created += found.length;
    const created = found.values();
    for (const [index, outcome] of outcomes.entries()) {
      const name = names[index] ?? "";
      const device = outcome.status === "fulfilled" ? created.next().value : undefined;
      if (outcome.status === "rejected") this.#known.set(name, notCreated(outcome.reason));
      else this.#known.set(name, device === undefined ? unknownDevice(name) : this.#judged(device));
    }
  }

  /** A stand-in for the device that would be created, or why it could not be. */
  async #imagine(name: string): Promise<Known> {
    try {
      await this.#requireRoom(name);
    } catch (error) {
      return notCreated(error);
    }
    this.#tally.created++;
    return { id: newId<DeviceId>(), name, deleted: false, series: new Map() };
  }

  /** Throws if the device could not be created, assuming that those before it had been. */
  async #requireRoom(name: string): Promise<void> {
    parseTitle(parseDeviceName(name), "name");
    const { tenantId } = this.#terms;
    const { limit, deviceStore } = this.#deps;
    const maxDevices = await limit.maxDevices(tenantId);
    if (maxDevices > 0 && (await deviceStore.count(tenantId)) + this.#tally.created >= maxDevices)
      throw deviceLimitExceeded(maxDevices, name);
  }

  #judged(device: KnownDevice): Known {
    if (this.#terms.mayWrite(device)) return device;
    return { reason: "forbidden", message: `you may not write values of the device "${shortened(device.name)}"` };
  }

  /**
   * The rows, without those whose keys exceed the device's limit. New keys are accepted in order while there is room,
   * so the result does not depend on how the input was split. A dry run counts the keys that it would have added.
   */
  async #withinLimit(device: Target, rows: readonly PendingRow[]): Promise<readonly PendingRow[]> {
    const room = await this.#deps.telemetry.keyRoom(device);
    const given = this.#newKeys.get(device) ?? new Set<string>();
    if (this.#terms.dryRun) this.#newKeys.set(device, given);
    const isTaken = ({ key }: PendingRow): boolean => {
      if (device.series.has(key) || given.has(key)) return true;
      if (given.size >= room) return false;
      given.add(key);
      return true;
    };
    const fitting: PendingRow[] = [];
    const surplus: PendingRow[] = [];
    for (const row of rows) (isTaken(row) ? fitting : surplus).push(row);
    if (surplus.length > 0) {
      const error = await this.#deps.telemetry.checkKeys(device, new Set([...given, ...surplus.map(({ key }) => key)]));
      for (const { line } of surplus) this.refuse(line, "key", "limit", error?.message ?? "too many keys");
    }
    return fitting;
  }

  #refuseDevice(line: number, name: string, known: Known | undefined): void {
    const refusal = known === undefined || !("reason" in known) ? unknownDevice(name) : known;
    if (refusal.reason === "unknown-device" && this.#unknown.size < NAMES_KEPT_MAX) this.#unknown.add(name);
    this.refuse(line, "device", refusal.reason, refusal.message);
  }

  /** Stores the batch once the previous one is stored; rows keep arriving meanwhile. */
  async #store(): Promise<void> {
    await this.#storing;
    const batch = this.#batch;
    const line = this.#line;
    this.#batch = this.#spare ?? new PointBatch();
    this.#spare = undefined;
    this.#storing = this.#write(batch, line);
    // A failure is thrown where it is awaited next; this keeps it from counting as unhandled until then.
    this.#storing.catch(() => undefined);
  }

  async #write(batch: PointBatch, line: number): Promise<void> {
    const { count } = batch;
    await this.#deps.quota.charge(this.#terms.tenantId, count, 0);
    await this.#deps.telemetry.saveBatch(inTimeOrder(batch));
    batch.clear();
    this.#spare = batch;
    this.#stored += count;
    this.#storedLine = line;
  }
}

/** Rethrows an error that is not about the device. */
function notCreated(error: unknown): Refusal {
  if (!(error instanceof DomainError) || error.kind === "unavailable") throw error;
  return { reason: error.kind === "limit-exceeded" ? "limit" : "invalid", message: error.message };
}

function unknownDevice(name: string): Refusal {
  return { reason: "unknown-device", message: `there is no device "${shortened(name)}"` };
}

function shortened(name: string): string {
  return name.slice(0, 64);
}

/**
 * The batch ordered by time, or the batch itself if it already is. Reads of other times can skip data stored in order,
 * and a point newer than its series is written without a lookup. Points with equal times keep their order: the later
 * row wins.
 */
function inTimeOrder(batch: PointBatch): PointBatch {
  const { count, ts } = batch;
  if (isAscending(ts, count)) return batch;
  // Unlike the sort of typed arrays, the sort of arrays is stable, and fast on long ordered runs, as in a file with one
  // device after the other.
  const order = Array.from({ length: count }, (_, row) => row).sort((a, b) => (ts[a] ?? 0) - (ts[b] ?? 0));
  return batch.pick(order);
}

function isAscending(ts: Float64Array, count: number): boolean {
  for (let row = 1; row < count; row++) if ((ts[row] ?? 0) < (ts[row - 1] ?? 0)) return false;
  return true;
}
