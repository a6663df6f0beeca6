// Work that holds a slot of a limiter while it runs: for calls of people, other than reports. Source: analytics contract 5.
import { Refusal, type ReportLimiter, type Slot } from "../../../core/analytics/limiter/report-limiter.ts";
import type { Reader } from "../../../core/analytics/reader.ts";
import type { TenantId } from "../../../core/ids.ts";
import { callerSignal } from "../caller-signal.ts";
import { ErrorCode, HttpError } from "../http-status.ts";
import type { RestReply } from "../route.ts";

/** A slot for the time of the work, which ends early where the caller goes away. */
export function slotted(
  limiter: ReportLimiter,
): <Answer>(reader: Reader, reply: RestReply, work: (signal: AbortSignal) => Promise<Answer>) => Promise<Answer> {
  return async (reader, reply, work) => {
    const slot = await takeSlot(limiter, reader.tenantId, reply);
    try {
      return await work(slot.signal);
    } catch (error) {
      throw slot.signal.reason instanceof Error ? slot.signal.reason : error;
    } finally {
      slot.release();
    }
  };
}

/** Rejects as the limiter does; a refusal tells in headers how full it was. The place is left when the caller goes away. */
export async function takeSlot(limiter: ReportLimiter, tenant: TenantId, reply: RestReply): Promise<Slot> {
  try {
    return await limiter.take(tenant, goneSignal(reply));
  } catch (error) {
    if (error instanceof Refusal)
      void reply
        .header("x-ratelimit-running", String(error.running))
        .header("x-ratelimit-queued", String(error.waiting));
    throw error;
  }
}

/** What becomes of the answers that nobody is there to read. */
const CALLER_GONE_STATUS = 499;

/** Aborted when the caller goes away; the reason is no fault that a log has to know of. */
function goneSignal(reply: RestReply): AbortSignal {
  const controller = new AbortController();
  const caller = callerSignal(reply);
  const tell = (): void => {
    controller.abort(new HttpError(CALLER_GONE_STATUS, ErrorCode.GENERAL, "the caller has gone"));
  };
  if (caller.aborted) tell();
  else caller.addEventListener("abort", tell, { once: true });
  return controller.signal;
}
