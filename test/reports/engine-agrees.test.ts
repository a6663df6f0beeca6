// Two computations of the same report, one from the contract alone, straight over the samples, one through the report service
// and the engine: random views over random worlds have to give the same cells. REPORTS_SEED looks at other worlds than the usual
// ones, `REPORTS_SEED=random` at new ones with every run; REPORTS_WORLDS makes it longer or shorter. The seed is printed. Source: analytics contract 3, 3.11.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedOf } from "../support/seed.ts";
import type { Report } from "../../src/core/analytics/report/report.ts";
import type { DrawnCase } from "./drawn-cases.ts";
import { CaseCounts, drawnCase } from "./drawn-cases.ts";
import type { World } from "./generators/random-world.ts";
import { randomWorld } from "./generators/random-world.ts";
import { SeededRandom } from "./generators/seeded-random.ts";
import { shrunk } from "./generators/shrink.ts";
import {
  GOLDEN_CASES,
  GOLDEN_DEVICES,
  GOLDEN_NOW,
  goldenView,
  KEEPS_SILENT,
  SILENT_VIEW,
} from "./golden/golden-data.ts";
import { parsedView } from "./reference/parsed-view.ts";
import type { ReferenceInput, ReferenceTable } from "./reference/reference-input.ts";
import { ZoneTable } from "./reference/run.ts";
import { referenceTable } from "./reference/table.ts";
import { ReportsUnderTest } from "./reports-under-test.ts";
import { storedWorld } from "./stored-world.ts";
import { differences } from "./table-differences.ts";
import { caseText } from "./case-text.ts";

const SEED = seedOf("REPORTS_SEED");
/** Each with `CASES` views; the soak looks at hundreds. */
const WORLDS = Number(process.env["REPORTS_WORLDS"] ?? 2);
const CASES = 40;
/** Of so many worlds one is looked at with its dimensions in the platform's database, too, by fewer views: each takes long. */
const STORED_SHARE = 8;
const STORED_CASES = WORLDS < STORED_SHARE ? 5 : 15;
/** There, what is looked at step by step takes several steps. */
const SLICE_SAMPLES = 7;
/** Of so many worlds one is looked at by an engine with several threads; in the others they would only wake each other. */
const PARALLEL_SHARE = 4;
const THREADS = 2;
/** Cases that are looked at side by side: each leaves the engine idle now and then. */
const AT_ONCE = 4;
/** From so many cases on, every function has been met. */
const CASES_ENOUGH = 2000;
const RUN_MILLIS = 1_800_000;
const REPORT_MILLIS = 120_000;

async function sideBySide(cases: readonly DrawnCase[], compare: (drawn: DrawnCase) => Promise<void>): Promise<void> {
  const next = cases.values();
  const inTurn = async (): Promise<void> => {
    for (const drawn of next) await compare(drawn);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, inTurn));
}

type RunReport = (input: ReferenceInput, signal: AbortSignal) => Promise<Report>;

const zones = new ZoneTable();

describe("reports and the reference agree", () => {
  let reports: ReportsUnderTest;
  let parallel: ReportsUnderTest;

  beforeAll(async () => {
    reports = await ReportsUnderTest.start({ threads: 1 });
    parallel = await ReportsUnderTest.start({ threads: THREADS });
    await parallel.write(GOLDEN_DEVICES);
  });
  afterAll(async () => {
    await reports.stop();
    await parallel.stop();
  });

  /** In words; empty where both say the same, or the view is none that could be saved. */
  async function compared(
    json: object,
    input: Omit<ReferenceInput, "view">,
    store: ReportsUnderTest,
  ): Promise<readonly string[]> {
    const view = await parsedView(json).catch(() => undefined);
    if (view === undefined) return [];
    // A smaller view may have lost a filter that the request still names.
    const names = new Set(view.filters.map(({ name }) => name));
    const filters = new Map([...(input.filters ?? [])].filter(([name]) => names.has(name)));
    const whole = { ...input, filters, view };
    return await comparedWith(referenceTable(whole, zones), whole, (given, signal) => store.run(given, signal));
  }

  async function comparedWith(
    expected: ReferenceTable,
    input: ReferenceInput,
    run: RunReport,
  ): Promise<readonly string[]> {
    try {
      return differences(expected, await run(input, AbortSignal.timeout(REPORT_MILLIS)));
    } catch (error) {
      return [`the report failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
    }
  }

  test("AN-46 to AN-55: on the golden data set", async () => {
    const input = { devices: GOLDEN_DEVICES, now: GOLDEN_NOW };
    const views = [
      ...GOLDEN_CASES.map((golden) => goldenView(golden)),
      SILENT_VIEW,
      { ...SILENT_VIEW, ...KEEPS_SILENT },
    ];
    for (const view of views) expect(await compared(view, input, parallel), JSON.stringify(view)).toEqual([]);
  });

  test(`AN §3: on random views of random worlds, REPORTS_SEED=${String(SEED)}`, { timeout: RUN_MILLIS }, async () => {
    const counts = new CaseCounts();
    for (let index = 0; index < WORLDS; index++) {
      const random = new SeededRandom(SEED + index);
      const world = randomWorld(random);
      const store = index % PARALLEL_SHARE === 0 ? parallel : reports;
      await store.write([...world.gateways, ...world.devices]);
      const cases = await drawnCases(random, world, CASES);
      for (const drawn of cases) counts.add(drawn);
      await sideBySide(cases, (drawn) => compareCase(drawn, world, store, SEED + index));
    }
    if (WORLDS * CASES < CASES_ENOUGH) return;
    expect(counts.emptyShare).toBeLessThan(0.2);
    expect(counts.silentFunctions).toEqual([]);
  });

  test(
    `AN §3.11: with dimensions out of the platform's database, in small steps, REPORTS_SEED=${String(SEED)}`,
    { timeout: RUN_MILLIS },
    async () => {
      for (let index = 0; index < Math.ceil(WORLDS / STORED_SHARE); index++) {
        const seed = SEED + index;
        const random = new SeededRandom(seed);
        const { dimensions, world, seriesOf } = await storedWorld(randomWorld(random));
        await using _closed = dimensions;
        const store = await ReportsUnderTest.start({ threads: THREADS, sliceSamples: SLICE_SAMPLES });
        try {
          await store.write(world.devices, seriesOf);
          const access = { devices: dimensions.accessible, reader: dimensions.administrator };
          await sideBySide(await drawnCases(random, world, STORED_CASES), async ({ json, input, expected }) => {
            const found = await comparedWith(expected, input, (given, signal) => store.run(given, signal, access));
            expect(found, `REPORTS_SEED=${String(seed)}\n${caseText(json, input, world)}`).toEqual([]);
          });
        } finally {
          await store.stop();
        }
      }
    },
  );

  async function drawnCases(random: SeededRandom, world: World, count: number): Promise<readonly DrawnCase[]> {
    const cases: DrawnCase[] = [];
    while (cases.length < count) cases.push(await drawnCase(random, world, zones));
    return cases;
  }

  async function compareCase(
    { json, input, expected }: DrawnCase,
    world: World,
    store: ReportsUnderTest,
    seed: number,
  ): Promise<void> {
    const first = await comparedWith(expected, input, (given, signal) => store.run(given, signal));
    if (first.length === 0) return;
    const smallest = await shrunk(json, async (smaller) => (await compared(smaller, input, store)).length > 0);
    const found = await compared(smallest, input, store);
    expect.fail(
      `REPORTS_SEED=${String(seed)}\n${(found.length > 0 ? found : first).join("\n")}\n${caseText(smallest, input, world)}`,
    );
  }
});
