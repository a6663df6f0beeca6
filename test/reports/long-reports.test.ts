// Reports of many rows leave turns to others while they are made.
import { expect, test } from "vitest";
import { GOLDEN_DEVICES, T0 } from "./golden/golden-data.ts";
import type { ReferenceDevice } from "./reference/reference-input.ts";
import { longestTurn } from "../support/longest-turn.ts";
import { reportWorld } from "../support/memory-report-world.ts";

const MINUTE = 60_000;
const DEVICES = 400;
const BUCKETS = 600;
/** Of the processor time of the whole, so that a slow machine is judged as a fast one is; once it was an eighth. */
const TURN_SHARE_MAX = 1 / 10;

function manyDevices(): readonly ReferenceDevice[] {
  const [template] = GOLDEN_DEVICES;
  if (template === undefined) throw new Error("the golden data have no devices");
  return Array.from({ length: DEVICES }, (_none, index) => ({
    ...template,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    name: `device ${String(index)}`,
    samples: new Map([["v", [{ ts: T0 + (index % BUCKETS) * MINUTE, value: index }]]]),
  }));
}

test("AN §7: a quarter of a million rows of filled gaps and formulas keep nobody waiting", async () => {
  const world = reportWorld(manyDevices(), T0 + BUCKETS * MINUTE);
  const view = {
    timeRange: { type: "absolute", startTs: T0, endTs: T0 + BUCKETS * MINUTE, timezone: "UTC" },
    fields: [
      { id: "n", label: "Device", source: { type: "entity", field: "name" } },
      { id: "m", label: "Minute", source: { type: "timeBucket", bucket: "minute" } },
      { id: "v", label: "Value", source: { type: "telemetry", key: "v" }, aggregation: { fn: "max" } },
      { id: "f", label: "Formula", source: { type: "expression", expr: "coalesce(v, 0) * 2 + previous(v)" } },
    ],
    gaps: { buckets: "all", value: "previous" },
    limit: { rows: 100_000 },
  };

  // Garbage may be collected in any turn; a turn that is long by itself is so every time.
  const shares: number[] = [];
  for (let times = 0; times < 3; times++) {
    const { result, longestTurnMillis, totalMillis } = await longestTurn(() => world.run(view));
    expect(result.rows).toHaveLength(100_000);
    expect(result.meta.truncated).toEqual({ reason: "rows", limit: 100_000 });
    shares.push(longestTurnMillis / totalMillis);
  }
  expect(Math.min(...shares)).toBeLessThan(TURN_SHARE_MAX);
});
