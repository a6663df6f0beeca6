import { expect, test } from "vitest";
import { batchOf } from "../../../../test/contracts/telemetry-store.ts";
import { useLakes } from "../../../../test/support/lake-world.ts";

const lakes = useLakes();

test("a node takes the next batch some milliseconds after it has begun with the one before", async () => {
  const store = await lakes.world().node();
  for (let batches = 0; batches < 3; batches++) {
    const began = performance.now();
    await store.write(batchOf([[1, batches, 1]]));
    await store.ready();
    // Timers have whole milliseconds, and may be early by one.
    expect(performance.now() - began).toBeGreaterThan(18);
  }
  await store.stop();
});
