import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { batchOf } from "../../../test/contracts/telemetry-store.ts";
import { telemetrySettings } from "../../../test/support/telemetry-settings.ts";
import type { SeriesNumber } from "../../core/devices/known-device.ts";
import { millis } from "../../lib/clock.ts";
import { silentLogger } from "../../lib/logger.ts";
import { DuckdbDatabase } from "./duckdb-database.ts";
import { DuckdbTelemetryStore } from "./duckdb-telemetry-store.ts";
import { countTelemetry } from "./telemetry-counts.ts";

const A = 1 as SeriesNumber;

/** A checkpoint takes a second, so the next one may not begin at once. */
class SlowDatabase extends DuckdbDatabase {
  readonly #time: ManualClock;

  constructor(options: ConstructorParameters<typeof DuckdbDatabase>[0], clock: ManualClock) {
    super(options, clock);
    this.#time = clock;
  }

  override async checkpoint(statement?: "CHECKPOINT" | "FORCE CHECKPOINT"): Promise<void> {
    await super.checkpoint(statement);
    this.#time.advance(1000);
  }
}

test("a hold counts the points that a copy has, also after a deletion that no checkpoint has stored", async () => {
  const folder = await mkdtemp(join(tmpdir(), "bridgehead-hold-"));
  const copy = `${folder}-copy`;
  const settings = telemetrySettings(join(folder, "telemetry.duckdb"));
  const clock = new ManualClock(millis(10_000));
  const database = new SlowDatabase(settings, clock);
  const store = new DuckdbTelemetryStore({ clock, log: silentLogger, database }, settings);
  await store.start();
  await store.write(batchOf([10, 20, 30, 40].map((ts) => [A, ts, ts])));
  for (const before of [15, 25]) {
    await store.retention.begin();
    await store.retention.add([A], millis(before));
    for (const slice of await store.retention.slices(100, null)) await store.retention.deleteSlice(slice);
    await store.retention.end();
  }
  const hold = await store.holdCheckpoints(60_000, () => undefined);
  await cp(folder, copy, { recursive: true });
  hold.release();
  await store.stop();
  const options = { ...settings, file: join(copy, "telemetry.duckdb"), scratchFolder: join(copy, "scratch") };
  expect((await countTelemetry(options)).points).toBe(hold.points);
  await rm(folder, { recursive: true });
  await rm(copy, { recursive: true });
});
