// The samples that a measure counts, as a relation: of one key or of a formula over several, after casts and under all
// conditions. Source: analytics contract 2.7, 2.11, 3.1 step 7.
import { INTEGER } from "@duckdb/node-api";
import type {
  DeviceDimensions,
  SampleConditions,
  Samples,
  SampleSource,
} from "../../../core/analytics/report/report-engine.ts";
import { ValueKind } from "../../../core/telemetry/telemetry.ts";
import { createDerivedTable } from "./derived-samples.ts";
import { isTrue, withExpression } from "./expression-sql.ts";
import { filterSql } from "./filter-sql.ts";
import { Statement, type ReportSession } from "./report-session.ts";
import { sampleContext } from "./sample-names.ts";
import {
  createNewestBefore,
  createSeriesTable,
  devicesSince,
  DimensionTable,
  pointsRelation,
  storedRelation,
} from "./series-tables.ts";
import { localSql, partSql, type WallClock } from "./time-sql.ts";
import { castRelation, SAMPLE, sqlInteger } from "./value-sql.ts";

export interface SampleRequest {
  readonly samples: Samples;
  readonly conditions: SampleConditions;
  readonly dimensions: DeviceDimensions;
  readonly clock: WallClock;
  readonly groupOfDevice: Int32Array | null;
  /** All that may be read; it begins before the window where LOCF looks back. */
  readonly from: number;
  readonly to: number;
}

/** A key whose value in force is looked up at other samples. */
export interface Locf {
  readonly table: string;
  readonly lookbackMs: number;
}

const SAMPLE_COLUMNS = "device, grp, ts, k, n, s";

export class SampleReader {
  readonly session: ReportSession;
  readonly dimensions: DimensionTable;
  readonly #request: SampleRequest;
  readonly #source: (from: number, to: number, statement: Statement) => string;
  readonly #aligned: readonly Locf[];

  private constructor(
    session: ReportSession,
    dimensions: DimensionTable,
    request: SampleRequest,
    source: (from: number, to: number, statement: Statement) => string,
    aligned: readonly Locf[],
  ) {
    this.session = session;
    this.dimensions = dimensions;
    this.#request = request;
    this.#source = source;
    this.#aligned = aligned;
  }

  static async create(session: ReportSession, request: SampleRequest): Promise<SampleReader> {
    const { samples, conditions } = request;
    const dimensions = await DimensionTable.create(session, request.dimensions, [
      conditions.where,
      samples.kind === "derived" ? samples.expression : null,
    ]);
    const aligned: Locf[] = [];
    for (const { source, lookbackMs } of conditions.aligned)
      aligned.push(await createLocf(session, source, request, lookbackMs));
    const source = await sourceOf(session, request, dimensions);
    return new SampleReader(session, dimensions, request, source, aligned);
  }

