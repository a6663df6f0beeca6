// `npm run coverage`: runs the unit tests, or those that the arguments name, and tells which lines of `src` they have run.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { coverageReport } from "./coverage-report.mjs";
import { ROOT } from "./prepare.mjs";

const folder = mkdtempSync(join(tmpdir(), "bridgehead-coverage-"));
const { status } = spawnSync(process.execPath, [join(ROOT, "scripts/unit.mjs"), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, NODE_V8_COVERAGE: folder },
});
console.log(coverageReport(folder));
rmSync(folder, { recursive: true, force: true });
process.exit(status ?? 1);
