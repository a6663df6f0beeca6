// Bounds how many exports, or imports, run at a time: all together, and of one tenant, so that one who takes his time over
// a file does not keep the others from theirs. Source: REST contract 9.
import { DomainError } from "../errors.ts";
import type { TenantId } from "../ids.ts";

export interface SlotBounds {
  /** Of all tenants; one more is refused. */
  readonly parallelMax: number;
  /** Of one tenant; one more is refused. */
  readonly tenantParallelMax: number;
}

const RETRY_AFTER_SECONDS = 30;

export class HistorySlots {
  readonly #kind: "export" | "import";
  readonly #bounds: SlotBounds;
  /** Null stands for system administrators. */
  readonly #running = new Map<TenantId | null, number>();
  #count = 0;

  constructor(kind: "export" | "import", bounds: SlotBounds) {
    this.#kind = kind;
    this.#bounds = bounds;
  }

  /** Throws `rate-limited`. What it gives is to be called once, when the work is over. */
  take(tenantId: TenantId | null): () => void {
    const { parallelMax, tenantParallelMax } = this.#bounds;
    const ofTenant = this.#running.get(tenantId) ?? 0;
    if (this.#count >= parallelMax) throw this.#refusal("parallelMax", parallelMax, "");
    if (ofTenant >= tenantParallelMax) throw this.#refusal("tenantParallelMax", tenantParallelMax, " of this tenant");
    this.#count++;
    this.#running.set(tenantId, ofTenant + 1);
    return () => {
      const left = (this.#running.get(tenantId) ?? 1) - 1;
      this.#count--;
      if (left === 0) this.#running.delete(tenantId);
      else this.#running.set(tenantId, left);
    };
  }

  #refusal(bound: keyof SlotBounds, value: number, whose: string): DomainError {
    return new DomainError(
      "rate-limited",
      `${String(value)} ${this.#kind}s of telemetry${whose} run already; try again later`,
      { limit: { name: `history.${this.#kind}.${bound}`, value }, retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
}
