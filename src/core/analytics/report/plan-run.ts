// What a prepared run is going to read, told without reading samples. Source: analytics contract 4.3, 5.
import { LOOKBACK_DEFAULT_MS } from "../view/aggregate-rules.ts";
import { isOfSamples } from "../view/source-rules.ts";
import type { Field, TelemetrySource, TimePart } from "../view/table-view.ts";
import type { SeriesNumber } from "../../devices/known-device.ts";
import { groupsOf, keyFields, sortedKeyFields, viewKeying } from "./keying.ts";
import type { PreparedRun } from "./prepare-run.ts";
import type { PlannedRead, ReportPlan } from "./report-plan.ts";
import { type ReportRun, type Span, windowOf } from "./report-run.ts";
import { timeAxis } from "./time-axis.ts";

export function planOf({ run, span, compared, timezone, cut, isEmpty }: PreparedRun): ReportPlan {
  const { view, devices } = run;
  const keying = viewKeying(run);
  const isRaw = view.grouping.mode === "raw";
  const groups = isRaw ? devices.length : groupsOf(run, keying, sortedKeyFields(keying.fields).ofDevice).count;
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

/** One computation of the table; each reads its samples anew. */
interface Pass {
  readonly span: Span;
  /** What it is for, as the end of a description. */
  readonly purpose: string;
}

/** The rows, the same of the earlier period, the ranking, the rest of the groups, and one for each kind of total. */
function passesOf({ view }: ReportRun, span: Span, compared: Span | null): readonly Pass[] {
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

/** How many values calendar parts have at most, one with another. */
function partsMost(fields: readonly Field[]): number {
  return fields.reduce((most, { source }) => (source.type === "timePart" ? most * PART_VALUES[source.part] : most), 1);
}

const PART_VALUES: Readonly<Record<TimePart, number>> = {
  minuteOfHour: 60,
  hourOfDay: 24,
  dayOfWeek: 7,
  dayOfMonth: 31,
  weekOfMonth: 6,
  weekOfYear: 53,
  monthOfYear: 12,
  quarterOfYear: 4,
  year: 131,
  isWeekend: 2,
};

/** One list for the measures of the same keys: whoever estimates what they read asks once. */
class SeriesLists {
  readonly #lists = new Map<string, readonly SeriesNumber[]>();

  of(run: ReportRun, keys: readonly TelemetrySource[]): readonly SeriesNumber[] {
    const name = JSON.stringify(keys.map(({ key, of }) => [key, of]));
    const known = this.#lists.get(name);
    if (known !== undefined) return known;
    const found = [...new Set(keys.flatMap(({ key, of }) => run.devices.series(key, of).series))];
    this.#lists.set(name, found);
    return found;
  }
}

/**
 * A `latest` that memory answers: of all samples up to now, without buckets, calendar parts or conditions. One that memory does
 * not answer after all, for want of a sample in the range, looks at what lies between.
 */
function isNewestOfAll({ view, filters, formulas, now }: ReportRun, span: Span, field: Field): boolean {
  const { source, aggregation, id } = field;
  if (aggregation?.fn !== "latest" || source.type !== "telemetry" || windowOf(span, field).endTs < now) return false;
  if (source.path !== null || source.cast !== "auto" || (formulas.fields.get(id)?.where ?? null) !== null) return false;
  const isCut = view.fields.some(
    (each) => each.kind === "time" || (each.kind === "dimension" && each.source.type === "telemetry"),
  );
  const isFiltered = filters.some(
    ({ target }) =>
      target.kind === "source" && (target.source.type === "telemetry" || target.source.type === "timePart"),
  );
  return !isCut && !isFiltered;
}

function readsOf(run: ReportRun, { span, purpose }: Pass, field: Field, lists: SeriesLists): readonly PlannedRead[] {
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
  const carried = kind === "dimension" ? LOOKBACK_DEFAULT_MS : 0;
  const what = aggregation === null ? (kind === "dimension" ? "values" : "samples") : aggregation.fn;
  return [
    {
      field: id,
      kind: isNewest ? "newest" : "samples",
      series: lists.of(run, all),
      window: { startTs: Math.max(0, startTs - carried), endTs },
      description: `${what} of ${names}${purpose}`,
    },
  ];
}
