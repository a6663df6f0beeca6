// Which reports have to be run for the panels of a request: one for all panels that show the same view over the same range with the
// same filters, and one for all keys of the same devices, range and intervals. Nothing is read here.
import type { Report, RunnableView } from "../../analytics/report/report.ts";
import type { Reader } from "../../analytics/reader.ts";
import type { TimeRange } from "../../analytics/view/table-view.ts";
import type { ViewSource } from "../../analytics/views/view-service.ts";
import { didYouMean } from "../../did-you-mean.ts";
import { DomainError, invalid } from "../../errors.ts";
import type { ViewId } from "../../ids.ts";
import { quote } from "../../problems.ts";
import type { BarFilter, DashboardConfiguration, KeysOfPanel, Panel } from "../configuration-schema.ts";
import { filtersInForce, narrowed, narrowingOf, valuesOfView, type Narrowing } from "./filter-bar.ts";
import {
  COLUMNS_MAX,
  columnsOf,
  devicesOf,
  formerPeriodOf,
  isByTime,
  keysView,
  partOf,
  type DeviceFilterOptions,
  type KeyColumn,
  type KeysViewOptions,
  type KeysWanted,
} from "./keys-view.ts";
import { rangeOf, type PanelRequest } from "./panel-request.ts";

export interface PanelRun {
  /** The saved view that it runs; null for one of keys. */
  readonly viewId: ViewId | null;
  /** Rejects like the service for a view that the reader may not run. */
  view(views: Pick<ViewSource, "runnable">, reader: Reader): Promise<RunnableView>;
  /** Values of the view's own filters. */
  readonly filters: ReadonlyMap<string, unknown> | null;
  readonly panels: readonly PlannedPanel[];
}

export interface PlannedPanel {
  readonly id: string;
  /** Of a panel that shows keys. */
  readonly keys: readonly string[];
  /** What the panel shows of the report of its run. */
  readonly shown: (report: Report) => Report;
}

export interface PanelPlan {
  /** Ids of the panels with a report, in the order of the configuration. */
  readonly ids: readonly string[];
  readonly runs: readonly PanelRun[];
  /** Panels whose source cannot be computed, by id. */
  readonly refused: ReadonlyMap<string, DomainError>;
}

export interface PlanOptions extends KeysViewOptions, DeviceFilterOptions {}

/** Those that show no report. */
const UNCOMPUTED: ReadonlySet<Panel["kind"]> = new Set(["text", "messages", "attributeSwitch", "rpcButton"]);

/** Throws `invalid` for a request that does not fit the configuration. */
export function planPanels(
  configuration: DashboardConfiguration,
  request: PanelRequest,
  options: PlanOptions,
): PanelPlan {
  const wanted = wantedOf(configuration, request).filter(({ kind }) => !UNCOMPUTED.has(kind));
  const filters = filtersInForce(configuration.filters, request.filters);
  const runs = new Runs(options);
  const refused = new Map<string, DomainError>();
  for (const panel of wanted)
    try {
      runs.add(panel, rangeOf(panel.overrides.timeRange ?? request.range ?? configuration.timeRange), filters);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.set(panel.id, error);
    }
  return { ids: wanted.map(({ id }) => id), runs: runs.all, refused };
}

function wantedOf({ panels }: DashboardConfiguration, { panels: ids }: PanelRequest): readonly Panel[] {
  if (ids === null) return panels;
  const known = panels.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw invalid(`panels: the dashboard has no panel ${quote(unknown)}.${didYouMean(unknown, known)}`);
  return panels.filter(({ id }) => ids.includes(id));
}

/** The runs of a plan, as panels are added to it. */
class Runs {
  readonly all: PanelRun[] = [];
  readonly #options: PlanOptions;
  readonly #ofViews = new Map<string, PlannedPanel[]>();
  readonly #ofKeys = new Map<string, KeysRun[]>();

  constructor(options: PlanOptions) {
    this.#options = options;
  }

  /** Throws `invalid` for a source that cannot be computed. */
  add({ id, kind, source, overrides }: Panel, range: TimeRange, filters: readonly BarFilter[]): void {
    const followed = filters.filter(({ name }) => !overrides.filtersIgnored.includes(name));
    if (source?.type === "view") this.#addView(id, source.viewId, range, narrowingOf(followed, source.viewId));
    else if (source !== null) this.#addKeys({ id, kind }, source, range, narrowingOf(followed, null));
  }

  #addView(id: string, viewId: ViewId, range: TimeRange, narrowing: Narrowing): void {
    const name = JSON.stringify([viewId, range, narrowing]);
    const panel: PlannedPanel = { id, keys: [], shown: (report) => report };
    const known = this.#ofViews.get(name);
    if (known !== undefined) {
      known.push(panel);
      return;
    }
    const panels = [panel];
    this.#ofViews.set(name, panels);
    this.all.push({
      viewId,
      panels,
      filters: valuesOfView(narrowing),
      view: async (views, reader) =>
        narrowed({ ...(await views.runnable(viewId, reader)), timeRange: range }, narrowing),
    });
  }

  #addKeys(
    { id, kind }: Pick<Panel, "id" | "kind">,
    source: KeysOfPanel,
    range: TimeRange,
    narrowing: Narrowing,
  ): void {
    const columns = columnsOf(kind, source);
    const devices = devicesOf(source, this.#options);
    const terms = { devices, range, isByTime: isByTime(kind, source), compare: formerPeriodOf(kind, source) };
    const name = JSON.stringify([terms, narrowing]);
    const known = this.#ofKeys.get(name) ?? [];
    let run = known.find((each) => each.hasRoomFor(columns));
    if (run === undefined) {
      run = new KeysRun(terms, narrowing, this.#options);
      this.#ofKeys.set(name, [...known, run]);
      this.all.push(run);
    }
    run.add(id, columns);
  }
}

class KeysRun implements PanelRun {
  readonly viewId = null;
  readonly filters = null;
  readonly panels: PlannedPanel[] = [];
  readonly #terms: Omit<KeysWanted, "columns">;
  readonly #narrowing: Narrowing;
  readonly #options: KeysViewOptions;
  readonly #columns: KeyColumn[] = [];

  constructor(terms: Omit<KeysWanted, "columns">, narrowing: Narrowing, options: KeysViewOptions) {
    this.#terms = terms;
    this.#narrowing = narrowing;
    this.#options = options;
  }

  hasRoomFor(columns: readonly KeyColumn[]): boolean {
    return this.#columns.length + this.#lacking(columns).length <= COLUMNS_MAX;
  }

  add(id: string, columns: readonly KeyColumn[]): void {
    this.#columns.push(...this.#lacking(columns));
    this.panels.push({
      id,
      keys: columns.map(({ key }) => key),
      shown: (report) => partOf(report, this.#columns, columns),
    });
  }

  async view(): Promise<RunnableView> {
    return narrowed(await keysView({ ...this.#terms, columns: this.#columns }, this.#options), this.#narrowing);
  }

  #lacking(columns: readonly KeyColumn[]): readonly KeyColumn[] {
    return columns.filter(({ key, fn }) => !this.#columns.some((known) => known.key === key && known.fn === fn));
  }
}
