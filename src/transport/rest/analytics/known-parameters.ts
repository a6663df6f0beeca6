// Parameters of calls that run a report: one that means nothing is refused, since a misspelt name must not silently change
// what is computed. Source: analytics contract 4.1.
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import { didYouMean } from "../../../core/did-you-mean.ts";

/** By which callers may show who they are, on whatever call. */
const CREDENTIALS: readonly string[] = ["jwt", "link"];

/** Throws `UNKNOWN_PROPERTY` with what was meant. */
export function requireKnownParameters(query: object, names: readonly string[]): void {
  const unknown = Object.keys(query).find((name) => !CREDENTIALS.includes(name) && !names.includes(name));
  if (unknown !== undefined)
    throw new AnalyticsError(
      "UNKNOWN_PROPERTY",
      `unknown parameter "${unknown.slice(0, 64)}".${didYouMean(unknown, names)} Known are ${names.join(", ")}`,
    );
}
