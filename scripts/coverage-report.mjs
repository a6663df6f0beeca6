// Which share of the lines of each part of `src` has run, from what the runtime wrote into the folder NODE_V8_COVERAGE; a line counts as run
// where any of its code has been.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ROOT } from "./prepare.mjs";

const SOURCE = join(ROOT, "src");
/** Parts of a path below `src` that make one row: `core/rpc`. */
const ROW_DEPTH = 2;

/** A line for each part of these folders, and one for all. */
export function coverageReport(folder, folders = ["src"]) {
  const ranByFile = ranLines(folder);
  const rows = new Map();
  for (const path of folders.flatMap(sourceFiles)) {
    const lines = codeLines(readFileSync(path, "utf8"));
    const ran = ranByFile.get(path) ?? new Set();
    const name = relative(SOURCE, path).split(sep).slice(0, -1).slice(0, ROW_DEPTH).join("/") || "main.ts";
    const row = rows.get(name) ?? { lines: 0, ran: 0 };
    rows.set(name, { lines: row.lines + lines.length, ran: row.ran + lines.filter((line) => ran.has(line)).length });
  }
  const all = [...rows.values()].reduce((sum, { lines, ran }) => ({ lines: sum.lines + lines, ran: sum.ran + ran }));
  return [...[...rows].sort(), [`all of ${folders.join(", ")}`, all]].map(asText).join("\n");
}

function asText([name, { lines, ran }]) {
  const share = (100 * ran) / Math.max(1, lines);
  return `${share.toFixed(1).padStart(5)} %  ${String(lines).padStart(6)} lines  ${name}`;
}

function sourceFiles(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Those that can run: no comments, no lines of types as far as one line shows it, and no brackets by themselves. */
function codeLines(text) {
  return text
    .split("\n")
    .flatMap((line, index) =>
      /^\s*($|\/\/|\/?\*|import |export type|readonly |[})\]]+[;,]?$)/.test(line) ? [] : [index],
    );
}

/** Indexes of the lines that any process has run, by path. */
function ranLines(reports) {
  const found = new Map();
  for (const name of existsSync(reports) ? readdirSync(reports) : []) {
    const { result } = JSON.parse(readFileSync(join(reports, name), "utf8"));
    for (const { url, functions } of result) {
      if (!url.startsWith(pathToFileURL(SOURCE).href)) continue;
      // Tests load some modules once more, under a name with something behind it.
      const path = fileURLToPath(url.replace(/[?&].*/, ""));
      const ran = found.get(path) ?? new Set();
      found.set(path, ran);
      addRan(ran, readFileSync(path, "utf8"), functions);
    }
  }
  return found;
}

/** The runtime leaves types out as blanks, so that its offsets are those of the file; inner ranges come after outer ones. */
function addRan(ran, text, functions) {
  const counts = new Uint8Array(text.length);
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges) counts.fill(Math.min(1, count), startOffset, endOffset);
  let start = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const first = start + line.search(/\S|$/);
    if (counts.subarray(first, start + line.length).includes(1)) ran.add(index);
    start += line.length + 1;
  }
}
