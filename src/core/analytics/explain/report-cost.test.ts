import { expect, test } from "vitest";
import type { SeriesNumber } from "../../devices/known-device.ts";
import type { PlannedRead, ReportPlan } from "../report/report.ts";
import { Zones } from "../time/zones.ts";
import type { FieldId } from "../view/table-view.ts";
import { ReportCost } from "./report-cost.ts";

const going = new AbortController().signal;
const T0 = 1_767_225_600_000;
const DAY = 86_400_000;
const WINDOW = { startTs: T0, endTs: T0 + DAY };
const BOUNDS = { samplesMax: 1000, warnSamples: 100, timeoutMillis: 60_000 };

function read(series: readonly number[], fields: Partial<PlannedRead> = {}): PlannedRead {
  return {
    field: "f" as FieldId,
    kind: "samples",
    series: series as readonly SeriesNumber[],
    window: WINDOW,
    description: 'avg of "temp"',
    ...fields,
  };
}

function plan(reads: readonly PlannedRead[], fields: Partial<ReportPlan> = {}): ReportPlan {
  return {
    window: WINDOW,
    timezone: "UTC",
    now: WINDOW.endTs,
    mode: "grouped",
    devices: 2,
    series: 2,
    groups: 2,
    buckets: 24,
    rowsMost: 48,
    rowLimit: 40,
    reads,
    ...fields,
  };
}

/** Each series has so many samples. */
function costOf(samplesOfSeries: number, mostSamples?: number) {
  const asked: number[] = [];
  const estimate = (series: readonly SeriesNumber[]): Promise<number> => {
    asked.push(series.length);
    return Promise.resolve(series.length * samplesOfSeries);
  };
  return { asked, cost: new ReportCost({ estimate, mostSamples: () => mostSamples }, new Zones(), BOUNDS) };
}

test("AN §7 no. 6: explain tells devices, series, samples, rows, time, limits and the plan in words", async () => {
  const { cost } = costOf(10);
  const newest = read([3], { kind: "newest", description: 'current of "door"' });

  const explanation = await cost.explain(plan([read([1, 2]), newest]), going);

  expect(explanation).toMatchObject({
    ...{ devices: 2, series: 2, estimatedSamples: 21, estimatedRows: 40, warnings: [] },
    limits: { samples: 1000, rows: 40, timeoutMs: 60_000 },
  });
  expect(explanation.estimatedMs).toBeGreaterThan(0);
  expect(explanation.plan).toEqual([
    "Range 2026-01-01T00:00:00.000Z to 2026-01-02T00:00:00.000Z, zone UTC",
    "2 devices in scope with 2 series",
    "2 groups in 24 buckets: at most 48 rows",
    'Read avg of "temp": about 20 samples of 2 series, 2026-01-01T00:00:00.000Z to 2026-01-02T00:00:00.000Z',
    'Read current of "door": the newest value of 1 series',
    "At most 40 rows are given",
  ]);
});

test("AN §7 no. 6: a sample makes one row at most, and a report without samples one row for each group", async () => {
  const { cost } = costOf(3);

  expect((await cost.explain(plan([read([1])]), going)).estimatedRows).toBe(3);
  expect((await cost.explain(plan([]), going)).estimatedRows).toBe(40);
  expect((await cost.explain(plan([read([1]), read([1, 2])], { mode: "raw", rowsMost: 2 }), going)).estimatedRows).toBe(
    6,
  );
});

test("AN §5: more samples than allowed are refused with the figures, before anything is read; explain still tells them", async () => {
  const { cost } = costOf(501);

  await expect(cost.require(plan([read([1, 2])]), going)).rejects.toMatchObject({
    code: "REPORT_TOO_EXPENSIVE",
    message: expect.stringMatching(
      /1002 samples of 2 series \(2 devices, about 40 rows, \d+ ms\); at most 1000/,
    ) as unknown,
    details: { limit: { name: "REPORT_MAX_SAMPLES", value: 1000 } },
  });
  expect((await cost.explain(plan([read([1, 2])]), going)).estimatedSamples).toBe(1002);
  expect(await costOf(500).cost.require(plan([read([1, 2])]), going)).toHaveLength(1);
});

test("AN §7 no. 6: a large report is announced, with a bucket that would be quicker", async () => {
  const { cost } = costOf(100);

  const [warning] = await cost.require(plan([read([1, 2])]), going);

  expect(warning).toEqual({
    code: "REPORT_EXPENSIVE",
    message:
      "The report reads about 200 samples; a bucket of 3 hours, a shorter range or fewer devices make it quicker.",
    values: { samples: 200, samplesMax: null, amount: 3, bucket: "hour" },
  });
  expect(await costOf(50).cost.require(plan([read([1, 2])]), going)).toEqual([]);
  const [whole] = await cost.require(plan([read([1, 2])], { buckets: 1 }), going);
  expect(whole?.message).toBe("The report reads about 200 samples; a shorter range or fewer devices make it quicker.");
});

test("AN §7 no. 6: the check of a report asks once for each range; a series counts for each column that reads it", async () => {
  const { cost, asked } = costOf(300);
  const earlier = { startTs: 0, endTs: T0 };

  const reads = [read([1, 2]), read([2, 3]), read([4], { window: earlier }), read([5, 6], { kind: "newest" })];
  await expect(cost.require(plan(reads), going)).rejects.toMatchObject({
    message: expect.stringContaining("about 1502 samples") as unknown,
  });

  expect(asked).toEqual([3, 1]);
});

test("AN §7 no. 6: measures of the same series over the same range are estimated once and counted each", async () => {
  const { cost, asked } = costOf(10);
  const series = [1, 2] as readonly number[] as readonly SeriesNumber[];

  const { estimatedSamples } = await cost.explain(plan([read([], { series }), read([], { series })]), going);

  expect([estimatedSamples, asked]).toEqual([40, [2]]);
});

test("AN §5: a report that can only be small is not estimated; one that may be large is", async () => {
  const small = costOf(10, 50);
  expect(await small.cost.require(plan([read([1]), read([2])]), going)).toEqual([]);
  expect(small.asked).toEqual([]);

  const large = costOf(10, 60);
  expect(await large.cost.require(plan([read([1]), read([2])]), going)).toEqual([]);
  expect(large.asked).toEqual([2]);
});
