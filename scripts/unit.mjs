// `npm run test:unit`: the tests that need no server process, no browser and no system package, so that they start at once.
// Further arguments go to vitest, for example a folder or `--watch`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { prepare, ROOT } from "./prepare.mjs";

const ELSEWHERE = ["test/conformance/**", "test/e2e/**"].flatMap((pattern) => ["--exclude", pattern]);
const vitest = [
  join(ROOT, "node_modules/vitest/vitest.mjs"),
  "run",
  "--project",
  "together",
  "--project",
  "web",
  ...ELSEWHERE,
];
const { status } = spawnSync(prepare(), [...vitest, ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
