// The bodies of calls that run a report: which view, and what is to be different from how it was saved. Only their form is
// checked here; whether it fits the view is found when the view is known. Source: analytics contract 4.1, 4.3.
import type { ReportOverrides, ReportRequest } from "../../../core/analytics/report/report.ts";
import type { BucketUnit } from "../../../core/analytics/view/table-view.ts";
import { parseId, type ViewId } from "../../../core/ids.ts";
import { DomainError } from "../../../core/errors.ts";
import { quote } from "../../../core/schema-reader.ts";
import { BodyReader } from "./body-reader.ts";

/** The last instant that a range may have. Source: analytics contract 3.2. */
const TS_MAX = 4_102_444_800_000;
const SORTS_MAX = 8;
const PREVIEW_ROWS_MAX = 1000;
const BUCKETS = [
  "auto",
  "second",
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "year",
] as const satisfies readonly BucketUnit[];

export interface BuildReportBody {
  readonly viewId: ViewId;
  readonly request: ReportRequest;
}

/** The body of the specification's call. Throws with every problem of its form. */
export function parseBuildReport(json: unknown): BuildReportBody {
  const body = BodyReader.of(json);
  const viewId = parseViewConfigId(body);
  const request = { ...parseRun(body), overrides: {} };
  body.finish();
  body.requireGood();
  if (viewId === undefined) throw new Error("a body without problems has a view");
  return { viewId, request };
}

/** The body of a call for typed data; nothing at all is the view as it was saved. */
export function parseDataRequest(json: unknown): ReportRequest {
  const body = BodyReader.of(json ?? {});
  const request = { ...parseRun(body), overrides: parseOverrides(body) };
  body.finish();
  body.requireGood();
  return request;
}

/** The body of a call for a file: as that of the specification's call, and the zone. */
export function parseFileRequest(json: unknown): ReportRequest {
  const body = BodyReader.of(json ?? {});
  const run = parseRun(body);
  const timezone = body.text("timezone", "ZONE_UNKNOWN");
  body.finish();
  body.requireGood();
  return { ...run, overrides: timezone === undefined ? {} : { timezone } };
}

export interface PreviewBody {
  /** To be parsed as a view. */
  readonly view: unknown;
  readonly request: ReportRequest;
}

export function parsePreview(json: unknown): PreviewBody {
  const body = BodyReader.of(json);
  const view = body.any("view");
  if (view === undefined) body.refuse("view", "VIEW_INVALID", 'the body needs a "view" to try');
  const run = parseRun(body);
  const rows = body.integer("rows", 1, PREVIEW_ROWS_MAX, "LIMIT_RANGE") ?? PREVIEW_ROWS_MAX;
  body.finish();
  body.requireGood();
  return { view, request: { ...run, overrides: { sampleRows: rows } } };
}

function parseViewConfigId(body: BodyReader): ViewId | undefined {
  const json = body.unlessBlank("viewConfigId");
  if (json === undefined) {
    const message = '"viewConfigId" is required: it is the last segment of the link of the view';
    body.refuse("viewConfigId", "VIEW_ID_REQUIRED", message);
    return undefined;
  }
  if (typeof json === "string") {
    try {
      return parseId<ViewId>(json, "viewConfigId");
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
  body.refuse("viewConfigId", "VIEW_ID_INVALID", `"viewConfigId" must be a UUID, got ${quote(json)}`);
  return undefined;
}

function parseRun(body: BodyReader): Omit<ReportRequest, "overrides"> {
  return {
    rangeStartTs: body.integer("rangeStartTs", 0, TS_MAX, "RANGE_INVALID") ?? null,
    rangeEndTs: body.integer("rangeEndTs", 0, TS_MAX, "RANGE_INVALID") ?? null,
    filters: body.members("filters", "FILTER_VALUES") ?? null,
  };
}

function parseOverrides(body: BodyReader): ReportOverrides {
  const timezone = body.text("timezone", "ZONE_UNKNOWN");
  const limit = body.integer("limit", 1, Number.MAX_SAFE_INTEGER, "LIMIT_RANGE");
  const offset = body.integer("offset", 0, Number.MAX_SAFE_INTEGER, "LIMIT_RANGE");
  const sort = body.objects("sort", SORTS_MAX, "FIELD_UNKNOWN")?.map(parseSort);
  const bucket = parseBucket(body.object("bucket", "BUCKET_AMOUNT"));
  return {
    ...(timezone === undefined ? {} : { timezone }),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
    ...(sort === undefined ? {} : { sort }),
    ...(bucket === undefined ? {} : { bucket }),
  };
}

function parseSort(entry: BodyReader): NonNullable<ReportOverrides["sort"]>[number] {
  const field = entry.text("field", "FIELD_UNKNOWN");
  if (field === undefined) entry.refuse("field", "FIELD_UNKNOWN", 'an entry of "sort" needs a "field"');
  const direction = entry.word("direction", ["asc", "desc"], "BODY_INVALID") ?? "asc";
  const missing = entry.word("missing", ["first", "last"], "BODY_INVALID");
  entry.finish();
  return { field: field ?? "", direction, ...(missing === undefined ? {} : { missing }) };
}

function parseBucket(body: BodyReader | undefined): ReportOverrides["bucket"] {
  if (body === undefined) return undefined;
  const bucket = body.word("bucket", BUCKETS, "BUCKET_AMOUNT");
  if (bucket === undefined) body.refuse("bucket", "BUCKET_AMOUNT", 'an override of the bucket needs a "bucket"');
  const amount = body.integer("amount", 1, Number.MAX_SAFE_INTEGER, "BUCKET_AMOUNT") ?? 1;
  body.finish();
  return { bucket: bucket ?? "auto", amount };
}
