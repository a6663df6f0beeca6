// `npm test`: prepares the clone, installs what the tests use from the system, and runs every test, or those that the
// arguments name as for vitest. The last line is `N passed, N failed`, with `, N skipped` where some were.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare, ROOT } from "./prepare.mjs";
import { installSystemPackages, searchPath } from "./system-packages.mjs";

const runtime = prepare();
const complaint = installSystemPackages();
if (complaint !== undefined) console.error(complaint);

const folder = mkdtempSync(join(tmpdir(), "bridgehead-tests-"));
const summaryFile = join(folder, "summary");
const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
const result = spawnSync(runtime, [vitest, "run", ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, PATH: searchPath(), TEST_SUMMARY_FILE: summaryFile },
});
// Without a summary the run itself has failed, and no test can be said to have passed.
const summary = existsSync(summaryFile) ? readFileSync(summaryFile, "utf8") : "0 passed, 1 failed";
rmSync(folder, { recursive: true, force: true });

if (complaint !== undefined) console.error(complaint);
console.log(summary);
process.exit(result.status === 0 && / 0 failed/.test(summary) ? 0 : 1);
