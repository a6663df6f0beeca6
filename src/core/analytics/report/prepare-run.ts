// The first steps of a run, before any sample is read: checks the request against the view, resolves the range, selects
// the devices that the reader may see, and lists the reads to come. Source: analytics contract 3.1 no. 1 to 6, 3.2,
// 3.7, 4.3, 5, 6.2.
import type { SeriesNumber } from "../../devices/known-device.ts";
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import { AnalyticsError, type AnalyticsProblem } from "../analytics-error.ts";
import type { Reader } from "../reader.ts";
import { calendarOf, resolveRange } from "../time/resolve-range.ts";
import { PART_RANGES } from "../time/time-part.ts";
import { type FollowedZones, zoneName } from "../time/zones.ts";
import { LOOKBACK_DEFAULT_MS } from "../view/aggregate-rules.ts";
import { isOfSamples } from "../view/source-rules.ts";
import type { Field, FieldId, SortEntry, TelemetrySource, TimeRange } from "../view/table-view.ts";
import { viewFormulas } from "../view/view-formulas.ts";
import { quote } from "../../problems.ts";
import { chooseDevices } from "./choose-devices.ts";
import { resolveFilters } from "./filters.ts";
import { type GroupBy, keyFields, viewGroupBy } from "./group-by.ts";
import {
  type ComparedSpan,
  comparedSpan,
  cutSpan,
  type MemoryShare,
  type ReportOptions,
  type ReportPorts,
  type RunBasis,
  type Span,
  timeAxis,
  windowOf,
} from "./report-run.ts";
import {
  type PlannedRead,
  type ReportOverrides,
  type ReportPlan,
  type ReportRequest,
  type RunnableView,
  RunNotes,
} from "./report.ts";
import type { Cut } from "./result-rows.ts";

export interface PreparedRun {
  readonly run: RunBasis;
  readonly span: Span;
  /** Null in raw mode, which has no groups. */
  readonly groupBy: GroupBy | null;
  /** Null without a comparison, or if the earlier range is empty. */
  readonly compared: ComparedSpan | null;
  /** True if a filter without values matches nothing. */
  readonly isEmpty: boolean;
  readonly timezone: string;
  readonly notes: RunNotes;
  readonly cut: Cut;
}

/** The request of one run, and the memory share for its rows. */
export interface RunRequest {
  readonly view: RunnableView;
  readonly request: ReportRequest;
  readonly reader: Reader;
  readonly memory: MemoryShare;
  readonly signal: AbortSignal;
}

export async function prepareRun(
  ports: ReportPorts,
  options: ReportOptions,
  { view: saved, request, reader, memory, signal }: RunRequest,
): Promise<PreparedRun> {
  const now = ports.clock.now();
  const notes = new RunNotes();
  const view = applyOverrides(saved, request.overrides);
  const { active, matchesNothing } = resolveFilters(view.filters, request.filters);
  const formulas = viewFormulas(view);
  const followed = await followedZones(ports, view, reader);
  const zone = await ports.zones.load(zoneName(view.timeRange.timezone, followed));
  const calendar = calendarOf(view.timeRange, zone);
  const window = resolveRange(view.timeRange, now, zone, {
    startTs: request.rangeStartTs,
    endTs: request.rangeEndTs,
  });
  const span = cutSpan({
    window,
    fieldWindows: await fieldWindows(ports, view, now, followed),
    fields: view.fields,
    bucket: request.overrides.bucket ?? null,
    bucketsMax: options.bucketsMax,
    calendar,
    notes,
  });
  signal.throwIfAborted();
  const devices = await chooseDevices(ports.devices, { view, formulas, filters: active, reader, now }, signal);
  const run: RunBasis = {
    ...{ view, formulas, devices, filters: active, calendar, now },
    tableRowsMax: options.tableRowsMax,
    memory,
    signal,
  };
  return {
    run,
    span,
    groupBy: view.grouping.mode === "raw" ? null : viewGroupBy(run),
    compared:
      view.compare === null ? null : comparedSpan(view.compare, span, { calendar, bucketsMax: options.bucketsMax }),
    isEmpty: matchesNothing,
    timezone: zone.id,
    notes,
    cut: cutOf(view, request.overrides, options),
  };
}

