// Which tests there are, and which share a process. A part of them is run by its folder: `npm test test/conformance`.
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { settings } from "./src/app/config.ts";
import { Forks } from "./test/support/forks.ts";
import { LongestFirst } from "./test/support/longest-first.ts";
import { SummaryReporter } from "./test/support/summary-reporter.ts";

// Tests begin from the defaults, whatever the shell that runs them has set.
for (const setting of Object.values(settings)) Reflect.deleteProperty(process.env, setting.environment);

/** What measures memory or ends processes, and what is long: a process for each file. */
const APART = [
  "test/contracts/**/*.test.ts",
  "test/cluster/**/*.test.ts",
  "test/reports/**/*.test.ts",
  "test/fuzz/**/*.test.ts",
  "test/safety/**/*.test.ts",
];
/** The others share some processes, and what those have loaded: no module has state of its own, so that files do not notice. */
const TOGETHER = [
  "src/**/*.test.ts",
  "tools/**/*.test.ts",
  "bench/**/*.test.ts",
  "test/support/**/*.test.ts",
  "test/repository/**/*.test.ts",
  "test/conformance/**/*.test.ts",
  "test/e2e/**/*.test.ts",
];

/** Tests of processes and browsers that take any platform. */
const OF_ANY_PLATFORM = [
  "demo-views",
  "documentation-page",
  "example-gateway",
  "load-generator",
  "migrate",
  "simulator",
];

/**
 * Those conformance tests that every run repeats against three nodes of a cluster: what nodes remember, what they write at the same time,
 * and who may connect. `npm run conformance` repeats all, and the tests of browsers.
 */
const ON_NODES =
  process.env["CONFORMANCE"] === "nodes"
    ? [
        "test/conformance/**/*.test.ts",
        "test/e2e/web/*.test.ts",
        ...OF_ANY_PLATFORM.map((name) => `test/e2e/${name}.test.ts`),
      ]
    : ["rest-devices", "rest-races", "mqtt-credentials"].map((name) => `test/conformance/${name}.test.ts`);

/** Named by each project: what they extend is another instance of this file. */
const forks = new Forks();

export default defineConfig({
  test: {
    // The tests wait for threads, processes and browsers too; with one worker for each core, cores would idle. With more than these, two
    // cores have no more to do, and single tests take too long.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    // The sources run here as they run in the platform: loaded by Node itself, nothing in between.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // What hangs ends here; what is slow on a busy machine does not.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A file whose memory outlives it shows: the processes that run many files have a bound.
    logHeapUsage: true,
    // What is waited for comes later on a busy machine.
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          pool: forks,
          include: TOGETHER,
          isolate: false,
          setupFiles: ["./test/support/property-seed.ts", "./test/support/compile-cache.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "apart",
          pool: forks,
          include: APART,
          isolate: true,
          setupFiles: "./test/support/compile-cache.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "nodes",
          pool: forks,
          include: ON_NODES,
          isolate: false,
          env: { TEST_NODES: "3" },
          globalSetup: "./test/support/node-engines.ts",
          setupFiles: [
            "./test/support/property-seed.ts",
            "./test/support/compile-cache.ts",
            "./test/support/leave-out.ts",
          ],
        },
      },
      // The web interface is written for a bundler.
      {
        extends: true,
        test: {
          name: "web",
          pool: forks,
          include: ["web/**/*.test.ts"],
          isolate: false,
          setupFiles: "./web/words/for-tests.ts",
          experimental: { viteModuleRunner: true },
        },
      },
    ],
    reporters: ["default", new SummaryReporter(forks.deaths)],
  },
});
