// Bounds how many exports, or imports, run at a time: all together, and of one tenant, so that one slow tenant does not hold
// up the others. Source: REST contract 9.
import { Slots } from "../../lib/slots.ts";
import { DomainError } from "../errors.ts";
import type { TenantId } from "../ids.ts";

export interface HistorySlotOptions {
  /** Of all tenants; one more is refused. */
  readonly parallelMax: number;
  /** Of one tenant; one more is refused. */
  readonly tenantParallelMax: number;
}

const RETRY_AFTER_SECONDS = 30;

/** Null stands for system administrators. There is no queue: one too many is refused as `rate-limited`. */
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