function cutOf(view: RunnableView, overrides: ReportOverrides, options: ReportOptions): Cut {
  const rowsMax = overrides.rowsMax ?? options.rowsMax;
  const wanted = overrides.limit ?? Math.min(view.limit.rows, overrides.sampleRows ?? view.limit.rows);
  return {
    offset: overrides.offset ?? 0,
    rows: Math.min(wanted, rowsMax),
    wholeRowsMax: Math.min(view.limit.rows, rowsMax),
    bytesMax: overrides.bytesMax ?? options.bytesMax,
  };
}

/** Looks up a zone only if a range follows the reader or the tenant. */
async function followedZones(ports: ReportPorts, view: RunnableView, reader: Reader): Promise<FollowedZones> {
  const names = new Set(rangesOf(view).map(({ timezone }) => timezone));
  const isFollowed = names.has("viewer") || names.has("tenant");
  return {
    viewer: names.has("viewer") ? await ports.readerZones.ofReader(reader) : null,
    tenant: isFollowed ? await ports.readerZones.ofTenant(reader.tenantId) : null,
  };
}

function rangesOf(view: RunnableView): readonly TimeRange[] {
  return [view.timeRange, ...view.fields.flatMap(({ range }) => (range === null ? [] : [range]))];
}

/** Fields with their own range keep it: a request changes only the range of the view. */
async function fieldWindows(
  { zones }: ReportPorts,
  view: RunnableView,
  now: number,
  followed: FollowedZones,
): Promise<ReadonlyMap<FieldId, TimeWindow>> {
  const windows = new Map<FieldId, TimeWindow>();
  for (const { id, range } of view.fields)
    if (range !== null) windows.set(id, resolveRange(range, now, await zones.load(zoneName(range.timezone, followed))));
  return windows;
}

/**
 * Throws BODY_INVALID for sorting by fields that the view does not have, and for a bucket width if it has no bucket.
 */
function applyOverrides(view: RunnableView, overrides: ReportOverrides): RunnableView {
  const { timezone, sort, bucket } = overrides;
  const problems: AnalyticsProblem[] = [];
  const entries = sort?.flatMap((entry, index): SortEntry[] => {
    const field = view.fields.find(({ id }) => id === entry.field);
    if (field !== undefined) return [{ field: field.id, direction: entry.direction, missing: entry.missing ?? "last" }];
    const message = `${quote(entry.field)} is not a field of this view.`;
    problems.push({ pointer: `/sort/${String(index)}/field`, code: "FIELD_UNKNOWN", message });
    return [];
  });
  if (bucket !== undefined && !view.fields.some(({ source }) => source.type === "timeBucket"))
    problems.push({ pointer: "/bucket", code: "FIELD_UNKNOWN", message: "This view has no time bucket." });
  const [first] = problems;
  if (first !== undefined) throw new AnalyticsError("BODY_INVALID", first.message, problems);
  return {
    ...view,
    ...(entries === undefined ? {} : { sort: entries }),
    ...(timezone === undefined ? {} : { timeRange: { ...view.timeRange, timezone } }),
  };
}

export function planOf({ run, span, groupBy, compared, timezone, cut, isEmpty }: PreparedRun): ReportPlan {
  const { view, devices } = run;
  const groups = groupBy?.groups.count ?? devices.length;
  const buckets = timeAxis(span.buckets).count;
  const lists = new SeriesLists();
  const reads = isEmpty
    ? []
    : passesOf(run, span, compared?.span ?? null).flatMap((pass) =>
        view.fields.flatMap((field) => readsOf(run, pass, field, lists)),
      );
  const series = new Set(reads.flatMap((read) => read.series));
  return {
    window: span.window,
    timezone,
    now: run.now,
    mode: view.grouping.mode,
    devices: devices.length,
    series: series.size,
    groups,
    buckets,
    rowsMost: isEmpty ? 0 : groups * buckets * partsMost(view.fields),
    rowLimit: cut.rows,
    reads,
  };
}

/** One computation of the table. Every pass reads its samples again. */
interface Pass {
  readonly span: Span;
  /** Appended to a read's description to say what the pass is for. */
  readonly purpose: string;
}

