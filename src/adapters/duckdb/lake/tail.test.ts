// Nodes and keepers on one log and one lake, against a model that has everything in memory.
import { expect, test } from "vitest";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { PointBatch } from "../../../core/telemetry/point-batch.ts";
import type { DeleteQuery } from "../../../core/telemetry/telemetry.ts";
import { SeededRandom } from "../../../../test/reports/generators/seeded-random.ts";
import { useLakes } from "../../../../test/support/lake-world.ts";
import { readAll } from "../../../../test/support/point-model.ts";
import { isEveryCase, seedOf } from "../../../../test/support/seed.ts";
import type { LakeTelemetryStore } from "./lake-telemetry-store.ts";

const lakes = useLakes();

const SERIES = [1, 2, 3, 4] as const;
/** With the usual seed, of every kind. */
const STEPS = isEveryCase ? 300 : 40;

test("whatever is written, deleted, folded and restarted, each node shows what the model has", async () => {
  const seed = seedOf("PROPERTY_SEED");
  const random = new SeededRandom(seed);
  const world = lakes.world();
  const nodes = [await world.node(), await world.node()];
  const keepers = [await world.keeper({ latestPoints: 0 }), await world.keeper({ latestPoints: 60 })];
  let time = 0;
  const randomBatch = (): PointBatch => {
    const batch = new PointBatch();
    for (let rows = random.integer(1, 12); rows > 0; rows--) {
      const isText = random.chance(0.2);
      batch.add(random.pick(SERIES), random.chance(0.6) ? ++time : random.integer(0, time), isText ? 2 : 0, rows);
      if (isText) batch.addText(`text ${String(random.integer(0, 1000))}`);
    }
    return batch;
  };
  const randomDeletion = (): DeleteQuery => {
    const startTs = random.integer(0, time);
    return {
      window: random.chance(0.2) ? undefined : { startTs, endTs: random.integer(startTs + 1, time + 5) },
      deleteLatest: random.chance(0.7),
      rewriteLatest: random.chance(0.6),
    };
  };
  const showsAll = async (node: LakeTelemetryStore, step: number): Promise<void> =>
    expect(await readAll(node, SERIES), `seed ${String(seed)}, step ${String(step)}`).toEqual(world.model.all(SERIES));
  for (let step = 0; step < STEPS; step++) {
    const kind = random.next();
    if (kind < 0.45) await world.write(random.pick(nodes), randomBatch());
    else if (kind < 0.6)
      await world.delete(random.pick(nodes), random.some(SERIES, 0.4) as SeriesNumber[], randomDeletion());
    else if (kind < 0.75) await random.pick(keepers).fold();
    else if (kind < 0.77) await random.pick(keepers).merge();
    else if (kind < 0.79) {
      const at = random.integer(0, nodes.length - 1);
      await nodes[at]?.stop();
      nodes[at] = await world.node();
    } else if (kind < 0.81) {
      const at = random.integer(0, keepers.length - 1);
      await keepers[at]?.stop();
      keepers[at] = await world.keeper({ latestPoints: 40 });
    } else await showsAll(random.pick(nodes), step);
  }
  for (const node of nodes) await showsAll(node, STEPS);
  await keepers[0]?.fold();
  expect(world.log.first).toBeGreaterThan(1);
  const fresh = await world.node();
  await showsAll(fresh, STEPS);
  for (const part of [...nodes, ...keepers, fresh]) await part.stop();
});
