// What becomes of rows once they are computed: grouping, gaps, order, limit, missing values, comparison, and how the run is
// bounded. Source: analytics contract 2.2, 2.10.
import { labelProblem, normalLabel, SUFFIX_LENGTH_MAX } from "./labels.ts";
import { ObjectReader } from "./object-reader.ts";
import type {
  Compare,
  ComparedColumn,
  FieldId,
  GapFill,
  Gaps,
  Grouping,
  Nulls,
  RowLimit,
  RunOptions,
  SortEntry,
  TopGroups,
} from "./table-view.ts";
import { MAX_FIELDS } from "./table-view.ts";
import { quote } from "./view-problems.ts";

const SORT_MAX = 8;
const ROWS_DEFAULT = 10_000;
const FILLED_BUCKETS_MAX = 50_000;
const TOLERANCE_DEFAULT_MS = 604_800_000;
const TOLERANCE_MAX_MS = 31_622_400_000;
const CELL_TEXT_MAX = 128;
const FIELD_ID_MAX = 64;

export function parseGrouping(view: ObjectReader): Grouping {
  const object = view.object("grouping") ?? emptyObject(view, "grouping");
  const grouping: Grouping = {
    mode: object.word("mode", ["grouped", "perEntity", "raw"]) ?? "grouped",
    keepEmptyGroups: object.flag("keepEmptyGroups", false),
    missingGroup: object.word("missingGroup", ["keep", "drop"]) ?? "keep",
    align: object.word("align", ["exact", "locf"]) ?? "exact",
    toleranceMs: object.integer("toleranceMs", 0, TOLERANCE_MAX_MS) ?? TOLERANCE_DEFAULT_MS,
    totals: object.word("totals", ["none", "grand", "rollup"]) ?? "none",
  };
  object.finish();
  return grouping;
}

export function parseGaps(view: ObjectReader): Gaps {
  const object = view.object("gaps") ?? emptyObject(view, "gaps");
  const gaps: Gaps = { buckets: object.word("buckets", ["none", "all"]) ?? "none", ...parseGapFill(object) };
  object.finish();
  return gaps;
}

export function parseGapFill(object: ObjectReader): GapFill {
  const value = object.word("value", ["missing", "zero", "constant", "previous", "linear", "next"]) ?? "missing";
  const json = object.any("constant");
  const isText = typeof json === "string" && json.length <= CELL_TEXT_MAX && json.isWellFormed();
  const isConstant = isText || (typeof json === "number" && Number.isFinite(json));
  if (json !== undefined && !isConstant)
    object.problem(
      "constant",
      `"constant" must be a number or a text of at most ${String(CELL_TEXT_MAX)} characters, not ${quote(json)}.`,
    );
  if (value === "constant" && json === undefined)
    object.problem("constant", 'Filling with "constant" needs "constant", the value.');
  return {
    value,
    constant: isConstant ? json : null,
    maxBuckets: object.integer("maxBuckets", 1, FILLED_BUCKETS_MAX) ?? null,
  };
}

export function parseSort(view: ObjectReader): readonly SortEntry[] {
  const list = view.list("sort", SORT_MAX) ?? [];
  return list.flatMap((json, index) => {
    const entry = ObjectReader.of(json, `${view.at("sort")}/${String(index)}`, view.problems, "VIEW_INVALID");
    if (entry === undefined) return [];
    const field = parseReference(entry, "field");
    const parsed: SortEntry = {
      field,
      direction: entry.word("direction", ["asc", "desc"]) ?? "asc",
      missing: entry.word("missing", ["first", "last"]) ?? "last",
    };
    entry.finish();
    return [parsed];
  });
}

export function parseLimit(view: ObjectReader, rowsMax: number): RowLimit {
  const object = view.object("limit", "LIMIT_RANGE") ?? emptyObject(view, "limit");
  const rows = object.any("rows") ?? Math.min(ROWS_DEFAULT, rowsMax);
  const isFit = typeof rows === "number" && Number.isInteger(rows) && rows >= 1 && rows <= rowsMax;
  if (!isFit)
    object.problem(
      "rows",
      `The row limit must be between 1 and ${String(rowsMax)}, not ${quote(rows)}.`,
      "LIMIT_RANGE",
    );
  const top = object.object("top", "LIMIT_RANGE");
  const limit: RowLimit = {
    rows: isFit ? rows : rowsMax,
    onExceed: object.word("onExceed", ["truncate", "fail"]) ?? "truncate",
    top: top === undefined ? null : parseTop(top, rowsMax),
  };
  object.finish();
  return limit;
}

function parseTop(object: ObjectReader, rowsMax: number): TopGroups {
  if (!object.has("n")) object.problem("n", '"top" needs "n", how many groups to keep.');
  const top: TopGroups = {
    n: object.integer("n", 1, rowsMax) ?? 1,
    by: parseReference(object, "by"),
    direction: object.word("direction", ["asc", "desc"]) ?? "desc",
    per: parseReferences(object, "per") ?? [],
    others: object.flag("others", false),
    othersLabel: object.text("othersLabel", CELL_TEXT_MAX) ?? "Others",
  };
  object.finish();
  return top;
}

