// For tests of the report engine: a store on a scratch folder, devices by name, and questions with everything that they do not
// mention left out.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { DuckdbTelemetryStore } from "../../src/adapters/duckdb/duckdb-telemetry-store.ts";
import type { Expression } from "../../src/core/analytics/expressions/expression.ts";
import type {
  Cell,
  MeasureQuery,
  MeasureRows,
  RawQuery,
  RawRows,
  ReadRequest,
  SampleConditions,
  Samples,
  SampleSource,
} from "../../src/core/analytics/report/report-engine.ts";
import type { Aggregation, Cast, TimePart } from "../../src/core/analytics/view/table-view.ts";
import type { SeriesNumber } from "../../src/core/devices/known-device.ts";
import { PointBatch } from "../../src/core/telemetry/point-batch.ts";
import { ValueKind } from "../../src/core/telemetry/telemetry.ts";
import { JsonText, type Value } from "../../src/core/values.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";

export interface MeasureOptions {
  readonly startTs: number;
  readonly endTs: number;
  readonly now: number;
  readonly edges: readonly number[] | null;
  /** Group of each device; devices that are not named are left out. */
  readonly groups: Readonly<Record<string, number>>;
  readonly cast: Cast;
  readonly path: readonly string[] | null;
  readonly state: Expression | null;
  /** Keys by the names that the state calls them. */
  readonly stateInputs: Readonly<Record<string, string>>;
  readonly conditions: Partial<SampleConditions>;
  readonly derived: {
    readonly inputs: Readonly<Record<string, string>>;
    readonly align: "exact" | "locf";
    readonly expression: Expression;
  };
  /** By their names in formulas, as `attr.server.floor`. */
  readonly dimensions: Readonly<Record<string, readonly Cell[]>>;
  readonly parts: readonly TimePart[];
  /** Keys of telemetry that are dimensions. */
  readonly locf: readonly string[];
  readonly missingGroup: "keep" | "drop";
  readonly offsetMillis: number;
  readonly rowsMax: number;
  readonly signal: AbortSignal;
}

const NO_CONDITIONS: SampleConditions = { where: null, own: [], aligned: [], parts: [] };
const WEEK_MILLIS = 604_800_000;
const END_OF_TIME = 4_102_444_800_000;

/** A report of one query, without others. */
function aloneWith(signal: AbortSignal): ReadRequest {
  return { queries: 1, standing: "", order: 0, signal };
}

/** What a store of telemetry needs to be asked for reports. */
export type ReportedStore = Pick<DuckdbTelemetryStore, "write" | "delete" | "reports" | "stop">;

export class EngineWorld {
  readonly telemetry: ReportedStore;
  readonly #devices: string[] = [];
  readonly #series = new Map<string, Map<string, SeriesNumber>>();
  readonly #numbers: Iterator<number, never>;

  /** Its series have these numbers in the store. */
  constructor(telemetry: ReportedStore, numbers: Iterator<number, never>) {
    this.telemetry = telemetry;
    this.#numbers = numbers;
  }

  async store(device: string, key: string, samples: readonly (readonly [ts: number, value: Value])[]): Promise<void> {
    const series = this.#seriesOf(device, key);
    const batch = new PointBatch();
    for (const [ts, value] of samples) addTo(batch, series, ts, value);
    await this.telemetry.write(batch);
  }

  async measure(key: string, aggregation: Aggregation, options: Partial<MeasureOptions>): Promise<MeasureRows> {
    const signal = options.signal ?? new AbortController().signal;
    const query = this.query(key, aggregation, options);
    const [rows] = await this.measures([query], signal);
    if (rows === undefined) throw new Error("the query has no answer");
    return rows;
  }

  async measures(
    queries: readonly MeasureQuery[],
    signal = new AbortController().signal,
  ): Promise<readonly MeasureRows[]> {
    return await this.telemetry.reports.read(aloneWith(signal), (points) => Promise.all(points.measures(queries)));
  }

