// The samples that a measure counts, as a relation: of one key, or of a formula over several, after casts and under all
// conditions. Source: analytics contract 2.7, 2.11, 3.1 step 7.
import type {
  SampleConditions,
  Samples as SamplesOfQuery,
  SampleSource,
} from "../../../core/analytics/report/report-engine.ts";
import { ValueKind } from "../../../core/telemetry/telemetry.ts";
import { createDerivedTable } from "./derived-samples.ts";
import { isTrue } from "./expression-sql.ts";
import { filterSql, ordersNumbers } from "./filter-sql.ts";
import type { ReportSession } from "./report-session.ts";
import type { SampleFormulas } from "./sample-formulas.ts";
import {
  createDeviceTable,
  createNewestBefore,
  createSeriesTable,
  devicesSince,
  keySamples,
  SAMPLE_COLUMNS,
  storedRelation,
  type Samples,
} from "./series-tables.ts";
import { localSql, partSql } from "./time-sql.ts";
import { sqlInteger } from "../literals.ts";
import { numberInSql, withSpelledNumbers } from "../spelled-numbers.ts";
import { castRelation, SAMPLE } from "./value-sql.ts";

export interface SampleRequest {
  readonly samples: SamplesOfQuery;
  readonly conditions: SampleConditions;
  readonly formulas: SampleFormulas;
  readonly groupOfDevice: Int32Array;
  /** The whole time that may be read; it begins before the window if LOCF looks back. */
  readonly from: number;
  readonly to: number;
}

/** A key whose value in force is looked up for other samples. */
export interface Locf {
  readonly table: string;
  readonly lookbackMs: number;
}

export class SampleReader {
  readonly #session: ReportSession;
  readonly #request: SampleRequest;
  readonly #source: Samples;
  readonly #aligned: readonly Locf[];

  private constructor(
    session: ReportSession,
    request: SampleRequest,
    tables: { source: Samples; aligned: readonly Locf[] },
  ) {
    this.#session = session;
    this.#request = request;
    this.#source = tables.source;
    this.#aligned = tables.aligned;
  }

  static async create(session: ReportSession, request: SampleRequest): Promise<SampleReader> {
    const aligned: Locf[] = [];
    for (const key of request.conditions.aligned) aligned.push(await createLocf(session, key, request));
    return new SampleReader(session, request, { source: await sourceOf(session, request), aligned });
  }

  /**
   * Samples from `from` until `to`, as columns `device`, `grp`, `ts`, `k`, `n`, `s`. A sample whose cast fails has a
   * missing `k`, so that it can be counted as skipped.
   */
  relation(from: number, to: number): string {
    const { conditions, formulas } = this.#request;
    const { bind } = this.#session;
    let rows = this.#source(from, to);
    for (const { part, filter } of conditions.parts) {
      const num = `${partSql(part, localSql(formulas.clock.offsets, "ts"), formulas.clock)}::DOUBLE`;
      rows = keep(rows, filterSql(filter, { kind: String(ValueKind.NUMBER), num, text: "NULL::VARCHAR" }, bind));
    }
    if (conditions.where !== null) {
      const { relation, value } = formulas.over(rows, conditions.where, "w");
      rows = keep(relation, isTrue(value));
    }
    for (const [index, locf] of this.#aligned.entries()) {
      const filter = conditions.aligned[index]?.filter;
      if (filter === undefined) continue;
      const other = { kind: "ok", num: "oNum", text: "oText" };
      rows = withLocf(rows, locf, { k: other.kind, n: other.num, s: other.text });
      if (ordersNumbers(filter)) rows = `SELECT * REPLACE (${numberInSql(other)} AS ${other.num}) FROM (${rows})`;
      rows = keep(rows, filterSql(filter, other, bind));
    }
    return rows;
  }

  /**
   * The same for functions that need numbers: unless the source has a cast, `n` of a text is the number that it spells.
   */
  numbers(from: number, to: number): string {
    const rows = this.relation(from, to);
    return this.takesTexts ? withSpelledNumbers(rows, SAMPLE) : rows;
  }

  /** Whether texts may count as the numbers they spell; results of formulas and casts keep their type. */
  get takesTexts(): boolean {
    const { samples } = this.#request;
    return samples.kind === "series" && samples.source.cast === "auto";
  }

