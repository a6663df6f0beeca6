// Runs views in the steps of the contract: range, filters, devices, measures, then the rows. All of a run's
// dependencies are ports. Source: analytics contract 3.1.
import type { Reader } from "../reader.ts";
import { groupedRows, reportTotals } from "./grouped-report.ts";
import { planOf, type PreparedRun, prepareRun, type RunRequest } from "./prepare-run.ts";
import { rawRows } from "./raw-report.ts";
import type { FieldId } from "../view/table-view.ts";
import type { Cell, ReportEngine, ReportPoints } from "./report-engine.ts";
import {
  ANSWER_ROW_BYTES,
  ReportMemory,
  type ReportOptions,
  type ReportPorts,
  type ReportRun,
  type Span,
} from "./report-run.ts";
import type { Report, ReportMeta, ReportPlan, ReportRequest, ReportService, RunnableView } from "./report.ts";
import { finishedReport, NO_ROWS, type ResultRows, visibleCells } from "./result-rows.ts";

/** Most points that a small report may scan: some hundred milliseconds of work. */
const SMALL_POINTS = 2_000_000;

export class ReportRuns implements ReportService {
  readonly #ports: ReportPorts;
  readonly #options: ReportOptions;
  readonly #memory: ReportMemory;
  #begun = 0;

  constructor(ports: ReportPorts, options: ReportOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#memory = new ReportMemory(options.memoryBytesMax);
  }

  async run(view: RunnableView, request: ReportRequest, reader: Reader, signal: AbortSignal): Promise<Report> {
    const order = this.#begun++;
    return await this.#prepared({ view, request, reader, signal }, async (prepared) => {
      const plan = planOf(prepared);
      for (const each of await this.#ports.cost.require(plan, signal)) prepared.notes.warn(each, null);
      const standing = `${reader.tenantId} ${request.isBackground === true ? "background" : this.#sizeOf(plan)}`;
      const asked = { queries: plan.reads.length, standing, order, signal };
      const { rows, totals } = await this.#ports.engine.read(asked, (points) => readRows(prepared, points));
      signal.throwIfAborted();
      const silent = silentMeasures(prepared, plan, rows, this.#ports.engine);
      return await reportOf(prepared, { plan, result: rows, totals, silent });
    });
  }

  async plan(view: RunnableView, request: ReportRequest, reader: Reader, signal: AbortSignal): Promise<ReportPlan> {
    return await this.#prepared({ view, request, reader, signal }, planOf);
  }

  /** Releases the run's memory however it ends. */
  async #prepared<Result>(
    asked: Omit<RunRequest, "memory">,
    use: (prepared: PreparedRun) => Promise<Result> | Result,
  ): Promise<Result> {
    const memory = this.#memory.share();
    try {
      return await use(await prepareRun(this.#ports, this.#options, { ...asked, memory }));
    } finally {
      memory.release();
    }
  }

  /** By the number of points scanned, including those of other series, because scanning is what takes the time. */
  #sizeOf({ reads }: ReportPlan): "small" | "large" {
    const passed = reads.reduce(
      (sum, { kind, series, window }) =>
        sum + (kind === "newest" ? series.length : (this.#ports.engine.mostSamples(window) ?? Infinity)),
      0,
    );
    return passed <= SMALL_POINTS ? "small" : "large";
  }
}

/** Everything that is computed from samples. */
async function readRows(
  { run: basis, span, groupBy, compared, isEmpty, cut }: PreparedRun,
  points: ReportPoints,
): Promise<{ readonly rows: ResultRows; readonly totals: Report["totals"] }> {
  if (isEmpty) return { rows: NO_ROWS, totals: [] };
  if (groupBy === null) {
    const rows = await rawRows(basis, span, cut.offset + cut.rows + 1, async (query) => {
      const found = await points.raw(query);
      basis.memory.take(found.length * ANSWER_ROW_BYTES * Math.max(1, query.fields.length));
      return found;
    });
    return { rows, totals: [] };
  }
  const run: ReportRun = {
    ...basis,
    measures: (queries) =>
      Promise.all(
        points.measures(queries).map(async (answer) => {
          const found = await answer;
          basis.memory.take(found.length * ANSWER_ROW_BYTES);
          return found;
        }),
      ),
  };
  const rows = await groupedRows({ run, span, compared }, groupBy);
  return { rows, totals: await totalsOf(run, span) };
}

async function totalsOf(run: ReportRun, span: Span): Promise<Report["totals"]> {
  const totals = await reportTotals(run, span);
  return totals.map(({ groupedBy, cellOf }) => ({
    groupedBy: groupedBy.map(({ id }) => id),
    cells: visibleCells(run.view, run.formulas, cellOf),
  }));
}

/** The measures without a value, with the newest one that they might have in another range. */
function silentMeasures(
  { run, span }: PreparedRun,
  { reads }: ReportPlan,
  { columns, filled }: ResultRows,
  engine: Pick<ReportEngine, "newestTs">,
): ReportMeta["silent"] {
  const silent = new Map<FieldId, number | null>();
  for (const { id, kind, range } of run.view.fields) {
    const cells = columns.get(id) ?? [];
    const madeUp = filled.get(id);
    const hasValue = (_: Cell, row: number): boolean => (cells[row] ?? null) !== null && madeUp?.has(row) !== true;
    if (kind !== "measure" || cells.some(hasValue)) continue;
    const read = range === null ? reads.find(({ field }) => field === id) : undefined;
    const ts = engine.newestTs(read?.series ?? []);
    silent.set(id, ts !== null && ts >= span.window.startTs && ts < span.window.endTs ? null : ts);
  }
  return silent;
}

interface Computed extends Pick<ReportMeta, "silent"> {
  readonly plan: ReportPlan;
  readonly result: ResultRows;
  readonly totals: Report["totals"];
}

async function reportOf(prepared: PreparedRun, { plan, result, totals, silent }: Computed): Promise<Report> {
  const { run, span, notes, timezone, cut } = prepared;
  const { view } = run;
  const { columns, rows, filled, truncated } = await finishedReport(run, result, cut);
  return {
    columns,
    rows,
    filled,
    totals,
    meta: {
      window: span.window,
      now: run.now,
      timezone,
      revision: view.revision ?? null,
      truncated,
      partialBuckets: (["first", "last"] as const).filter((end) =>
        span.buckets.some(({ firstCut, lastCut }) => (end === "first" ? firstCut : lastCut)),
      ),
      bucketWidth: span.buckets[0]?.width ?? null,
      skippedValues: notes.skippedValues,
      silent,
      warnings: notes.warnings,
      devices: run.devices.length,
      series: plan.series,
      nulls: view.nulls,
    },
  };
}
