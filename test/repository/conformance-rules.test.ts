// Every rule of the MQTT checklist has a conformance test, and every conformance test names a rule of the checklist.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, ROOT } from "./source-tree.ts";

const CHECKLIST = "docs/contracts/mqtt-checklist.md";

/** `- MQTT-12: text`, where an exempt rule ends in `Exempt: reason.` */
const rules = [...readFileSync(join(ROOT, CHECKLIST), "utf8").matchAll(/^- MQTT-(\d+): (.*)$/gm)].map(
  ([, number, text]) => ({ number: Number(number), isExempt: / Exempt: \S/.test(text ?? "") }),
);

/** A test's name begins with its rule, or with several: `MQTT-12: text`, `MQTT-12 (v5): text`, `MQTT-12, MQTT-13: text`. */
const tested = filesBelow("test/conformance", ".test.ts").flatMap(({ text }) =>
  [...text.matchAll(/["'`]((?:MQTT-\d+(?:, )?)+)(?: \([^)]*\))?:/g)].flatMap(([, names]) =>
    [...(names ?? "").matchAll(/\d+/g)].map(([digits]) => Number(digits)),
  ),
);

test("the checklist numbers its rules without a gap", () => {
  expect(rules.map(({ number }) => number)).toEqual(Array.from({ length: rules.length }, (_, index) => index + 1));
  expect(rules.length).toBeGreaterThanOrEqual(105);
});

test("every rule of the checklist that is not exempt has a conformance test", () => {
  const untested = rules.filter(({ number, isExempt }) => !isExempt && !tested.includes(number));

  expect(untested.map(({ number }) => `MQTT-${number}`)).toEqual([]);
});

test("every rule that a conformance test names is in the checklist, and not exempt", () => {
  const known = new Set(rules.filter(({ isExempt }) => !isExempt).map(({ number }) => number));

  expect(tested.filter((number) => !known.has(number))).toEqual([]);
});
