// `npm run test:unit`: the tests that need no server process, no browser and no system package, so that they start at once.
// What the repository demands of itself is in `npm run check`.
// Further arguments go to vitest, for example a folder or `--watch`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { prepare, ROOT, RUNTIME_ENVIRONMENT } from "./prepare.mjs";

const ELSEWHERE = ["test/conformance/**", "test/e2e/**", "test/repository/**"].flatMap((pattern) => [
  "--exclude",
  pattern,
]);
const vitest = [
  join(ROOT, "node_modules/vitest/vitest.mjs"),
  "run",
  "--project",
  "together",
  "--project",
  "web",
  ...ELSEWHERE,
];
const { status } = spawnSync(prepare(), [...vitest, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, ...RUNTIME_ENVIRONMENT },
});
process.exit(status ?? 1);