/**
 * The passes of a run: the rows, the rows of the compared period, the ranking, the rest of the groups, and one per
 * level of totals.
 */
function passesOf({ view }: RunBasis, span: Span, compared: Span | null): readonly Pass[] {
  const { limit, grouping, fields } = view;
  const earlier = (purpose: string): readonly Pass[] => (compared === null ? [] : [{ span: compared, purpose }]);
  const rows = [{ span, purpose: "" }, ...earlier(" of the compared period")];
  if (grouping.mode === "raw") return rows;
  const ranking = limit.top === null ? [] : [{ span, purpose: " for the ranking" }];
  const rest =
    limit.top?.others === true ? [{ span, purpose: " for the rest" }, ...earlier(" for the rest, compared")] : [];
  const levels = grouping.totals === "rollup" ? Math.max(1, keyFields(fields).length) : 1;
  const totals =
    grouping.totals === "none" ? [] : Array.from({ length: levels }, () => ({ span, purpose: " for totals" }));
  return [...rows, ...ranking, ...rest, ...totals];
}

/** The maximum number of combinations of calendar part values. */
function partsMost(fields: readonly Field[]): number {
  return fields.reduce((most, { source }) => {
    if (source.type !== "timePart") return most;
    const [first, last] = PART_RANGES[source.part] ?? YEARS;
    return most * (last - first + 1);
  }, 1);
}

/** The years that any range can include. */
const YEARS = [1970, 2100] as const;

/**
 * Shares one list between measures of the same keys, so that the engine is asked only once for an estimate of their
 * samples.
 */
class SeriesLists {
  readonly #lists = new Map<string, readonly SeriesNumber[]>();

  of(run: RunBasis, keys: readonly TelemetrySource[]): readonly SeriesNumber[] {
    const name = JSON.stringify(keys.map(({ key, of }) => [key, of]));
    const known = this.#lists.get(name);
    if (known !== undefined) return known;
    const found = [...new Set(keys.flatMap(({ key, of }) => run.devices.series(key, of).series))];
    this.#lists.set(name, found);
    return found;
  }
}

/**
 * Whether a field is a `latest` that the newest points in memory answer: over all samples up to now, without buckets,
 * calendar parts or conditions. If a series has no such point in the range, the engine reads its samples instead.
 */
function isNewestOfAll({ view, filters, formulas, now }: RunBasis, span: Span, field: Field): boolean {
  const { source, aggregation, id } = field;
  if (aggregation?.fn !== "latest" || source.type !== "telemetry" || windowOf(span, field).endTs < now) return false;
  if (source.path !== null || source.cast !== "auto" || (formulas.fields.get(id)?.where ?? null) !== null) return false;
  const isCut = view.fields.some(
    (each) => each.kind === "time" || (each.kind === "dimension" && each.source.type === "telemetry"),
  );
  const isFiltered = filters.some(
    ({ target }) => "type" in target && (target.type === "telemetry" || target.type === "timePart"),
  );
  return !isCut && !isFiltered;
}

function readsOf(run: RunBasis, { span, purpose }: Pass, field: Field, lists: SeriesLists): readonly PlannedRead[] {
  const { source, aggregation, kind, id } = field;
  const isRead = isOfSamples(source) || kind === "measure";
  const keys =
    source.type === "telemetry"
      ? [source]
      : source.type === "expression"
        ? [...source.inputs.values()].filter((input) => input.type === "telemetry")
        : [];
  const all = [...keys, ...(aggregation?.inputs?.values() ?? [])];
  if (!isRead || all.length === 0) return [];
  const { startTs, endTs } = windowOf(span, field);
  const isNewest = aggregation?.fn === "current" || isNewestOfAll(run, span, field);
  const names = all.map(({ key }) => `"${key}"`).join(", ");
  const locf = kind === "dimension" ? LOOKBACK_DEFAULT_MS : 0;
  const what = aggregation === null ? (kind === "dimension" ? "values" : "samples") : aggregation.fn;
  return [
    {
      field: id,
      kind: isNewest ? "newest" : "samples",
      series: lists.of(run, all),
      window: { startTs: Math.max(0, startTs - locf), endTs },
      description: `${what} of ${names}${purpose}`,
    },
  ];
}
