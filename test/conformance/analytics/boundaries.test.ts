// What counts at the very edge of a range, of a gap, of a lookback and of the present. Source: analytics contract 3.2 to 3.6.
import { expect, test } from "vitest";
import { millis } from "../../../src/lib/clock.ts";
import { AnalyticsClient } from "../../support/analytics-client.ts";
import { saveSamples, T0 } from "../../support/analytics-tenant.ts";
import { useTestPlatform } from "../../support/conformance.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { member } from "../../support/rest-client.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** The present is in the middle of the range. */
const platform = useTestPlatform({ clock: new ManualClock(millis(T0 + 60 * MINUTE)) });
const RANGE = { type: "absolute", startTs: T0, endTs: T0 + 120 * MINUTE, timezone: "UTC" };

type Samples = Parameters<typeof saveSamples>[2];

/** The typed rows of a view over one device with these samples, times in minutes from T0. */
async function rowsOf(samples: Samples, fields: readonly object[], members: object = {}): Promise<unknown> {
  const { tenant } = platform();
  const device = await tenant.createDevice();
  await saveSamples(tenant, device.id, samples);
  const view = { name: "tried", scope: { deviceIds: [device.id] }, timeRange: RANGE, fields, ...members };
  const answer = await new AnalyticsClient(tenant.rest).call("POST", "/views/preview", { view });
  expect([answer.status, answer.text]).toMatchObject([200, expect.anything()]);
  return member(answer.body, "rows");
}

const measure = (key: string, aggregation: object) => ({
  ...{ id: "m", label: "m", kind: "measure" },
  source: { type: "telemetry", key },
  aggregation,
});

test("AN §3.6: a counter that stands still has not been reset", async () => {
  const counter: Samples = { c: [0, 10, 20].map((minute) => [minute, minute === 20 ? 15 : 10]) };
  expect(await rowsOf(counter, [measure("c", { fn: "increase" })])).toEqual([[5]]);
});

test("AN §3.6: a state lasts until now, whatever has been announced for later, and does not turn then", async () => {
  const announced: Samples = {
    on: [
      [30, false],
      [90, true],
    ],
  };
  const held = measure("on", { fn: "duration", state: "value == false" });
  expect(await rowsOf(announced, [held])).toEqual([[1_800]]);
  const turns = measure("on", { fn: "transitions" });
  expect(await rowsOf(announced, [turns])).toEqual([[0]]);
  const turning = (minute: number): Samples => ({ on: [...(announced["on"] ?? []), [minute, true]] });
  expect([await rowsOf(turning(60), [turns]), await rowsOf(turning(59), [turns])]).toEqual([[[0]], [[1]]]);
});

test("AN §3.6: a value that is held up to the next sample touches it", async () => {
  const turning: Samples = {
    on: [
      [0, false],
      [10, true],
    ],
  };
  const transitions = (maxGapMs: number) => measure("on", { fn: "transitions", maxGapMs });
  expect(await rowsOf(turning, [transitions(10 * MINUTE)])).toEqual([[1]]);
  expect(await rowsOf(turning, [transitions(10 * MINUTE - 1)])).toEqual([[0]]);
});

test("AN §3.6: lastKnown takes nothing from before the range where nothing is carried in", async () => {
  const before: Samples = { t: [[-10, 1]] };
  expect(await rowsOf(before, [measure("t", { fn: "lastKnown" })])).toEqual([[1]]);
  expect(await rowsOf(before, [measure("t", { fn: "lastKnown", carryIn: false })])).toEqual([]);
});

test("AN §3.4: a sample whose value is not held to the end of the range has a row without it", async () => {
  const old = measure("t", { fn: "lastKnown", maxGapMs: 5 * MINUTE });
  expect(await rowsOf({ t: [[0, 1]] }, [old])).toEqual([[null]]);
});

test("AN §3.4: the value of a dimension is in force as long as the lookback, and not longer", async () => {
  const mode = { id: "d", label: "d", kind: "dimension", source: { type: "telemetry", key: "mode" } };
  const count = measure("t", { fn: "count" });
  const week = (7 * DAY) / MINUTE;
  const samples: Samples = {
    mode: [[-week, "eco"]],
    t: [
      [0, 1],
      [1, 1],
    ],
  };
  expect(await rowsOf(samples, [mode, count])).toEqual([
    ["eco", 1],
    [null, 1],
  ]);
});

test("AN-20: a sample at the end of the range does not count in a formula over samples either", async () => {
  const samples: Samples = {
    t: [
      [0, 1],
      [30, 2],
    ],
  };
  const source = { type: "expression", stage: "row", expr: "x * 10", inputs: { x: { type: "telemetry", key: "t" } } };
  const sum = { id: "m", label: "m", kind: "measure", source, aggregation: { fn: "sum" } };
  const range = (minutes: number) => ({ timeRange: { ...RANGE, endTs: T0 + minutes * MINUTE } });
  expect(await rowsOf(samples, [sum], range(30))).toEqual([[10]]);
  expect(await rowsOf(samples, [sum], range(31))).toEqual([[30]]);
});

test("AN §3.6: the part of a week with which a range begins is compared with the week of its own day a year ago", async () => {
  const [sunday, before] = [Date.parse("2025-03-09T00:00:00Z"), Date.parse("2024-03-09T00:00:00Z")];
  const at = (ts: number): number => (ts - T0) / MINUTE + 60;
  const samples: Samples = {
    t: [
      [at(before), 3],
      [at(sunday), 5],
    ],
  };
  const week = { id: "w", label: "w", source: { type: "timeBucket", bucket: "week" } };
  const rows = await rowsOf(samples, [week, measure("t", { fn: "sum" })], {
    timeRange: { ...RANGE, startTs: sunday, endTs: sunday + 8 * DAY },
    compare: { to: "previousYear", fields: ["m"], show: ["value"] },
  });
  expect(rows).toEqual([[sunday - 6 * DAY, 5, 3]]);
});
