// `npm run check`: types, lint, format and what the repository demands of itself, as many at a time as there are processors.
// Runs every step to its end, then tells which failed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { coverageReport } from "./coverage-report.mjs";
import { prepare, ROOT, RUNTIME_ENVIRONMENT } from "./prepare.mjs";

/** Most of what the formatter makes dies young; with the usual young generation much of its time is garbage collection. */
const FLAGS = ["--max-semi-space-size=64"];
/** The same for the compiler, and the linter that is made of it: programs of their own. */
const ENVIRONMENT = { ...process.env, GOGC: "400" };
const tool = (path) => join(ROOT, "node_modules", path);
/** In one thread, as others run beside it. */
const types = (project) => [tool("typescript-native/bin/tsc"), "--noEmit", "--singleThreaded", "-p", project];
/** Of the parts without a database or a network; the rest is in the report of `npm run coverage`, which takes several times as long. */
const COVERED = ["src/app", "src/core", "src/lib", "src/transport"];
/** Of them, what starts the engines of a cluster. */
const NOT_COVERED = ["keeper-child", "files-away"].flatMap((name) => ["--exclude", `src/app/cluster/${name}.test.ts`]);
const vitest = (...args) => [tool("vitest/vitest.mjs"), "run", "--maxWorkers=1", ...args];
const coverageFolder = mkdtempSync(join(tmpdir(), "bridgehead-coverage-"));

/** The longest first: one that began last would keep one processor for itself. */
const STEPS = [
  {
    name: "coverage",
    args: vitest("--project", "together", "--reporter=dot", ...NOT_COVERED, ...COVERED),
    environment: { ...RUNTIME_ENVIRONMENT, NODE_V8_COVERAGE: coverageFolder },
  },
  { name: "lint", args: [tool("oxlint/bin/oxlint"), "--deny-warnings"] },
  { name: "format", args: [tool("prettier/bin/prettier.cjs"), "--check", "--cache", "."] },
  { name: "types", args: types(".") },
  { name: "types of the web interface", args: types("web") },
  { name: "types of the documentation page", args: types("src/transport/rest/documentation/page") },
  // In a thread: a process of its own would be one more than there are processors.
  { name: "repository", args: vitest("--pool=threads", "test/repository") },
];

const runtime = prepare();
const waiting = STEPS.values();
const outcomes = [];
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
console.log(coverageReport(coverageFolder, COVERED));
rmSync(coverageFolder, { recursive: true, force: true });
const failed = outcomes.filter(({ succeeded }) => !succeeded).map(({ name }) => name);
if (failed.length > 0) {
  console.error(`\ncheck failed: ${failed.join(", ")}`);
  process.exit(1);
}
console.log("\ncheck passed");

/** One step after the other, of which as many go on at a time as there are processors. */
async function runWaiting() {
  for (const step of waiting) outcomes.push(await run(step));
}

/** What a step has to say comes as a whole when it has ended, since the others speak at the same time. */
async function run({ name, args, environment = {} }) {
  const startedAt = performance.now();
  const child = spawn(runtime, [...FLAGS, ...args], {
    cwd: ROOT,
    env: { ...ENVIRONMENT, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
  const [code] = await once(child, "close");
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`\n== ${name}: ${code === 0 ? "passed" : "failed"} after ${seconds} s`);
  process.stdout.write(Buffer.concat(output));
  return { name, succeeded: code === 0 };
}