  /**
   * Creates a table of the newest sample of each device before an instant, with the columns of `relation`. `only`
   * restricts it to some of the devices.
   */
  async createNewestBefore(
    before: number,
    earliest: number,
    only = { condition: "k IS NOT NULL", devices: this.devicesSince(earliest) },
  ): Promise<string> {
    const samples = (from: number, to: number): string => keep(this.relation(from, to), only.condition);
    return await createNewestBefore(this.#session, { samples, before, earliest, devices: only.devices });
  }

  /** An upper bound for the number of devices with a sample at or after an instant. */
  devicesSince(since: number): number {
    const { samples, groupOfDevice } = this.#request;
    if (samples.kind === "derived") return Infinity;
    return devicesSince(this.#session, samples.source.series, groupOfDevice, since);
  }

  /** Creates a table of all devices that have the key, with their groups: columns `device`, `grp`. */
  async createDeviceTable(): Promise<string> {
    const { samples, groupOfDevice } = this.#request;
    const sources = samples.kind === "series" ? [samples.source] : [...samples.inputs.values()];
    const devices = new Set(sources.flatMap(({ series }) => [...series.devices]));
    return await createDeviceTable(this.#session, devices, groupOfDevice);
  }
}

function keep(relation: string, condition: string): string {
  return `SELECT ${SAMPLE_COLUMNS} FROM (${relation}) WHERE ${condition}`;
}

/**
 * The value of another key in force at each row: the newest at or before the row's time, no older than the lookback.
 */
export function withLocf(
  relation: string,
  { table, lookbackMs }: Locf,
  names: { readonly k: string; readonly n: string; readonly s: string },
): string {
  const isInForce = `c.ts >= r.ts - ${sqlInteger(lookbackMs)}`;
  const column = (from: string, to: string): string => `CASE WHEN ${isInForce} THEN c.${from} END AS ${to}`;
  return `SELECT r.*, ${column("k", names.k)}, ${column("n", names.n)}, ${column("s", names.s)}
    FROM (${relation}) r ASOF LEFT JOIN ${table} c ON r.device = c.device AND r.ts >= c.ts`;
}

/** Creates a table of all points of a key that may be in force in the request's time. */
export async function createLocf(
  session: ReportSession,
  { source, lookbackMs }: { readonly source: SampleSource; readonly lookbackMs: number },
  { groupOfDevice, from, to }: Pick<SampleRequest, "groupOfDevice" | "from" | "to">,
): Promise<Locf> {
  const samples = await keySamples(session, source, groupOfDevice);
  const earliest = from - lookbackMs;
  const devices = devicesSince(session, source.series, groupOfDevice, earliest);
  const table = await createNewestBefore(session, { samples, before: from, earliest, devices });
  await session.run(`INSERT INTO ${table} ${samples(from, to)}`);
  return { table, lookbackMs };
}

async function sourceOf(session: ReportSession, request: SampleRequest): Promise<Samples> {
  const { samples, groupOfDevice } = request;
  if (samples.kind === "series") {
    const table = await createSeriesTable(session, samples.source.series, groupOfDevice);
    return (from, to) => read(storedRelation(table, from, to), samples.source, request.conditions.own, session.bind);
  }
  const table = await createDerivedTable(session, { ...request, ...samples, holdMs: null, keepsMissing: false });
  return (from, to) =>
    `SELECT ${SAMPLE_COLUMNS} FROM ${table} WHERE ts >= ${sqlInteger(from)} AND ts < ${sqlInteger(to)}`;
}

/**
 * Stored samples, first filtered by conditions on the key itself, each with its own path and cast, then read with the
 * source's path and cast.
 */
function read(
  relation: string,
  source: SampleSource,
  own: SampleConditions["own"],
  bind: ReportSession["bind"],
): string {
  let rows = relation;
  for (const { path, cast, filter } of own) {
    let looked = castRelation(`SELECT *, k AS k0, n AS n0, s AS s0 FROM (${rows})`, { path, cast }, bind);
    if (ordersNumbers(filter)) looked = withSpelledNumbers(looked, SAMPLE);
    rows = `SELECT device, grp, ts, k0 AS k, n0 AS n, s0 AS s FROM (${looked}) WHERE ${filterSql(filter, SAMPLE, bind)}`;
  }
  // If a path leads nowhere there is no sample; if a cast fails there is a skipped sample.
  if (source.path !== null) rows = keep(castRelation(rows, { path: source.path, cast: "auto" }, bind), "k IS NOT NULL");
  return castRelation(rows, { path: null, cast: source.cast }, bind);
}
