import { expect, test } from "vitest";
import type { TestModule } from "vitest/node";
import { summaryLine } from "./summary-reporter.ts";

test("passed and failed tests are counted over all files", () => {
  expect(summaryLine([file("passed", "failed"), file("passed")], 0)).toBe("2 passed, 1 failed");
});

test("skipped tests are told where there are some", () => {
  expect(summaryLine([file("passed", "skipped", "pending")], 0)).toBe("1 passed, 0 failed, 2 skipped");
});

test("a file that fails without a failed test counts as one failure", () => {
  expect(summaryLine([broken()], 0)).toBe("0 passed, 1 failed");
});

test("an error that no test owns counts as a failure", () => {
  expect(summaryLine([file("passed")], 2)).toBe("1 passed, 2 failed");
});

function file(...states: string[]): TestModule {
  return moduleOf(states, !states.includes("failed"));
}

function broken(): TestModule {
  return moduleOf([], false);
}

/** As much of a module as the reporter looks at. */
function moduleOf(states: readonly string[], ok: boolean): TestModule {
  const allTests = () => states.map((state) => ({ result: () => ({ state }) }));
  return { ok: () => ok, children: { allTests } } as unknown as TestModule;
}
