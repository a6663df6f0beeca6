// What a run has to tell beside its rows: warnings, each once, and how many samples each measure could not use.
// Source: analytics contract 2.7, 4.4.
import type { FieldId } from "../view/table-view.ts";
import type { ReportWarning } from "./report.ts";

export class RunNotes {
  readonly warnings: ReportWarning[] = [];
  readonly skippedValues = new Map<FieldId, number>();
  readonly #told = new Set<string>();

  /** Notes that nobody reads: of computations beside the report's own. */
  silent(): RunNotes {
    return new RunNotes();
  }

  warn(code: string, message: string, field: FieldId | null): void {
    const key = JSON.stringify([code, field ?? message]);
    if (this.#told.has(key)) return;
    this.#told.add(key);
    this.warnings.push({ code, message, field });
  }
}