  /**
   * Samples from `from` until `to`, as columns `device`, `grp`, `ts`, `k`, `n`, `s`. Those that the cast leaves nothing of have a
   * missing `k`, so that they can be counted.
   */
  relation(from: number, to: number, statement: Statement): string {
    return this.filtered(this.#source(from, to, statement), statement);
  }

  /** A table of all devices that have the key, with their groups: columns `device`, `grp`. */
  async createDeviceTable(): Promise<string> {
    const { samples, groupOfDevice } = this.#request;
    const devices = new Map<number, number>();
    const sources = samples.kind === "series" ? [samples.source] : [...samples.inputs.values()];
    for (const { series } of sources)
      for (const device of series.devices)
        devices.set(device, groupOfDevice?.[device] ?? (groupOfDevice === null ? 0 : -1));
    const rows = [...devices].filter(([, group]) => group >= 0);
    return await this.session.createTable("devices", [
      { name: "device", type: INTEGER, values: rows.map(([device]) => device) },
      { name: "grp", type: INTEGER, values: rows.map(([, group]) => group) },
    ]);
  }

  /** A relation of samples under the conditions. */
  filtered(relation: string, statement: Statement): string {
    const { conditions, clock } = this.#request;
    const conditionsSql: string[] = [];
    for (const { part, filter } of conditions.parts) {
      const value = `${partSql(part, localSql(clock.offsets, "ts"), clock)}::DOUBLE`;
      conditionsSql.push(
        filterSql(filter, { kind: String(ValueKind.NUMBER), num: value, text: "NULL::VARCHAR" }, statement),
      );
    }
    let rows = conditionsSql.length === 0 ? relation : keep(relation, conditionsSql.join(" AND "));
    if (conditions.where !== null) {
      const { relation: layered, value } = withExpression(
        this.dimensions.join(rows),
        conditions.where,
        sampleContext(statement, clock, this.dimensions),
        "w",
      );
      rows = keep(layered, isTrue(value));
    }
    for (const [index, { filter }] of conditions.aligned.entries()) {
      const locf = this.#aligned[index];
      if (locf === undefined) continue;
      const other = { kind: "ok", num: "oNum", text: "oText" };
      rows = `SELECT ${SAMPLE_COLUMNS} FROM (${withLocf(rows, locf, "ts", { k: other.kind, n: other.num, s: other.text })})
        WHERE ${filterSql(filter, other, statement)}`;
    }
    return rows;
  }
}

function keep(relation: string, condition: string): string {
  return `SELECT ${SAMPLE_COLUMNS} FROM (${relation}) WHERE ${condition}`;
}

/**
 * Stored samples under filters on the key itself, each of which looks at the value in its own way, and then as the source
 * counts them.
 */
function lensed(relation: string, source: SampleSource, own: SampleConditions["own"], statement: Statement): string {
  const bind = (text: string): string => statement.bind(text);
  let rows = relation;
  for (const { path, cast, filter } of own) {
    const looked = castRelation(`SELECT *, k AS k0, n AS n0, s AS s0 FROM (${rows})`, { path, cast }, bind);
    rows = `SELECT device, grp, ts, k0 AS k, n0 AS n, s0 AS s FROM (${looked}) WHERE ${filterSql(filter, SAMPLE, statement)}`;
  }
  // Where a path leads nowhere there is no sample; where a cast fails there is one that is skipped.
  if (source.path !== null) rows = keep(castRelation(rows, { path: source.path, cast: "auto" }, bind), "k IS NOT NULL");
  return castRelation(rows, { path: null, cast: source.cast }, bind);
}

/** The value of another key in force at each row: its newest at or before `at`, no older than the lookback. */
export function withLocf(
  relation: string,
  { table, lookbackMs }: Locf,
  at: string,
  names: { readonly k: string; readonly n: string; readonly s: string },
): string {
  const isInForce = `c.ts >= r.${at} - ${sqlInteger(lookbackMs)}`;
  const column = (from: string, to: string): string => `CASE WHEN ${isInForce} THEN c.${from} END AS ${to}`;
  return `SELECT r.*, ${column("k", names.k)}, ${column("n", names.n)}, ${column("s", names.s)}
    FROM (${relation}) r ASOF LEFT JOIN ${table} c ON r.device = c.device AND r.${at} >= c.ts`;
}

/** All points of a key that may be in force in the request's time, as a table. */
export async function createLocf(
  session: ReportSession,
  source: SampleSource,
  { groupOfDevice, from, to }: Pick<SampleRequest, "groupOfDevice" | "from" | "to">,
  lookbackMs: number,
): Promise<Locf> {
  const series = await createSeriesTable(session, source.series, groupOfDevice);
  const points = (start: number, end: number, statement: Statement): string =>
    `SELECT ${SAMPLE_COLUMNS} FROM (${pointsRelation(series, source, start, end, statement)})`;
  const earliest = from - lookbackMs;
  const table = await createNewestBefore(
    session,
    points,
    ["device", "grp", "ts", "k", "n", "s"],
    from,
    earliest,
    devicesSince(session, source.series, groupOfDevice, earliest),
  );
  const statement = new Statement();
  await session.run(`INSERT INTO ${table} ${points(from, to, statement)}`, statement);
  return { table, lookbackMs };
}

async function sourceOf(
  session: ReportSession,
  request: SampleRequest,
  dimensions: DimensionTable,
): Promise<(from: number, to: number, statement: Statement) => string> {
  const { samples, groupOfDevice } = request;
  if (samples.kind === "series") {
    const table = await createSeriesTable(session, samples.source.series, groupOfDevice);
    return (from, to, statement) =>
      lensed(storedRelation(table, from, to), samples.source, request.conditions.own, statement);
  }
  const table = await createDerivedTable(session, {
    inputs: samples.inputs,
    align: samples.align,
    lookbackMs: samples.lookbackMs,
    holdMs: null,
    expression: samples.expression,
    keepsMissing: false,
    dimensions,
    clock: request.clock,
    groupOfDevice,
    from: request.from,
    to: request.to,
  });
  return (from, to) =>
    `SELECT ${SAMPLE_COLUMNS} FROM ${table} WHERE ts >= ${sqlInteger(from)} AND ts < ${sqlInteger(to)}`;
}
