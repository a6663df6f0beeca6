// Imports of telemetry: how many may run at once, and the error of one that ends early. Points stored by then stay; the
// message says up to which line, so that the rest can be sent again. Sending everything again is harmless too.
import type { Logger } from "../../lib/logger.ts";
import type { Slots } from "../../lib/slots.ts";
import { DomainError } from "../errors.ts";
import type { TenantId } from "../ids.ts";
import { historySlots, type HistorySlotOptions } from "./history-slots.ts";
import { ImportRun, type ImportBatchOptions, type ImportDeps, type ImportTerms } from "./import-run.ts";
import type { ImportReport } from "./import-report.ts";

export interface ImportOptions extends ImportBatchOptions, HistorySlotOptions {}

export class ImportService {
  readonly #deps: ImportDeps & { readonly log: Logger };
  readonly #options: ImportOptions;
  readonly #slots: Slots<TenantId | null>;

  constructor(deps: ImportDeps & { readonly log: Logger }, options: ImportOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#slots = historySlots("import", options);
  }

  /**
   * Lets `feed` pass all rows to a run. When it resolves, every accepted point is stored and synced. Rejects with the
   * error of `feed` or of the store, with a note of what has been stored appended to its message.
   */
  async run(terms: ImportTerms, feed: (run: ImportRun) => Promise<void>): Promise<ImportReport> {
    const release = await this.#slots.take({ key: terms.tenantId });
    const run = new ImportRun(this.#deps, this.#options, terms);
    try {
      await feed(run);
      return await run.finish();
    } catch (error) {
      const outcome = await run.outcome();
      this.#deps.log.warn("import of telemetry ended early", { tenantId: terms.tenantId, ...outcome, error });
      throw terms.dryRun ? error : withOutcome(error, outcome);
    } finally {
      release();
    }
  }
}

function withOutcome(
  error: unknown,
  { stored, throughLine }: { readonly stored: number; readonly throughLine: number },
): unknown {
  if (!(error instanceof DomainError)) return error;
  const what =
    stored === 0
      ? "nothing has been stored"
      : `all that was accepted up to line ${String(throughLine)} is stored, ${String(stored)} points, and nothing behind it`;
  return new DomainError(error.kind, `${error.message}; ${what}`, { ...error.details, cause: error.details.cause });
}
