// Computes panels of a dashboard together, for one reader: a dashboard gives nobody access to a view or a device. Panels that show the
// same are computed once, and a panel that was not asked for costs nothing.
import type { Clock } from "../../../lib/clock.ts";
import { Slots } from "../../../lib/slots.ts";
import { AnalyticsError } from "../../analytics/analytics-error.ts";
import type { Reader } from "../../analytics/reader.ts";
import type { Report, ReportService } from "../../analytics/report/report.ts";
import type { ViewSource } from "../../analytics/views/view-service.ts";
import type { JsonObject } from "../../devices/device.ts";
import { DomainError } from "../../errors.ts";
import { ownConfiguration } from "../check-configuration.ts";
import type { PanelRequest } from "./panel-request.ts";
import { planPanels, type PanelPlan, type PanelRun, type PlanOptions } from "./plan-panels.ts";

export interface DashboardPanelDeps {
  readonly views: Pick<ViewSource, "runnable">;
  readonly reports: Pick<ReportService, "run">;
  readonly clock: Clock;
}

export interface ComputedPanel {
  readonly id: string;
  /** What a panel that shows keys has columns of. */
  readonly keys: readonly string[];
  readonly outcome: PanelOutcome;
}

/** The report with the milliseconds that its run took, or why there is none. */
export type PanelOutcome = { readonly report: Report; readonly tookMillis: number } | { readonly refusal: DomainError };

/** Reports of one dashboard that run at the same time: one has its rows computed while the engine reads for the other. */
const RUNS_AT_ONCE = 2;
/**
 * Cells of all panels of one call, which are in memory until they are sent: some 100 MiB. A report that comes when there are as many
 * is the error `REPORT_TOO_LARGE` of its panels.
 */
export const CELLS_MAX = 2_000_000;

export class DashboardPanels {
  readonly #deps: DashboardPanelDeps;
  readonly #options: PlanOptions;

  constructor(deps: DashboardPanelDeps, options: PlanOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** What has to be run. Throws `invalid` for a configuration of another platform, and for a request that does not fit it. */
  plan(configuration: JsonObject | null, request: PanelRequest): PanelPlan {
    return planPanels(ownConfiguration(configuration), request, this.#options);
  }

  /**
   * In the order of the configuration. The caller has one slot for all of them, and has checked that the reader may read the
   * dashboard. A panel that cannot be computed does not keep the others from it.
   */
  async compute(
    { ids, runs, refused }: PanelPlan,
    reader: Reader,
    signal: AbortSignal,
  ): Promise<readonly ComputedPanel[]> {
    const computed = new Map<string, ComputedPanel>();
    for (const [id, refusal] of refused) computed.set(id, { id, keys: [], outcome: { refusal } });
    const slots = new Slots({ max: RUNS_AT_ONCE });
    let cells = 0;
    const run = async (each: PanelRun): Promise<void> => {
      const outcome = cells < CELLS_MAX ? await this.#outcomeOf(each, reader, signal) : { refusal: tooLarge() };
      for (const { id, keys, shown } of each.panels) {
        const part = "report" in outcome ? { ...outcome, report: shown(outcome.report) } : outcome;
        if ("report" in part) cells += part.report.rows.length * part.report.columns.length;
        computed.set(id, { id, keys, outcome: part });
      }
    };
    await Promise.all(runs.map((each) => slots.run(() => run(each))));
    return ids.flatMap((id) => computed.get(id) ?? []);
  }

  /** Rejects only for a fault. */
  async #outcomeOf(run: PanelRun, reader: Reader, signal: AbortSignal): Promise<PanelOutcome> {
    const { views, reports, clock } = this.#deps;
    try {
      signal.throwIfAborted();
      const startedAt = clock.now();
      const request = { rangeStartTs: null, rangeEndTs: null, filters: run.filters, overrides: {} };
      const report = await reports.run(await run.view(views, reader), request, reader, signal);
      return { report, tookMillis: clock.now() - startedAt };
    } catch (error) {
      const reason: unknown = signal.aborted ? signal.reason : error;
      if (!(reason instanceof DomainError)) throw reason;
      return { refusal: reason };
    }
  }
}

function tooLarge(): AnalyticsError {
  return new AnalyticsError(
    "REPORT_TOO_LARGE",
    `The panels of a dashboard may have ${String(CELLS_MAX)} cells together, and others have as many; show fewer panels at a time, or take a shorter range.`,
  );
}
