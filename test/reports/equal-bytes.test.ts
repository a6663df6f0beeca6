// Equal questions over equal data have equal answers, digit by digit, however many threads add them up.
import { expect, test } from "vitest";
import type { Aggregation } from "../../src/core/analytics/view/table-view.ts";
import { useEngineWorld, type EngineWorld } from "../support/engine-world.ts";

const SAMPLES = 1_200_000;
const DEVICES = 6;
const STEP = 10_000;
const RUNS = 4;
const T0 = 1_767_225_600_000;
const END = T0 + (SAMPLES / DEVICES) * STEP;

const world = useEngineWorld({ threads: 4, sliceSamples: 400_000 });

/** Values with all digits of a double, of which each order of adding gives another last digit. */
async function storeLongValues(engine: EngineWorld): Promise<void> {
  let seed = 1;
  for (let device = 0; device < DEVICES; device++)
    await engine.store(
      `device ${String(device)}`,
      "load",
      Array.from({ length: SAMPLES / DEVICES }, (_none, index) => {
        seed = (seed * 48_271) % 2_147_483_647;
        return [T0 + index * STEP + device, (seed / 2_147_483_647 - 0.3) * 10 ** (index % 7)] as const;
      }),
    );
}

test("AN-43: sums over a million samples have the same digits whatever the threads did", async () => {
  const engine = world();
  await storeLongValues(engine);
  const groups = Object.fromEntries(
    Array.from({ length: DEVICES }, (_none, device) => [`device ${String(device)}`, device % 2]),
  );
  const aggregations: readonly Aggregation[] = [
    { fn: "sum" },
    { fn: "avg" },
    { fn: "stddev" },
    { fn: "avg", perSeries: true, combine: "sum" },
    { fn: "increase" },
    { fn: "timeWeightedAvg" },
    { fn: "integral", combine: "avg" },
  ];
  const answers = aggregations.map((): string[] => []);

  for (let run = 0; run < RUNS; run++)
    for (const [index, aggregation] of aggregations.entries()) {
      const rows = await engine.measure("load", aggregation, { startTs: T0, endTs: END, now: END, groups });
      const cells = Array.from(rows.groups, (group, row) => [group, rows.cells[row]] as const);
      answers[index]?.push(JSON.stringify(cells.sort(([one], [other]) => one - other)));
    }

  expect(answers.map((each) => new Set(each).size)).toEqual(aggregations.map(() => 1));
});
