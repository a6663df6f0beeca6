// The product's way from a view to a report, over a telemetry file of its own: the report service, the engine on DuckDB, and
// dimensions of devices straight out of a world. Worlds are written once and looked at by many reports.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckdbTelemetryStore } from "../../src/adapters/duckdb/duckdb-telemetry-store.ts";
import type {
  DeviceDimensionsStore,
  DevicesQuery,
  DeviceTable,
} from "../../src/core/analytics/report/choose-devices.ts";
import type { Reader } from "../../src/core/analytics/reader.ts";
import type { Report } from "../../src/core/analytics/report/report.ts";
import type { ReportEngine } from "../../src/core/analytics/report/report-engine.ts";
import { SAVED_REQUEST } from "../support/saved-request.ts";
import { ReportRuns } from "../../src/core/analytics/report/run-report.ts";
import { Zones } from "../../src/core/analytics/time/zones.ts";
import type { SeriesNumber } from "../../src/core/devices/known-device.ts";
import type { DeviceId, TenantId, UserId } from "../../src/core/ids.ts";
import { PointBatch } from "../../src/core/telemetry/point-batch.ts";
import { ValueKind } from "../../src/core/telemetry/telemetry.ts";
import type { Value } from "../../src/core/values.ts";
import { JsonText } from "../../src/core/values.ts";
import type { Clock } from "../../src/lib/clock.ts";
import { millis, systemClock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import type { Cell, ReferenceDevice, ReferenceInput } from "./reference/reference-input.ts";
import type { Run } from "./reference/run.ts";
import { dimensionOf, ownerOf, startRun, ZoneTable } from "./reference/run.ts";
import { atPath, castTo } from "./reference/values.ts";

const READER: Reader = {
  tenantId: "10000000-0000-4000-8000-000000000001" as TenantId,
  customerId: null,
  userId: "20000000-0000-4000-8000-000000000002" as UserId,
};

export interface Access {
  readonly devices: DeviceDimensionsStore;
  readonly reader: Reader;
}

export class ReportsUnderTest {
  readonly engine: ReportEngine;
  readonly #store: DuckdbTelemetryStore;
  readonly #folder: string;
  readonly #zones = new Zones();
  /** By device and key. */
  readonly #series = new Map<string, SeriesNumber>();

  private constructor(store: DuckdbTelemetryStore, folder: string) {
    this.#store = store;
    this.#folder = folder;
    this.engine = store.reports;
  }

  /** `sliceSamples`: samples that functions over the course of time look at in one step. */
  static async start({
    threads,
    sliceSamples = 2_000_000,
  }: {
    readonly threads: number;
    readonly sliceSamples?: number;
  }): Promise<ReportsUnderTest> {
    const folder = await mkdtemp(join(tmpdir(), "bridgehead-reports-"));
    const store = new DuckdbTelemetryStore(
      { clock: systemClock, log: silentLogger },
      {
        file: join(folder, "telemetry.duckdb"),
        scratchFolder: join(folder, "scratch"),
        threads,
        memoryMaxMebibytes: 256,
        writeReserveMebibytes: 64,
        spillMaxMebibytes: 256,
        readersMax: 2,
        checkpointMebibytes: 16,
        snapshotPoints: 1_000_000,
        snapshotPatience: 1,
        snapshotSeconds: 600,
        reopenSeconds: 1,
        exportWindow: { pointsMax: 500_000, textBytesMax: 33_554_432 },
        reports: { queriesMax: 2, sliceSamples },
      },
    );
    await store.start();
    return new ReportsUnderTest(store, folder);
  }

  async stop(): Promise<void> {
    await this.#store.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** All samples of the devices; series have the numbers that `seriesOf` knows, or the next ones. */
  async write(
    devices: readonly ReferenceDevice[],
    seriesOf?: (device: ReferenceDevice, key: string) => SeriesNumber,
  ): Promise<void> {
    const batch = new PointBatch();
    for (const device of devices)
      for (const [key, series] of device.samples) {
        // Numbers of series begin at 1.
        const number = seriesOf?.(device, key) ?? ((this.#series.size + 1) as SeriesNumber);
        this.#series.set(`${device.id}/${key}`, number);
        for (const { ts, value } of series) addValue(batch, number, ts, value);
      }
    await this.#store.write(batch);
  }

  /** `access` is where dimensions come from; else they are those of the input. */
  async run(input: ReferenceInput, signal: AbortSignal, access?: Access): Promise<Report> {
    const reports = new ReportRuns(
      {
        engine: this.engine,
        devices: access?.devices ?? this.#dimensionsOf(input),
        cost: { require: () => Promise.resolve([]) },
        readerZones: { ofReader: () => Promise.resolve(null), ofTenant: () => Promise.resolve(null) },
        zones: this.#zones,
        clock: clockAt(input.now),
      },
      {
        rowsMax: 100_000,
        bytesMax: 50_000_000,
        bucketsMax: 50_000,
        tableRowsMax: 1_000_000,
        memoryBytesMax: 1e12,
      },
    );
    return reports.run(
      input.view,
      {
        ...SAVED_REQUEST,
        rangeStartTs: input.rangeStartTs ?? null,
        rangeEndTs: input.rangeEndTs ?? null,
        filters: input.filters ?? null,
      },
      access?.reader ?? READER,
      signal,
    );
  }

  /** The scope's lists are applied; conditions are the business of the report. */
  #dimensionsOf(input: ReferenceInput): DeviceDimensionsStore {
    return {
      devices: (query) => {
        const view = { ...input.view, filters: [], fields: [], scope: { ...query.scope, where: null } };
        const run = startRun({ ...input, view }, new ZoneTable());
        return Promise.resolve(this.#tableOf(run, query));
      },
    };
  }

  #tableOf(run: Run, { dimensions, keys }: DevicesQuery): DeviceTable {
    const { devices } = run;
    return {
      ids: devices.map(({ id }) => id as DeviceId),
      columns: dimensions.map((dimension) =>
        devices.map((device): Cell => {
          if (dimension.type !== "latest") return dimensionOf(run, device, dimension);
          const { key, of, path, cast } = dimension.source;
          const newest = ownerOf(run, device, of)?.samples.get(key)?.at(-1)?.value;
          const value = newest === undefined ? undefined : atPath(newest, path);
          return value === undefined ? null : castTo(value, cast);
        }),
      ),
      series: keys.map(({ key, of }) => {
        const found = devices.flatMap((device, index) => {
          const series = this.#series.get(`${ownerOf(run, device, of)?.id ?? ""}/${key}`);
          return series === undefined ? [] : [{ index, series }];
        });
        return { devices: Int32Array.from(found, ({ index }) => index), series: found.map(({ series }) => series) };
      }),
    };
  }
}

function clockAt(now: number): Clock {
  return {
    now: () => millis(now),
    after: () => ({ cancel: () => undefined }),
    every: () => ({ cancel: () => undefined }),
  };
}

function addValue(batch: PointBatch, series: SeriesNumber, ts: number, value: Value): void {
  if (typeof value === "number") batch.add(series, ts, ValueKind.NUMBER, value);
  else if (typeof value === "boolean") batch.add(series, ts, ValueKind.BOOLEAN, value ? 1 : 0);
  else {
    const kind =
      typeof value === "bigint" ? ValueKind.INTEGER : value instanceof JsonText ? ValueKind.JSON : ValueKind.STRING;
    batch.add(series, ts, kind, typeof value === "bigint" ? Number(value) : 0);
    batch.addText(value instanceof JsonText ? value.text : String(value));
  }
}
