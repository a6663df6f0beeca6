// Counts tests for the last line of `npm test`, and writes the counts to the file that the script names, with the files
// whose process died: the runtime itself has a fault that aborts a process which starts and ends many threads, and the
// script gives such a file a second run. In a run of CI on Linux, where everything can be installed, a test that was skipped
// has failed: what is skipped without anybody's knowledge proves nothing. Elsewhere some are for other systems.
import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

export interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Files of which nothing can be said; their tests are in no count. */
  readonly died: readonly string[];
}

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const file = process.env["TEST_SUMMARY_FILE"];
    if (file === undefined) return;
    const mayNotSkip = Boolean(process.env["CI"]) && process.platform === "linux";
    const summary = summaryOf(modules, unhandledErrors);
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
export function summaryOf(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): Summary {
  const deaths = unhandledErrors.filter(isDeath).length;
  const died = deaths === 0 ? [] : modules.filter(isUnfinished);
  const counts = { passed: 0, failed: unhandledErrors.length - deaths, skipped: 0 };
  // A death that no file can be found for must not pass unnoticed.
  counts.failed += Math.max(0, deaths - died.length);
  for (const module of modules) {
    if (died.includes(module)) continue;
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
  return { ...counts, died: died.map(({ moduleId }) => moduleId) };
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
