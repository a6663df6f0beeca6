// Where the analytics service answers. Everything below this prefix has its credentials, its errors and its headers.
// Source: analytics contract 4.

export const ANALYTICS_PREFIX = "/apiAnalytics";
/** Of the service's own calls. */
export const ANALYTICS_V1 = `${ANALYTICS_PREFIX}/v1`;

/** Headers that pages of other origins may send whatever the settings say: the specification's call needs them. */
export const ANALYTICS_REQUEST_HEADERS: readonly string[] = ["jwt", "content-type"];

/** Headers of answers that pages of other origins may read. */
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
  "Retry-After",
  "Server-Timing",
  "Content-Disposition",
  "ETag",
  "Location",
].join(", ");

/** `url` is the target of a request, with its query. */
export function isAnalyticsUrl(url: string): boolean {
  if (!url.startsWith(ANALYTICS_PREFIX)) return false;
  const next = url[ANALYTICS_PREFIX.length];
  return next === undefined || next === "/" || next === "?";
}
