// Documents name files of the product; what they name is there.
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
