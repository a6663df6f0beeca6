// The list of planted faults fits the source: each text is there once, and each test that should find a fault is there.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { occurrences } from "../mutants/fault.ts";
import { FAULTS } from "../mutants/faults.ts";
import { ROOT } from "./source-tree.ts";

const FAULTS_MIN = 100;

test("each planted fault changes a text that stands once in its file", () => {
  const misfits = FAULTS.filter(
    ({ file, text, planted }) =>
      planted === text ||
      !existsSync(join(ROOT, file)) ||
      occurrences(readFileSync(join(ROOT, file), "utf8"), text) !== 1,
  );

  expect(misfits.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});

test("the tests that should find planted faults exist", () => {
  const tests = new Set(FAULTS.flatMap((fault) => fault.tests));

  expect([...tests].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(FAULTS.filter(({ tests: finding }) => finding.length === 0)).toEqual([]);
});

test("there are enough of them in core and in the composition", () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(FAULTS_MIN);
  expect(FAULTS.filter(({ file }) => file.startsWith("src/core/")).length).toBeGreaterThanOrEqual(FAULTS_MIN / 2);
  expect(FAULTS.filter(({ file }) => file.startsWith("src/app/")).length).toBeGreaterThanOrEqual(FAULTS_MIN / 4);
});
