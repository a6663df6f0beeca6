// Limits how many exports or imports run at a time, in total and per tenant, so that one slow tenant does not hold up
// the others. Source: REST contract 9.
import { Slots } from "../../lib/slots.ts";
import { DomainError } from "../errors.ts";
import type { TenantId } from "../ids.ts";

export interface HistorySlotOptions {
  /** For all tenants; further ones are refused. */
  readonly parallelMax: number;
  /** For one tenant; further ones are refused. */
  readonly tenantParallelMax: number;
}

const RETRY_AFTER_SECONDS = 30;

/** Null stands for system administrators. There is no queue: calls beyond the limit are refused as `rate-limited`. */
export function historySlots(kind: "export" | "import", options: HistorySlotOptions): Slots<TenantId | null> {
  const refusal = (bound: keyof HistorySlotOptions, whose: string): DomainError =>
    new DomainError(
      "rate-limited",
      `${String(options[bound])} ${kind}s of telemetry${whose} run already; try again later`,
      { limit: { name: `history.${kind}.${bound}`, value: options[bound] }, retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  return new Slots({
    max: options.parallelMax,
    keyMax: options.tenantParallelMax,
    waitingMax: 0,
    refusal: (cause) =>
      cause === "all" ? refusal("parallelMax", "") : refusal("tenantParallelMax", " of this tenant"),
  });
}
