// Documents that are made from the code, or that the code is measured by, say the same as the code.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import packageInfo from "../../package.json" with { type: "json" };
import { settings } from "../../src/app/config.ts";
import { formerVersions } from "../support/former-folder.ts";
import { settingsPage } from "../../tools/docs/settings-page.ts";
import { anchorOf } from "../../web/components/anchor-of.ts";
import { filesBelow, ROOT } from "./source-tree.ts";

const ROOT_DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];

test("the page of settings is up to date; node scripts/run.mjs tools/docs/settings.ts writes it", () => {
  expect(readDocument("docs/settings.md")).toBe(settingsPage(settings));
});

test("each released version has its date in the changelog and its data folder; the newest is that of the package", () => {
  const released = [...readDocument("CHANGELOG.md").matchAll(/^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/gm)];
  const versions = released.map(([, version]) => version);

  expect(versions[0]).toBe(packageInfo.version);
  expect(versions.toSorted()).toEqual(formerVersions);
});

test("every file that a document links to exists", () => {
  const documents = [
    ...filesBelow("docs", ".md"),
    ...filesBelow("examples", ".md").filter(({ path }) => !path.includes("/node_modules/")),
    ...ROOT_DOCUMENTS.map(rootDocument),
  ];
  const targets = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target]) => join(path, "..", target ?? "")),
  );

  expect(targets.filter((target) => !fileExists(target))).toEqual([]);
});

test("every heading that a document links to exists", () => {
  const documents = ["docs", "examples"].flatMap((folder) => filesBelow(folder, ".md"));
  const pages = [...documents, ...ROOT_DOCUMENTS.map(rootDocument)];
  const anchorsOf = (text: string): ReadonlySet<string> =>
    new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading)));
  const anchors = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]));
  const missing = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)#([^)\s]+)\)/g)]
      .map(([, target = "", anchor = ""]) => ({ page: target === "" ? path : join(path, "..", target), anchor }))
      .filter(({ page, anchor }) => anchors.get(page)?.has(anchor) === false)
      .map(({ page, anchor }) => `${path}: ${page}#${anchor}`),
  );

  expect(missing).toEqual([]);
});

test("every command that package.json offers is explained in the README", () => {
  const { scripts } = JSON.parse(readDocument("package.json")) as { scripts: Record<string, string> };
  const readme = readDocument("README.md");
  const commands = Object.keys(scripts).map((name) =>
    ["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`,
  );

  expect(commands.filter((command) => !readme.includes(`\`${command}`))).toEqual([]);
});

test("each decision has a number of its own, its day and status, and a row in one group of their list", () => {
  const records = filesBelow("docs/decisions", ".md").filter(({ path }) => !path.endsWith("/README.md"));
  const numbers = records.map(({ path }) => /\/(\d{4})-[^/]*$/.exec(path)?.[1]);
  const rows = records.map(({ path, text }) => {
    const file = path.slice("docs/decisions/".length);
    const [, title = "", day, status] =
      /^# (.*)\n\n(\d{4}-\d\d-\d\d), (accepted.*|replaced by \d{4})\n\n/.exec(text) ?? [];
    return `| ${file.slice(0, 4)} | [${title}](${file}) | ${String(day)} | ${String(status)} |`;
  });
  const list = readDocument("docs/decisions/README.md");
  const groups = list.split("\n## ").slice(1);
  const listed = groups.map((group) => group.match(/^\| \d.*$/gm) ?? []);

  expect(new Set(numbers).size).toBe(records.length);
  expect(listed.flat().sort()).toEqual(rows);
  for (const group of listed) expect(group).toEqual([...group].sort());
});

/** As the host of the repository makes it out of a heading. */
function rootDocument(path: string): { path: string; text: string } {
  return { path, text: readDocument(path) };
}

function readDocument(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

function fileExists(path: string): boolean {
  return statSync(join(ROOT, path), { throwIfNoEntry: false }) !== undefined;
}
