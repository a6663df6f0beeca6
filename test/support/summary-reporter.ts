// Counts tests for the last line of `npm test`, and writes it to the file that the script names.
import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const file = process.env["TEST_SUMMARY_FILE"];
    if (file !== undefined) writeFileSync(file, summaryLine(modules, unhandledErrors.length));
  }
}

/** A file that could not be loaded, and an error that no test owns, count as one failed test each. */
export function summaryLine(modules: readonly TestModule[], unhandledErrors: number): string {
  const counts = { passed: 0, failed: unhandledErrors, skipped: 0 };
  for (const module of modules) {
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
  const line = `${counts.passed} passed, ${counts.failed} failed`;
  return counts.skipped === 0 ? line : `${line}, ${counts.skipped} skipped`;
}
