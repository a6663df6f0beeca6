// What somebody who looks at a dashboard wants to see: which of its panels, over which range, and with which values of the filter
// bar. What is left out is as the dashboard has it.
import { Type, type Static } from "typebox";
import { freeObject, TimeRangeSchema } from "../../analytics/view/field-schema.ts";
import { completeRange, defaultRange } from "../../analytics/view/parse-time-range.ts";
import type { TimeRange } from "../../analytics/view/table-view.ts";
import { ViewProblems, type ViewCode } from "../../analytics/view/view-problems.ts";
import { invalid } from "../../errors.ts";
import { SchemaReader } from "../../schema-reader.ts";
import { byName, named, orNull, text, unread } from "../../schema-words.ts";
import { PANELS_MAX } from "../configuration-schema.ts";

/** A longer one is the id of no panel. */
const ID_CHARS_MAX = 64;

const PanelRequestSchema = named("DashboardPanelsInput", {
  range: orNull(TimeRangeSchema),
  /** Unread values by the names of filters. */
  filters: orNull(byName(unread(Type.Array(Type.Unknown())), {})),
  /** Ids of those that are visible; null for all. Others are not computed. */
  panels: orNull(Type.Array(text(ID_CHARS_MAX), { maxItems: PANELS_MAX })),
  /** One that is not saved yet, in the place of the dashboard's: an editor shows what its panels will show. */
  configuration: orNull(freeObject()),
});

export type PanelRequest = Static<typeof PanelRequestSchema>;

/** Throws `invalid` with the first problem. Whether it fits the dashboard is checked with the dashboard. */
export function readPanelRequest(json: unknown): PanelRequest {
  const problems = new ViewProblems();
  const read = new SchemaReader<ViewCode>(problems).read(PanelRequestSchema, json ?? {}, "VIEW_INVALID");
  const range = read?.range ?? null;
  const completed = range === null ? null : completeRange(range, OF_READER, "/range", problems);
  const [first] = problems.list;
  if (first !== undefined || read === undefined)
    throw invalid(`${first?.pointer.slice(1) ?? ""}: ${first?.message ?? "The body does not fit."}`);
  return { ...read, range: completed };
}

/** Of a range that names no zone: that of whoever looks. */
const OF_READER = defaultRange("viewer");

/** A range of a configuration, which may lack its calendar. */
export function rangeOf(range: TimeRange): TimeRange {
  return completeRange(range, OF_READER, "", new ViewProblems());
}
