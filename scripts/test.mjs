// `npm test`: prepares the clone, installs what the tests use from the system, and runs every test, or those that the
// arguments name as for vitest. The last line is `N passed, N failed`, with `, N skipped` where some were.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fetchEngines } from "./engines.mjs";
import { prepare, ROOT, RUNTIME_ENVIRONMENT } from "./prepare.mjs";
import { installSystemPackages, searchPath } from "./system-packages.mjs";
import { prepareWeb } from "./web.mjs";

/** A file system in memory, as Linux has it. */
const MEMORY_FOLDER = "/dev/shm";
/** Several times what the data folders of all tests that run at a time hold, and the browsers. */
const MEMORY_FREE_MIN = 2 * 2 ** 30;

const runtime = prepare();
prepareWeb(runtime);
const complaint = installSystemPackages() ?? fetchEngines();
if (complaint !== undefined) console.error(complaint);

const folder = mkdtempSync(join(scratchParent(), "bridgehead-tests-"));
let summary = runTests(process.argv.slice(2));
if (summary.died.length > 0) {
  const died = summary.died.map((file) => relative(ROOT, file));
  console.error(`The runtime aborted the process of ${died.join(", ")}, which now gets a second run.`);
  const again = runTests(died);
  summary = {
    passed: summary.passed + again.passed,
    failed: summary.failed + again.failed + again.died.length,
    skipped: summary.skipped + again.skipped,
  };
}
rmSync(folder, { recursive: true, force: true });

if (complaint !== undefined) console.error(complaint);
const { passed, failed, skipped } = summary;
console.log(`${passed} passed, ${failed} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`);
process.exit(failed === 0 ? 0 : 1);

/**
 * Where tests have their data folders: in memory where there is room, as otherwise they wait for the disk. That the platform
 * waits for it before it acknowledges is seen by its system calls.
 */
function scratchParent() {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize >= MEMORY_FREE_MIN ? MEMORY_FOLDER : tmpdir();
}

/** Runs vitest with these arguments and gives what the summary reporter counted. */
function runTests(args) {
  const summaryFile = join(folder, "summary.json");
  rmSync(summaryFile, { force: true });
  const scratch = join(folder, "scratch");
  mkdirSync(scratch, { recursive: true });
  const { status } = spawnSync(runtime, [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", ...args], {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...process.env,
      ...RUNTIME_ENVIRONMENT,
      PATH: searchPath(),
      TMPDIR: scratch,
      TEST_SUMMARY_FILE: summaryFile,
    },
  });
  // Without a summary the run itself has failed, and no test can be said to have passed.
  if (!existsSync(summaryFile)) return { passed: 0, failed: 1, skipped: 0, died: [] };
  const counted = JSON.parse(readFileSync(summaryFile, "utf8"));
  const isFailureUnexplained = status !== 0 && counted.failed === 0 && counted.died.length === 0;
  return isFailureUnexplained ? { ...counted, failed: 1 } : counted;
}
