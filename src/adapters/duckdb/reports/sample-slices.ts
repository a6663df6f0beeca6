// Functions of neighbouring samples read the window slice by slice, each with the newest earlier sample of every
// series. Memory is bounded by a slice, whatever the window, and no statement runs long. Record:
// docs/decisions/0029-reports-inside-the-telemetry-engine.md.
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Expression } from "../../../core/analytics/expressions/expression.ts";
import { createDerivedTable } from "./derived-samples.ts";
import { isTrue } from "./expression-sql.ts";
import type { MeasureParts } from "./newest-functions.ts";
import { sliceCuts } from "./sample-estimate.ts";
import { createNewestBefore, type Samples } from "./series-tables.ts";
import type { ReportSession } from "./report-session.ts";
import { quoted, sqlInteger } from "../literals.ts";

/** In place of 1 and 0: the state is unknown from here on. */
export const UNKNOWN_STATE = -1;

/** The number of each sample: rows of `device`, `ts` and `v`, a double; null if the sample is skipped. */
export function numberValues({ reader }: MeasureParts): Samples {
  return (from, to) => `SELECT device, ts, n AS v FROM (${reader.numbers(from, to)})`;
}

/** Whether the state holds from each sample on, in the same columns. A missing result for a known value is false. */
export async function stateValues(parts: MeasureParts): Promise<Samples> {
  const { query, reader, formulas } = parts;
  const { state } = query;
  if (query.stateInputs.size > 0 && state !== null) return await combinedState(parts, state);
  return (from, to) => {
    const samples = reader.relation(from, to);
    if (state === null) return valued(samples, "coalesce(k = 1 AND n <> 0, false)");
    const { relation, value } = formulas.over(samples, state, "q");
    return valued(relation, isTrue(value));
  };
}

function valued(relation: string, condition: string): string {
  return `SELECT device, ts, CASE WHEN k IS NOT NULL THEN (${condition})::DOUBLE END AS v FROM (${relation})`;
}

/** A state over several keys is known from the instant at which all keys are known, until one is no longer known. */
async function combinedState({ session, query, formulas }: MeasureParts, state: Expression): Promise<Samples> {
  const { aggregation, window, keys } = query;
  const table = await createDerivedTable(session, {
    inputs: query.stateInputs,
    align: "locf",
    lookbackMs: aggregation.carryIn === false ? 0 : (aggregation.lookbackMs ?? 0),
    holdMs: aggregation.maxGapMs ?? null,
    expression: state,
    keepsMissing: true,
    formulas,
    groupOfDevice: keys.groupOfDevice,
    from: window.startTs,
    to: window.endTs,
  });
  return (from, to) =>
    `SELECT device, ts, CASE WHEN known THEN coalesce(k = 1 AND n <> 0, false)::DOUBLE ELSE ${String(UNKNOWN_STATE)}::DOUBLE END AS v
     FROM ${table} WHERE ts >= ${sqlInteger(from)} AND ts < ${sqlInteger(to)}`;
}

export interface Slice {
  /**
   * A table, or a file read as one, of `device`, `ts`, `v`, in the order of devices and times: the samples from `from`
   * on, and the newest earlier one of each series. Groups are added later, because fewer columns sort faster.
   */
  readonly table: string;
  readonly from: number;
  /** Each known value with the previous one of its series, as `device`, `ts`, `v`, `since` and `before`. */
  readonly pairs: string;
}

/** Comparing rows with the row before is the work of one thread, so a large slice is read in this many parts. */
const PARTS = 4;
/** A slice is large from this share of `sliceSamples` on. */
const WORTH_PARTS = 0.1;

/** Calls `each` for slices of the window in order of time; returns a table of the newest value of each series. */
export async function forEachSlice(
  parts: MeasureParts,
  values: Samples,
  each: (slice: Slice) => Promise<void>,
): Promise<string> {
  const { session, query, reader } = parts;
  const { startTs, endTs } = query.window;
  const { carryIn = true, lookbackMs = 0 } = query.aggregation;
  const earliest = carryIn ? startTs - lookbackMs : startTs;
  const { samples, keys } = query;
  const source = samples.kind === "series" && query.stateInputs.size === 0 ? samples.source.series : undefined;
  let before = await createNewestBefore(session, {
    samples: (from, to) => `SELECT device, ts, v FROM (${values(from, to)}) WHERE v IS NOT NULL`,
    columns: "ts, v",
    before: startTs,
    earliest,
    devices: source === undefined ? Infinity : reader.devicesSince(earliest),
  });
  const cuts = source === undefined ? [startTs] : await sliceCuts(session, source, query.window);
  for (const [index, from] of cuts.entries()) {
    const ordered = `FROM ${before} UNION ALL ${values(from, cuts[index + 1] ?? endTs)} ORDER BY device, ts`;
    before = await withSlice(session, ordered, cuts.length === 1, async (table, rows) => {
      const pairs =
        rows < WORTH_PARTS * session.sliceSamples ? pairsOf(table) : pairsInParts(table, keys.groupOfDevice.length);
      await each({ table, from, pairs });
      const next = `SELECT device, max(ts) AS ts, arg_max(v, ts) AS v FROM ${table} WHERE v IS NOT NULL GROUP BY device`;
      return await session.createTableAs("newest", next);
    });
  }
  return before;
}

/**
 * Calls `use` with the rows of a query as a table. The engine frees a dropped table only when the transaction ends,
 * which is after the whole measure. So if there are several slices, each is a file, which can be removed at once.
 */
async function withSlice<Result>(
  session: ReportSession,
  ordered: string,
  isOnly: boolean,
  use: (table: string, rows: number) => Promise<Result>,
): Promise<Result> {
  if (isOnly) {
    const table = session.newTable("slice");
    return await use(table, await session.number(`CREATE TEMP TABLE ${table} AS ${ordered}`));
  }
  const file = join(session.scratchFolder, `report-slice-${randomUUID()}.parquet`);
  try {
    const rows = await session.number(
      `COPY (${ordered}) TO ${quoted(file)} (FORMAT parquet, COMPRESSION uncompressed)`,
    );
    return await use(`read_parquet(${quoted(file)})`, rows);
  } finally {
    await rm(file, { force: true });
  }
}

function pairsInParts(table: string, devices: number): string {
  const first = (part: number): string => sqlInteger((part * devices) / PARTS);
  return Array.from({ length: PARTS }, (_none, part) =>
    pairsOf(`(FROM ${table} WHERE device >= ${first(part)} AND device < ${first(part + 1)})`),
  ).join(" UNION ALL ");
}

/**
 * Looks at the previous row of a table that is already in order, which takes a sixth of the time of sorting it for a
 * window function.
 */
function pairsOf(ordered: string): string {
  const previous = (column: string): string => `CASE WHEN lag(device) OVER () = device THEN lag(${column}) OVER () END`;
  return `SELECT device, ts, v, ${previous("ts")} AS since, ${previous("v")} AS before
    FROM (SELECT device, ts, v FROM ${ordered} WHERE v IS NOT NULL)`;
}
