// Bounds the memory of reports that are being sent: who asks for long ones and reads slowly must neither fill it nor keep the
// slots in which everybody's reports are computed. Source: analytics contract 5, "Separate pools".
import { AnalyticsError } from "../../../core/analytics/analytics-error.ts";
import type { Report } from "../../../core/analytics/report/report.ts";
import type { TenantId } from "../../../core/ids.ts";
import { JsonText } from "../../../core/values.ts";

/** What one report that is being sent holds. */
export interface UnsentReport {
  /** It has been sent, or nobody is there to read it any more. May be called twice. */
  release(): void;
}

/** Shorter ones are not counted; the number of connections bounds those. */
const COUNTED_BYTES = 65_536;
const RETRY_AFTER_SECONDS = 5;

export class UnsentReports {
  readonly #bytesMax: number;
  readonly #ofTenants = new Map<TenantId, number>();
  #bytes = 0;

  /** A tenant has at most half of it, so that there always is something left for others. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Throws `LIMIT_REACHED` where it is too much together with the others; a single one may be of any size. */
  take(tenant: TenantId, bytes: number): UnsentReport {
    const counted = bytes < COUNTED_BYTES ? 0 : bytes;
    const ofTenant = this.#ofTenants.get(tenant) ?? 0;
    const isBeyond = (held: number, max: number): boolean => held > 0 && counted > 0 && held + counted > max;
    if (isBeyond(this.#bytes, this.#bytesMax) || isBeyond(ofTenant, this.#bytesMax / 2)) throw this.#refusal();
    this.#add(tenant, counted);
    let isHeld = true;
    return {
      release: () => {
        if (isHeld) this.#add(tenant, -counted);
        isHeld = false;
      },
    };
  }

  #add(tenant: TenantId, bytes: number): void {
    this.#bytes += bytes;
    const ofTenant = (this.#ofTenants.get(tenant) ?? 0) + bytes;
    if (ofTenant === 0) this.#ofTenants.delete(tenant);
    else this.#ofTenants.set(tenant, ofTenant);
  }

  #refusal(): AnalyticsError {
    const message = "too many long reports are being sent to callers who have not received them yet; try again later";
    return new AnalyticsError("LIMIT_REACHED", message, [], {
      limit: { name: "analytics.limiter.maxUnsentMebibytes", value: this.#bytesMax },
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

const ROW_BYTES = 32;
const CELL_BYTES = 16;
const TEXT_BYTES = 24;

/** What the rows of a report take in memory, about. */
export function bytesOf({ rows }: Pick<Report, "rows">): number {
  let bytes = 0;
  for (const row of rows) {
    bytes += ROW_BYTES + row.length * CELL_BYTES;
    for (const cell of row)
      if (typeof cell === "string") bytes += TEXT_BYTES + cell.length;
      else if (cell instanceof JsonText) bytes += TEXT_BYTES + cell.text.length;
  }
  return bytes;
}
