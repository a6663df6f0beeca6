// Documents name files and metrics of the product; what they name is there, and what should be named is.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, ROOT } from "./source-tree.ts";

const PAGES = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  ...filesBelow("docs", ".md").map(({ path }) => path),
].filter((path) => !path.startsWith("docs/plans/"));
const CODE_FOLDERS = ["src", "test", "tools", "bench", "web"];
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

test("every TypeScript file that a page names exists", () => {
  const files = CODE_FOLDERS.flatMap((folder) => [...filesBelow(folder, ".ts"), ...filesBelow(folder, ".tsx")]).map(
    ({ path }) => path,
  );
  const named = PAGES.flatMap((page) =>
    [...read(page).matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, file = ""]) => ({ page, file })),
  );

  expect(named.filter(({ file }) => !files.some((path) => `/${path}`.endsWith(`/${file}`)))).toEqual([]);
});

test("the operations page names the metrics that there are, and no others", () => {
  const there = [
    ...metricsIn(/\b(total|gauge)\(\s*"(\w+)"/g, "bridgehead_"),
    // Each pool has the same ones; the page names those of one and says what the others are called.
    ...metricsIn(/\bpool(Total|Gauge)\(\s*"(\w+)"/g, "bridgehead_analytics_reports_"),
  ];
  const named = new Set([...read("docs/operations.md").matchAll(/`(bridgehead_\w+)`/g)].map(([, name = ""]) => name));

  expect(there.filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => !there.includes(name))).toEqual([]);
});

function metricsIn(lines: RegExp, prefix: string): readonly string[] {
  return [...read("src/app/platform-metrics.ts").matchAll(lines)].map(
    ([, kind = "", name = ""]) => `${prefix}${name}${kind.toLowerCase() === "total" ? "_total" : ""}`,
  );
}
