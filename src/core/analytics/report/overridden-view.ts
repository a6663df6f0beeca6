// A view as one run takes it: with the zone, order and width of buckets that the request asks for. Source: analytics
// contract 4.3.
import { AnalyticsError, type AnalyticsProblem } from "../analytics-error.ts";
import type { SortEntry } from "../view/table-view.ts";
import { quote } from "../view/view-problems.ts";
import type { ReportOverrides, RunnableView } from "./report-request.ts";

/** Throws BODY_INVALID for an order by fields that the view does not have, and for a bucket where it has none. */
export function overriddenView(view: RunnableView, overrides: ReportOverrides): RunnableView {
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