export function parseNulls(view: ObjectReader): Nulls {
  const object = view.object("nulls") ?? emptyObject(view, "nulls");
  const nulls: Nulls = {
    encode: object.word("encode", ["empty", "omit", "text"]) ?? "empty",
    text: object.text("text", CELL_TEXT_MAX) ?? "-",
    dropRows: object.word("dropRows", ["none", "anyMeasureMissing", "allMeasuresMissing"]) ?? "none",
  };
  object.finish();
  return nulls;
}

export function parseOptions(view: ObjectReader): RunOptions {
  const object = view.object("options") ?? emptyObject(view, "options");
  const options: RunOptions = {
    timeoutMs: object.integer("timeoutMs", 1_000, 600_000) ?? null,
    cacheTtlSec: object.integer("cacheTtlSec", 0, 86_400) ?? 0,
    lateDataMs: object.integer("lateDataMs", 0, 604_800_000) ?? 0,
  };
  object.finish();
  return options;
}

// --- Comparison ---

const SHIFT =
  /^P(?=[0-9T])(?:[0-9]{1,3}Y)?(?:[0-9]{1,4}M)?(?:[0-9]{1,4}W)?(?:[0-9]{1,5}D)?(?:T(?=[0-9])(?:[0-9]{1,6}H)?(?:[0-9]{1,7}M)?(?:[0-9]{1,8}S)?)?$/;
/** What a column of the earlier period is called. */
const PERIODS: Readonly<Record<Compare["to"], string>> = {
  previousPeriod: "previous period",
  previousDay: "previous day",
  previousWeek: "previous week",
  previousMonth: "previous month",
  previousYear: "previous year",
  shift: "compared",
};
const SHOWN: readonly ComparedColumn[] = ["value", "delta", "percent", "ratio"];

/** `measures` are compared where no fields are named. */
export function parseCompare(view: ObjectReader, measures: readonly FieldId[]): Compare | null {
  const object = view.object("compare", "COMPARE_INVALID");
  if (object === undefined) return null;
  const shift = parseShift(object);
  const word = object.word("to", [
    ...(["previousPeriod", "previousDay", "previousWeek", "previousMonth", "previousYear"] as const),
    "shift",
  ]);
  const to = word ?? (shift === null ? "previousPeriod" : "shift");
  if (!object.has("to") && !object.has("shift"))
    object.problem("to", 'A comparison needs "to", or "shift" as a duration.');
  if (to === "shift" && !object.has("shift"))
    object.problem("shift", 'Comparing to "shift" needs "shift", a duration as "P7D".');
  if (to !== "shift" && shift !== null) object.problem("shift", `Comparing to "${to}" has no "shift".`);
  const show = (object.list("show", SHOWN.length) ?? ["value"]).flatMap((json) => {
    const column = SHOWN.find((known) => known === json);
    if (column === undefined) object.problem("show", `"show" lists ${SHOWN.join(", ")}, not ${quote(json)}.`);
    return column ?? [];
  });
  const suffixes = parseSuffixes(object, PERIODS[to]);
  const fields = parseReferences(object, "fields") ?? measures;
  object.finish();
  if (fields.length === 0 || (object.has("show") && show.length === 0))
    object.problems.add(
      view.at("compare"),
      "COMPARE_INVALID",
      "Comparison needs at least one measure and one column to show.",
    );
  return { to, shift, fields, show: [...new Set(show)], suffixes };
}

function parseShift(object: ObjectReader): string | null {
  const text = object.text("shift", 64);
  if (text === undefined) return null;
  if (!SHIFT.test(text) || !/[1-9]/.test(text))
    object.problem("shift", `${quote(text)} is no duration of ISO 8601 in whole units, as "P7D" or "PT12H".`);
  return text;
}

function parseSuffixes(object: ObjectReader, period: string): Readonly<Record<ComparedColumn, string>> {
  const given = object.object("suffixes") ?? emptyObject(object, "suffixes");
  const read = (column: ComparedColumn, otherwise: string): string => {
    const suffix = normalLabel(given.text(column, 1_024) ?? otherwise);
    const problem = labelProblem(suffix, SUFFIX_LENGTH_MAX);
    if (problem !== undefined) given.problem(column, `The suffix ${quote(suffix)} ${problem}.`);
    return suffix;
  };
  const suffixes = {
    value: read("value", period),
    delta: read("delta", "change"),
    percent: read("percent", "change, %"),
    ratio: read("ratio", "ratio"),
  };
  given.finish();
  return suffixes;
}

// --- References to fields: whether there is such a field is checked with all the others ---

function parseReference(object: ObjectReader, name: string): FieldId {
  const id = object.text(name, FIELD_ID_MAX, "FIELD_UNKNOWN");
  if (id === undefined && !object.has(name)) object.problem(name, `"${name}" must name a field.`, "FIELD_UNKNOWN");
  return (id ?? "") as FieldId;
}

function parseReferences(object: ObjectReader, name: string): readonly FieldId[] | undefined {
  return object.list(name, MAX_FIELDS)?.flatMap((json) => {
    if (typeof json === "string" && json.length <= FIELD_ID_MAX) return json as FieldId;
    object.problem(name, `${quote(json)} is not a field of this view.`, "FIELD_UNKNOWN");
    return [];
  });
}

function emptyObject(owner: ObjectReader, name: string): ObjectReader {
  return new ObjectReader({}, owner.at(name), owner.problems, "VIEW_INVALID");
}
