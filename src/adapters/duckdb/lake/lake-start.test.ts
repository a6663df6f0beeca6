// A node that starts on a log that others have filled.
import { setImmediate, setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { useLakes } from "../../../../test/support/lake-world.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { PointBatch } from "../../../core/telemetry/point-batch.ts";

const lakes = useLakes();
const SERIES = 1 as SeriesNumber;
const PATIENCE_MILLIS = 4_000;
const FRAMES = 6;

const tail = { bytesMax: 64_000_000, patienceMillis: PATIENCE_MILLIS, lookMillis: 500 };

test("it reads the log for as long as it gets on, and then knows everything", async () => {
  const world = lakes.world();
  const first = await world.node();
  world.log.holdBack();
  for (let ts = 1; ts <= FRAMES; ts++) {
    const batch = new PointBatch();
    batch.add(SERIES, ts, 0, ts);
    await first.write(batch);
  }
  const starting = world.node({ tail });
  for (let frame = 0; frame < FRAMES; frame++) {
    await pause(PATIENCE_MILLIS / 3);
    await expect(Promise.race([starting.then(() => "started"), setImmediate("not yet")])).resolves.toBe("not yet");
    world.log.showNext();
  }
  const second = await starting;
  expect(await second.latest([SERIES])).toEqual([{ ts: FRAMES, value: FRAMES }]);
  for (const node of [first, second]) await node.stop();
});

test("where it does not get on, it does not start", async () => {
  const world = lakes.world();
  const first = await world.node();
  world.log.holdBack();
  const batch = new PointBatch();
  batch.add(SERIES, 1, 0, 1);
  await first.write(batch);
  await expect(world.node({ tail: { ...tail, patienceMillis: 300 } })).rejects.toThrow("1 frames behind the log");
  await first.stop();
});
