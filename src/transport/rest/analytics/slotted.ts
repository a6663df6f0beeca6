// Work that holds a slot of a limiter while it runs: for calls of people beside the reports. Source: analytics contract 5.
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import type { ReportLimiter } from "../../../core/analytics/limiter/report-limiter.ts";
import type { Reader } from "../../../core/analytics/reader.ts";
import { callerSignal } from "../caller-signal.ts";
import type { RestReply } from "../route.ts";

/** A slot for the time of the work, which ends early where the caller goes away. */
export function slotted(
  limiter: ReportLimiter,
): <Answer>(reader: Reader, reply: RestReply, work: (signal: AbortSignal) => Promise<Answer>) => Promise<Answer> {
  return async (reader, reply, work) => {
    const slot = await limiter.take(reader.tenantId, callerSignal(reply));
    try {
      return await work(slot.signal);
    } finally {
      slot.release();
    }
  };
}

/** The bearer of a share link sees that view and nothing beside it. */
export function ownReader(reader: Reader): Reader {
  if (reader.sharedView === undefined) return reader;
  throw new AnalyticsError("FORBIDDEN", "a share link shows its view and nothing beside it");
}
