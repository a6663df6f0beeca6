// Every rule of a contract's checklist has a conformance test, and every conformance test names a rule of the checklist.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { filesBelow, ROOT } from "./source-tree.ts";

interface Checklist {
  readonly file: string;
  /** What its rules are named: the MQTT of MQTT-12. */
  readonly prefix: string;
  /** Where its tests are. */
  readonly folders: readonly string[];
  /** Rules that the contract has at least. */
  readonly rulesMin: number;
}

const CHECKLISTS: readonly Checklist[] = [
  { file: "docs/contracts/mqtt-checklist.md", prefix: "MQTT", folders: ["test/conformance"], rulesMin: 126 },
  // What a page does in a browser is tested end to end.
  {
    file: "docs/contracts/rest-checklist.md",
    prefix: "REST",
    folders: ["test/conformance", "test/e2e"],
    rulesMin: 119,
  },
  {
    file: "docs/contracts/analytics-checklist.md",
    prefix: "AN",
    folders: ["test/conformance/analytics"],
    rulesMin: 79,
  },
];

/** `- MQTT-12: text`, where an exempt rule ends in `Exempt: reason.` */
function rulesOf({ file, prefix }: Checklist): { readonly number: number; readonly isExempt: boolean }[] {
  const line = new RegExp(`^- ${prefix}-(\\d+): (.*)$`, "gm");
  return [...readFileSync(join(ROOT, file), "utf8").matchAll(line)].map(([, number, text]) => ({
    number: Number(number),
    isExempt: / Exempt: \S/.test(text ?? ""),
  }));
}

/** A test's name begins with its rule, or with several: `MQTT-12: text`, `MQTT-12 (v5): text`, `MQTT-12, MQTT-13: text`. */
function testedRulesOf({ prefix, folders }: Checklist): number[] {
  const name = new RegExp(`["'\`]((?:${prefix}-\\d+(?:, )?)+)(?: \\([^)]*\\))?:`, "g");
  return folders
    .flatMap((folder) => filesBelow(folder, ".test.ts"))
    .flatMap(({ text }) =>
      [...text.matchAll(name)].flatMap(([, names]) =>
        [...(names ?? "").matchAll(/\d+/g)].map(([digits]) => Number(digits)),
      ),
    );
}

describe.each(CHECKLISTS.map((checklist) => [checklist.prefix, checklist] as const))("%s", (prefix, checklist) => {
  const rules = rulesOf(checklist);
  const tested = testedRulesOf(checklist);

  test("the checklist numbers its rules without a gap", () => {
    expect(rules.map(({ number }) => number)).toEqual(Array.from({ length: rules.length }, (_, index) => index + 1));
    expect(rules.length).toBeGreaterThanOrEqual(checklist.rulesMin);
  });

  test("every rule of the checklist that is not exempt has a conformance test", () => {
    const untested = rules.filter(({ number, isExempt }) => !isExempt && !tested.includes(number));

    expect(untested.map(({ number }) => `${prefix}-${String(number)}`)).toEqual([]);
  });

  test("every rule that a conformance test names is in the checklist, and not exempt", () => {
    const known = new Set(rules.filter(({ isExempt }) => !isExempt).map(({ number }) => number));

    expect(tested.filter((number) => !known.has(number))).toEqual([]);
  });
});
