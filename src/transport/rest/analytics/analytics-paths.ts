// The paths of the analytics service and the ids in them. Everything below this prefix follows the service's rules for
// credentials, errors and headers. Source: analytics contract 4.
import { Type } from "typebox";
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import { DomainError } from "../../../core/errors.ts";
import { parseId, type AnyId, type ViewId } from "../../../core/ids.ts";
import { uuidText } from "../nullable.ts";

export const ANALYTICS_PREFIX = "/apiAnalytics";
/** Prefix of the service's own calls. */
export const ANALYTICS_V1 = `${ANALYTICS_PREFIX}/v1`;

/**
 * Headers that pages of other origins may send whatever the settings say, because the specification's call needs them.
 */
export const ANALYTICS_REQUEST_HEADERS: readonly string[] = ["jwt", "content-type"];

/** Response headers that pages of other origins may read. */
export const ANALYTICS_EXPOSED_HEADERS = [
  "X-Report-Rows",
  "X-Report-Truncated",
  "X-Report-Truncated-Reason",
  "X-Report-Limit",
  "X-Report-Range",
  "X-Report-Partial-Buckets",
  "X-Report-Cache",
  "X-Report-Warnings",
  "X-RateLimit-Running",
  "X-RateLimit-Queued",
  "X-Request-Id",
  "X-Problem",
  "Retry-After",
  "Server-Timing",
  "Content-Disposition",
  "ETag",
  "Location",
].join(", ");

/** `url` is the request target, including its query. */
export function isAnalyticsUrl(url: string): boolean {
  if (!url.startsWith(ANALYTICS_PREFIX)) return false;
  const next = url[ANALYTICS_PREFIX.length];
  return next === undefined || next === "/" || next === "?";
}

export const ViewParams = Type.Object({ viewId: uuidText({ description: "The id of a view." }) });

/** Throws `VIEW_ID_INVALID` if the text is not a UUID. */
export function parseViewId(text: string): ViewId {
  return parseIdAs<ViewId>(text, "the id of a view");
}

export function parseIdAs<Id extends AnyId>(text: string, what: string): Id {
  try {
    return parseId<Id>(text, what);
  } catch (error) {
    if (error instanceof DomainError) throw new AnalyticsError("VIEW_ID_INVALID", error.message, [], { cause: error });
    throw error;
  }
}
