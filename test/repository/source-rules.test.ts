// What a search of the source must find, or must not find.
import { expect, test } from "vitest";
import { bounds } from "../../src/app/bounds.ts";
import { settings } from "../../src/app/config.ts";
import type { SourceFile } from "./source-tree.ts";
import { filesBelow, productSource } from "./source-tree.ts";

const OWN_FOLDER = "test/repository/";
const allSource = ["src", "test", "tools", "bench", "scripts", "web"]
  .flatMap((folder) => filesBelow(folder, ".ts", ".tsx", ".mjs"))
  .filter(({ path }) => !path.startsWith(OWN_FOLDER));

test("a topic is written in one place: v1/gateway/telemetry occurs once in src", () => {
  expect(linesWith(/v1\/gateway\/telemetry/, productSource())).toHaveLength(1);
});

test("nothing is left for later", () => {
  expect(linesWith(/\b(TODO|FIXME|XXX|HACK)\b/, allSource)).toEqual([]);
});

test("a limit that a refusal names is a setting or a bound", () => {
  const named = productSource().flatMap(({ text }) =>
    [...text.matchAll(/(?:limit: \{ name: |const limit = \{ name: |tooMany\()"([a-z]\w*\.[\w.]+)"/g)].map(
      ([, name]) => name ?? "",
    ),
  );

  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((name) => !(name in settings) && !(name in bounds))).toEqual([]);
});

test("the time is asked of a clock", () => {
  const others = productSource().filter(({ path }) => path !== "src/lib/clock.ts");

  expect(linesWith(/\bnew Date\(\)|\bDate\.now\b/, others)).toEqual([]);
});

test("JSON is read by src/lib, which gives names their own text", () => {
  const shipped = [...productSource(), ...filesBelow("web", ".ts", ".tsx")];
  const readers = shipped.filter(({ path }) => !path.startsWith("src/lib/json") && !path.endsWith(".test.ts"));
  // A text that is not read, but looked at for what is wrong with it.
  const checks = linesWith(/JSON\.parse\(/, readers).filter((line) => !line.startsWith("web/components/json-text.ts:"));

  expect(checks).toEqual([]);
  expect(linesWith(/\.json\(\)/, readers)).toEqual([]);
});

test("no test is left out or runs alone", () => {
  expect(linesWith(/\b(test|it|describe|suite)(\.\w+)*\.(only|skip|todo)\b/, allSource)).toEqual([]);
});

test("a rule of the compiler or the linter is switched off only where the line says why", () => {
  const silenced = linesWith(/@ts-(ignore|nocheck|expect-error)|(es|ox)lint-disable|prettier-ignore/, allSource);
  const tables = ["src/app/config.ts", "src/app/bounds.ts"]; // their comments stand on the line above

  expect(
    silenced.filter((line) => !line.includes(" -- ") && !tables.some((table) => line.startsWith(`${table}:`))),
  ).toEqual([]);
});

test("every module of the product opens with what it is for", () => {
  const silent = [...productSource(), ...filesBelow("web", ".ts", ".tsx")].filter(
    ({ text }) => !/^(#!.*\n)?(\/\/|\/\*)/.test(text),
  );

  expect(silent.map(({ path }) => path)).toEqual([]);
});

test("the scripts get as far as their refusal on the Node of Debian 12, 18", () => {
  expect(linesWith(/import\.meta\.(?:dirname|filename)/, filesBelow("scripts", ".mjs"))).toEqual([]);
});

test("a place that still loads has a role with its name, which axe would find only while it is there", () => {
  const named = linesWith(/<Skeleton\b.*aria-label/, filesBelow("web", ".tsx"));
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((line) => !line.includes('role="status"'))).toEqual([]);
});

test("file names are in kebab-case", () => {
  const odd = allSource.filter(({ path }) => !/^[a-z0-9./-]+$/.test(path));

  expect(odd.map(({ path }) => path)).toEqual([]);
});

function linesWith(pattern: RegExp, files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
}