  async raw(keys: readonly string[], options: Partial<RawQuery>): Promise<RawRows> {
    const { signal } = new AbortController();
    return await this.telemetry.reports.read(aloneWith(signal), (points) => points.raw(this.#rawQuery(keys, options)));
  }

  query(key: string, aggregation: Aggregation, options: Partial<MeasureOptions>): MeasureQuery {
    const { startTs = 0, endTs = END_OF_TIME, groups = {}, derived } = options;
    const samples: Samples =
      derived === undefined
        ? { kind: "series", source: this.source(key, options) }
        : {
            kind: "derived",
            inputs: this.#sources(derived.inputs),
            align: derived.align,
            lookbackMs: WEEK_MILLIS,
            expression: derived.expression,
          };
    return {
      window: { startTs, endTs },
      now: options.now ?? endTs,
      samples,
      conditions: { ...NO_CONDITIONS, ...options.conditions },
      keys: {
        groupOfDevice: Int32Array.from(this.#devices, (device) => groups[device] ?? -1),
        edges: options.edges ?? null,
        parts: options.parts ?? [],
        offsets: { fromTs: [0], offsetMillis: [options.offsetMillis ?? 0] },
        weekStart: "monday",
        fiscalStartMonth: 1,
        locf: (options.locf ?? []).map((locf) => ({ source: this.source(locf), lookbackMs: WEEK_MILLIS })),
        missingGroup: options.missingGroup ?? "keep",
      },
      dimensions: { columns: new Map(Object.entries(options.dimensions ?? {})) },
      aggregation,
      state: options.state ?? null,
      stateInputs: this.#sources(options.stateInputs ?? {}),
      rowsMax: options.rowsMax ?? 100_000,
    };
  }

  /** The key of every device that has it, in the order in which devices were first named. */
  source(
    key: string,
    { path = null, cast = "auto" }: Partial<Pick<MeasureOptions, "path" | "cast">> = {},
  ): SampleSource {
    const devices: number[] = [];
    const series: SeriesNumber[] = [];
    for (const [index, device] of this.#devices.entries()) {
      const number = this.#series.get(device)?.get(key);
      if (number === undefined) continue;
      devices.push(index);
      series.push(number);
    }
    return { series: { devices: Int32Array.from(devices), series }, path, cast };
  }

  #rawQuery(keys: readonly string[], options: Partial<RawQuery>): RawQuery {
    return {
      window: { startTs: 0, endTs: END_OF_TIME },
      devices: this.#devices.length,
      fields: keys.map((key) => ({ samples: { kind: "series", source: this.source(key) }, conditions: NO_CONDITIONS })),
      dimensions: { columns: new Map() },
      offsets: { fromTs: [0], offsetMillis: [0] },
      weekStart: "monday",
      fiscalStartMonth: 1,
      align: "exact",
      toleranceMs: WEEK_MILLIS,
      order: "device",
      deviceOrder: Int32Array.from(this.#devices, (_device, index) => index),
      rowsMax: null,
      ...options,
    };
  }

  #sources(keys: Readonly<Record<string, string>>): ReadonlyMap<string, SampleSource> {
    return new Map(Object.entries(keys).map(([name, key]) => [name, this.source(key)]));
  }

  #seriesOf(device: string, key: string): SeriesNumber {
    let keys = this.#series.get(device);
    if (keys === undefined) {
      keys = new Map();
      this.#series.set(device, keys);
      this.#devices.push(device);
    }
    const known = keys.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.next().value as SeriesNumber;
    keys.set(key, number);
    return number;
  }
}

export interface EngineWorldSettings {
  readonly sliceSamples?: number;
  readonly threads?: number;
  readonly checkpointMebibytes?: number;
  readonly storePer?: "file" | "test";
}

/** Opens a store in a folder that is removed afterwards. */
export type OpenStore = (folder: string, settings: EngineWorldSettings) => Promise<ReportedStore>;

const inFile: OpenStore = async (folder, settings) => {
  const store = new DuckdbTelemetryStore(
    { clock: systemClock, log: silentLogger },
    {
      file: join(folder, "telemetry.duckdb"),
      scratchFolder: join(folder, "scratch it's"),
      threads: settings.threads ?? 2,
      memoryMaxMebibytes: 256,
      writeReserveMebibytes: 64,
      spillMaxMebibytes: 256,
      readersMax: 2,
      checkpointMebibytes: settings.checkpointMebibytes ?? 16,
      snapshotPoints: 1_000_000,
      snapshotPatience: 1,
      snapshotSeconds: 60,
      reopenSeconds: 1,
      exportWindow: { pointsMax: 500_000, textBytesMax: 33_554_432 },
      reports: { queriesMax: 2, sliceSamples: settings.sliceSamples ?? 2_000_000 },
    },
  );
  await store.start();
  return store;
};

/** Where the worlds of files that are loaded from now on keep their points. */
const opening = { store: inFile };

/** Loads a file of tests whose worlds keep their points elsewhere. */
export async function onAnotherStore(open: OpenStore, load: () => Promise<unknown>): Promise<void> {
  opening.store = open;
  try {
    await load();
  } finally {
    opening.store = inFile;
  }
}

/** Whether the file of tests that is loaded runs on another store: what depends on statements alone needs few cases there. */
export const isOnAnotherStore = (): boolean => opening.store !== inFile;

/** A world for each test of a file, with devices and series of its own in one store, or in a store of its own. */
export function useEngineWorld(settings: EngineWorldSettings = {}): () => EngineWorld {
  let folder: string;
  let telemetry: ReportedStore | undefined;
  let world: EngineWorld | undefined;
  const open = opening.store;
  const numbers = naturalNumbers();
  const [before, after] = settings.storePer === "test" ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "bridgehead-engine-"));
    telemetry = await open(folder, settings);
  });
  beforeEach(() => {
    if (telemetry !== undefined) world = new EngineWorld(telemetry, numbers);
  });
  after(async () => {
    await telemetry?.stop();
    // The process runs many files, and keeps what each of them holds.
    telemetry = undefined;
    world = undefined;
    await rm(folder, { recursive: true, force: true });
  });
  return () => {
    if (world === undefined) throw new Error("there is no store between the tests");
    return world;
  };
}

function* naturalNumbers(): Generator<number, never> {
  for (let number = 1; ; number++) yield number;
}

function addTo(batch: PointBatch, series: SeriesNumber, ts: number, value: Value): void {
  if (typeof value === "number") batch.add(series, ts, ValueKind.NUMBER, value);
  else if (typeof value === "boolean") batch.add(series, ts, ValueKind.BOOLEAN, value ? 1 : 0);
  else if (typeof value === "bigint") {
    batch.add(series, ts, ValueKind.INTEGER, Number(value));
    batch.addText(value.toString());
  } else {
    batch.add(series, ts, value instanceof JsonText ? ValueKind.JSON : ValueKind.STRING, 0);
    batch.addText(value instanceof JsonText ? value.text : value);
  }
}
