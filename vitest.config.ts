// The suites, each a project that can be run alone: `--project conformance`.
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { settings } from "./src/app/config.ts";

// Tests begin from the defaults, whatever the shell that runs them has set.
for (const setting of Object.values(settings)) Reflect.deleteProperty(process.env, setting.environment);

const SUITES = {
  unit: [
    "src/**/*.test.ts",
    "tools/**/*.test.ts",
    "bench/**/*.test.ts",
    "web/**/*.test.ts",
    "test/support/**/*.test.ts",
  ],
  repository: ["test/repository/**/*.test.ts"],
  contracts: ["test/contracts/**/*.test.ts", "test/reports/**/*.test.ts"],
  conformance: ["test/conformance/**/*.test.ts"],
  fuzz: ["test/fuzz/**/*.test.ts"],
  e2e: ["test/e2e/**/*.test.ts"],
  safety: ["test/safety/**/*.test.ts"],
};

/** What measures memory or ends processes has a process for each file; the others share some, and what those have loaded. */
const SUITES_BY_THEMSELVES = ["contracts", "fuzz", "safety"];

export default defineConfig({
  test: {
    pool: "forks",
    // The tests wait for disks, processes and browsers too; with one worker for each core, cores would idle.
    maxWorkers: availableParallelism() + 1,
    // What hangs ends here; what is slow on a busy machine does not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes later on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: Object.entries(SUITES).map(([name, include]) => ({
      extends: true,
      // No module has state of its own, so that files do not notice what ran before them.
      test: { name, include, isolate: SUITES_BY_THEMSELVES.includes(name) },
    })),
    reporters: ["default", "./test/support/summary-reporter.ts"],
  },
});
