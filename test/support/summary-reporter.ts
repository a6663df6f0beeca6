// Counts tests for the last line of `npm test`, and writes the counts to the file that the script names, with the files
// whose process died: the runtime itself has a fault that aborts a process which starts and ends many threads, and the
// script gives such files a second run. In a run of CI on Linux, where everything can be installed, a test that was skipped
// has failed: what is skipped without anybody's knowledge proves nothing. Elsewhere some are for other systems.
import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import type { Death } from "./forks.ts";

export interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Files of which nothing can be said; their tests are in no count. */
  readonly died: readonly string[];
}

export class SummaryReporter implements Reporter {
  readonly #deaths: readonly Death[];

  constructor(deaths: readonly Death[]) {
    this.#deaths = deaths;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const file = process.env["TEST_SUMMARY_FILE"];
    if (file === undefined) return;
    const mayNotSkip = Boolean(process.env["CI"]) && process.platform === "linux";
    const summary = summaryOf(modules, unhandledErrors, this.#deaths);
    if (mayNotSkip) for (const name of skippedOf(modules)) process.stderr.write(`skipped, which fails here: ${name}\n`);
    writeFileSync(file, JSON.stringify(mayNotSkip ? withoutSkipping(summary) : summary));
  }
}

/** Where everything can run, what did not run has failed. */
export function withoutSkipping(summary: Summary): Summary {
  return { ...summary, failed: summary.failed + summary.skipped, skipped: 0 };
}

function skippedOf(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) =>
    [...module.children.allTests()]
      .filter((test) => test.result().state === "skipped")
      .map((test) => `${module.moduleId}: ${test.fullName}`),
  );
}

/** A file that could not be loaded, and an error that no test owns, count as one failed test each. */
export function summaryOf(
  modules: readonly TestModule[],
  unhandledErrors: readonly unknown[],
  deaths: readonly Death[],
): Summary {
  const died = new Set(deaths.flatMap((files) => toRunAgain(modules, files)));
  const unexplained = unhandledErrors.filter(isDeath).length - deaths.length;
  const counts = { passed: 0, failed: unhandledErrors.filter((error) => !isDeath(error)).length, skipped: 0 };
  // A death that no file can be found for must not pass unnoticed.
  counts.failed += Math.max(0, unexplained);
  for (const module of modules) {
    if (died.has(module.moduleId)) continue;
    let failedHere = 0;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "passed") counts.passed += 1;
      else if (state === "failed") failedHere += 1;
      else counts.skipped += 1;
    }
    const failedWithoutTest = !module.ok() && failedHere === 0 ? 1 : 0;
    counts.failed += failedHere + failedWithoutTest;
  }
  return { ...counts, died: [...died] };
}

/** What a process left unfinished, or all that it was given, if it died only afterwards. */
function toRunAgain(modules: readonly TestModule[], files: Death): Death {
  const finished = new Set(modules.filter((module) => !isUnfinished(module)).map(({ moduleId }) => moduleId));
  const unfinished = files.filter((file) => !finished.has(file));
  return unfinished.length > 0 ? unfinished : files;
}

function isUnfinished(module: TestModule): boolean {
  const state = module.state();
  return (
    state === "queued" ||
    state === "pending" ||
    [...module.children.allTests()].some((test) => test.result().state === "pending")
  );
}

function isDeath(error: unknown): boolean {
  for (
    let cause = error;
    typeof cause === "object" && cause !== null;
    cause = "cause" in cause ? cause.cause : undefined
  )
    if ("message" in cause && String(cause.message).includes("Worker exited unexpectedly")) return true;
  return false;
}
