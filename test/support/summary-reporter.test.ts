import { expect, test } from "vitest";
import type { TestModule } from "vitest/node";
import { summaryOf, withoutSkipping } from "./summary-reporter.ts";

const DEATH = new Error("forks emitted error", { cause: new Error("Worker exited unexpectedly") });

test("passed and failed tests are counted over all files", () => {
  expect(summaryOf([file("passed", "failed"), file("passed")], [], [])).toMatchObject({ passed: 2, failed: 1 });
});

test("skipped tests are reported where there are some", () => {
  expect(summaryOf([file("passed", "skipped")], [], [])).toMatchObject({ passed: 1, failed: 0, skipped: 1 });
});

test("where every test can run, a skipped one has failed", () => {
  expect(withoutSkipping(summaryOf([file("passed", "skipped", "skipped")], [], []))).toMatchObject({
    passed: 1,
    failed: 2,
    skipped: 0,
  });
});

test("a file that fails without a failed test counts as one failure", () => {
  expect(summaryOf([broken()], [], [])).toMatchObject({ passed: 0, failed: 1 });
});

test("an error that no test owns counts as a failure", () => {
  expect(summaryOf([file("passed")], ["a", "b"], [])).toMatchObject({ passed: 1, failed: 2 });
});

test("a file whose process died is named and counts nowhere", () => {
  const modules = [file("passed"), named("other", "passed", "pending")];
  expect(summaryOf(modules, [DEATH], [["other"]])).toEqual({ passed: 1, failed: 0, skipped: 0, died: ["other"] });
});

test("of the files that a process was given, those it had finished count", () => {
  const modules = [named("first", "passed"), named("second", "passed", "pending")];
  expect(summaryOf(modules, [DEATH], [["first", "second", "third"]])).toEqual({
    passed: 1,
    failed: 0,
    skipped: 0,
    died: ["second", "third"],
  });
});

test("a process that died after its files gets them all a second run", () => {
  const modules = [file("passed"), named("other", "passed")];
  expect(summaryOf(modules, [DEATH], [["other"]])).toMatchObject({ passed: 1, failed: 0, died: ["other"] });
});

test("a death of a process that nobody watched counts as a failure", () => {
  expect(summaryOf([file("passed")], [DEATH], [])).toMatchObject({ passed: 1, failed: 1, died: [] });
});

test("without a death, a test that never ran is a skipped one", () => {
  expect(summaryOf([file("passed", "pending")], [], [])).toMatchObject({ passed: 1, skipped: 1, died: [] });
});

function file(...states: string[]): TestModule {
  return named("file", ...states);
}

function named(name: string, ...states: string[]): TestModule {
  return moduleOf(name, states, !states.includes("failed"));
}

function broken(): TestModule {
  return moduleOf("file", [], false);
}

/** As much of a module as the reporter looks at. */
function moduleOf(moduleId: string, states: readonly string[], ok: boolean): TestModule {
  const allTests = () => states.map((state) => ({ result: () => ({ state }) }));
  const state = () => (ok ? "passed" : "failed");
  return { ok: () => ok, moduleId, state, children: { allTests } } as unknown as TestModule;
}
