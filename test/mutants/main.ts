// `npm run mutants`: plants the faults of the list, one at a time, in a copy of the repository, runs the tests that should find
// them, and says which did. Fails where fewer than nine of ten are found in src/core or in src/app. Words on the command line
// choose the faults whose file or notice has one of them.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import type { Fault } from "./fault.ts";
import { occurrences } from "./fault.ts";
import { FAULTS } from "./faults.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOUND_SHARE_MIN = 0.9;
const PARTS = ["src/core/", "src/app/"];
/** What no test needs, and what is large. */
const LEFT_OUT = new Set([".git", "node_modules", "data", "docs/images", "web/dist"]);
/** What takes longer hangs because of its fault, and is found. */
const RUN_SECONDS_MAX = 180;
const ALL_SECONDS_MAX = 1_800;
/** Exit codes of `timeout`: the second where it had to kill. */
const TIMED_OUT: ReadonlySet<number | null> = new Set([124, 137]);

/** Of the tests that should find a fault. */
type Outcome = "passes" | "fails" | "hangs";
const SHOWN: Readonly<Record<Outcome, string>> = { passes: "SURVIVED", fails: "found   ", hangs: "hangs   " };

const words = process.argv.slice(2);
const chosen = FAULTS.filter(
  ({ file, notice }) => words.length === 0 || words.some((word) => file.includes(word) || notice.includes(word)),
);

const copy = mkdtempSync(join(tmpdir(), "bridgehead-mutants-"));
process.on("exit", () => {
  rmSync(copy, { recursive: true, force: true });
});
cpSync(ROOT, copy, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(ROOT, path).split(sep).join("/")) });
symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));

const tests = [...new Set(chosen.flatMap((fault) => fault.tests))];
const failing = passes(tests, ALL_SECONDS_MAX) ? [] : tests.filter((test) => !passes([test]));
if (failing.length > 0) {
  print("these fail without any fault:", ...failing);
  process.exit(2);
}
const survivors: Fault[] = [];
for (const [index, fault] of chosen.entries()) {
  const outcome = runWith(fault);
  if (outcome === "passes") survivors.push(fault);
  print(`${String(index + 1)}/${String(chosen.length)} ${SHOWN[outcome]} ${fault.file}: ${fault.notice}`);
}
const shares = PARTS.map((part) => shareFound(part));
for (const { part, found, planted } of shares) print(`${part} ${String(found)} of ${String(planted)} found`);
process.exit(shares.every(({ found, planted }) => found >= planted * FOUND_SHARE_MIN) ? 0 : 1);

function shareFound(part: string): { readonly part: string; readonly found: number; readonly planted: number } {
  const inPart = ({ file }: Fault): boolean => file.startsWith(part);
  const planted = chosen.filter(inPart).length;
  return { part, found: planted - survivors.filter(inPart).length, planted };
}

function runWith({ file, text, planted, tests: finding }: Fault): Outcome {
  const path = join(copy, file);
  const source = readFileSync(path, "utf8");
  if (occurrences(source, text) !== 1) throw new Error(`${file} does not have "${text}" once`);
  writeFileSync(
    path,
    source.replace(text, () => planted),
  );
  try {
    return run(finding);
  } finally {
    writeFileSync(path, source);
  }
}

function passes(files: readonly string[], secondsMax?: number): boolean {
  return run(files, secondsMax) === "passes";
}

function run(files: readonly string[], secondsMax = RUN_SECONDS_MAX): Outcome {
  const vitest = [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--bail=1", "--reporter=dot", ...files];
  // This ends the processes of the tests as well: one in an endless loop would go on.
  const limit = ["--kill-after=5", String(secondsMax)];
  const { status } = spawnSync("timeout", [...limit, process.execPath, ...vitest], { cwd: copy, stdio: "ignore" });
  if (status === 0) return "passes";
  return TIMED_OUT.has(status) ? "hangs" : "fails";
}

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
