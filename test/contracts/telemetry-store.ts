// What every telemetry store must do, whatever it keeps points in.
import { describe, expect, test } from "vitest";
import type { SeriesNumber } from "../../src/core/devices/known-device.ts";
import { PointBatch } from "../../src/core/telemetry/point-batch.ts";
import { ValueKind, type Aggregation, type Point } from "../../src/core/telemetry/telemetry.ts";
import type { TelemetryStore } from "../../src/core/telemetry/telemetry-store.ts";
import { JsonText, type Value } from "../../src/core/values.ts";

export interface StoreUnderTest {
  readonly store: TelemetryStore;
  /** Closes the store cleanly and opens it again from what it has written. */
  reopen(): Promise<TelemetryStore>;
  /** As `reopen`, without closing it first: what a crash leaves. */
  crash(): Promise<TelemetryStore>;
  remove(): Promise<void>;
}

type Row = readonly [series: number, ts: number, value: Value];

export function batchOf(rows: readonly Row[]): PointBatch {
  const batch = new PointBatch();
  for (const [series, ts, value] of rows) {
    const number = series as SeriesNumber;
    if (typeof value === "number") batch.add(number, ts, ValueKind.NUMBER, value);
    else if (typeof value === "boolean") batch.add(number, ts, ValueKind.BOOLEAN, value ? 1 : 0);
    else if (typeof value === "bigint") {
      batch.add(number, ts, ValueKind.INTEGER, Number(value));
      batch.addText(value.toString());
    } else {
      batch.add(number, ts, value instanceof JsonText ? ValueKind.JSON : ValueKind.STRING, 0);
      batch.addText(value instanceof JsonText ? value.text : value);
    }
  }
  return batch;
}

export function telemetryStoreContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`telemetry store: ${name}`, () => {
    const withStore = (rule: string, body: (context: StoreUnderTest) => Promise<void>): void => {
      test(rule, async () => {
        const context = await open();
        try {
          await body(context);
        } finally {
          await context.remove();
        }
      });
    };

    withStore("every kind of value reads back as it was written", async ({ store }) => {
      const values: Value[] = [
        21.5,
        -0.25,
        9007199254740993n,
        true,
        false,
        "",
        "007",
        "ümlaut 🚀",
        "\ufeffa mark of byte order",
        "\ufeff",
        new JsonText('{"b":1,"a":[2]}'),
      ];
      await store.write(batchOf(values.map((value, index) => [1, index, value])));
      expect((await all(store, 1)).map((point) => point.value)).toEqual(values);
    });

    withStore(
      "series with points are distinguished from those without, whatever their latest point is",
      async ({ store }) => {
        const series = (number: number): SeriesNumber => number as SeriesNumber;
        await store.write(batchOf([1, 1, 2, 3].map((number, ts) => [number, ts, ts])));
        await store.delete([series(2)], { window: undefined, deleteLatest: true, rewriteLatest: false });
        const window = { startTs: 1, endTs: 2 };
        await store.delete([series(1)], { window, deleteLatest: true, rewriteLatest: false });
        expect((await store.withPoints([1, 2, 3, 4].map(series))).toSorted()).toEqual([1, 3]);
        expect(await store.withPoints([])).toEqual([]);
      },
    );

    withStore("a window includes its start and excludes its end; order and limit hold", async ({ store }) => {
      await store.write(batchOf([10, 20, 30, 40].map((ts) => [1, ts, ts])));
      const query = { startTs: 10, endTs: 40, limit: 2 };
      expect(times(await store.range(series(1), { ...query, order: "DESC" }))).toEqual([30, 20]);
      expect(times(await store.range(series(1), { ...query, order: "ASC" }))).toEqual([10, 20]);
    });

    withStore(
      "a point with the series and ts of another replaces it, across batches and within one",
      async ({ store }) => {
        await store.write(
          batchOf([
            [1, 10, 1],
            [1, 20, 2],
            [2, 10, 7],
          ]),
        );
        await store.write(
          batchOf([
            [1, 10, 3],
            [1, 30, 4],
            [1, 30, 5],
            [1, 10, "last"],
            [2, 5, 6],
          ]),
        );
        expect(await all(store, 1)).toEqual([
          { ts: 10, value: "last" },
          { ts: 20, value: 2 },
          { ts: 30, value: 5 },
        ]);
        expect(await all(store, 2)).toEqual([
          { ts: 5, value: 6 },
          { ts: 10, value: 7 },
        ]);
      },
    );

    for (const how of ["reopen", "crash"] as const)
      withStore(
        `late and repeated points replace theirs whenever those were stored, also before a ${how}`,
        async (context) => {
          const expected = new Map<number, number>();
          let { store } = context;
          // Fresh points, some that are late by a long time, and both once more: in the same batch, soon after, and much later.
          const rounds = 60;
          for (let round = 0; round < rounds; round++) {
            if (round === rounds / 2) store = await context[how]();
            const fresh = 1_000_000 + 10 * round;
            const earlier = (by: number) => (round >= by ? [fresh - 10 * by, 10 * (round - by) + 5] : []);
            const times = [
              fresh,
              fresh + 1,
              10 * round,
              10 * round + 5,
              fresh,
              ...earlier(1),
              ...earlier(7),
              ...earlier(40),
            ];
            await store.write(batchOf(times.map((ts, index) => [1, ts, 100 * round + index])));
            times.forEach((ts, index) => expected.set(ts, 100 * round + index));
          }
          expect(await all(store, 1)).toEqual(
            [...expected].sort(([one], [other]) => one - other).map(([ts, value]) => ({ ts, value })),
          );
        },
      );

    withStore(
      "latest is the greatest ts, ties to the newest arrival, and a late point does not replace it",
      async ({ store }) => {
        await store.write(
          batchOf([
            [1, 20, 1],
            [1, 10, 2],
            [2, 5, "text"],
            [2, 6, true],
          ]),
        );
        await store.write(
          batchOf([
            [1, 20, 3],
            [1, 15, 4],
          ]),
        );
        expect(await store.latest([1, 2, 3].map(series))).toEqual([
          { ts: 20, value: 3 },
          { ts: 6, value: true },
          undefined,
        ]);
      },
    );

    withStore("batches larger than a chunk keep every row, texts included", async ({ store }) => {
      const rows: Row[] = Array.from({ length: 5_000 }, (_, index) => [
        index % 7,
        index,
        index % 3 === 0 ? `t${String(index)}` : index,
      ]);
      await store.write(batchOf(rows));
      for (let number = 0; number < 7; number++) {
        const expected = rows.filter(([of]) => of === number).map(([, ts, value]) => ({ ts, value }));
        expect(await all(store, number)).toEqual(expected);
      }
    });

    for (const how of ["reopen", "crash"] as const)
      withStore(`points and latest values survive a ${how}`, async (context) => {
        await context.store.write(
          batchOf([
            [1, 20, 1],
            [2, 20, "a"],
            [1, 30, 2],
          ]),
        );
        await context.store.write(
          batchOf([
            [1, 25, 9],
            [2, 20, "b"],
          ]),
        );
        const store = await context[how]();
        expect(await store.latest([1, 2].map(series))).toEqual([
          { ts: 30, value: 2 },
          { ts: 20, value: "b" },
        ]);
        expect(await all(store, 1)).toEqual([
          { ts: 20, value: 1 },
          { ts: 25, value: 9 },
          { ts: 30, value: 2 },
        ]);
        // What is known of the newest ts survived too: this must replace, not double.
        await store.write(batchOf([[1, 30, 3]]));
        expect((await all(store, 1)).at(-1)).toEqual({ ts: 30, value: 3 });
      });

    withStore("aggregates per bucket: empty buckets are absent, a word only counts", async ({ store }) => {
      await store.write(
        batchOf([
          [1, 0, 1],
          [1, 5, 2.5],
          [1, 9, "x"],
          [1, 25, 4],
          [1, 26, true],
        ]),
      );
      const aggregate = (aggregation: Aggregation) =>
        store.aggregate(series(1), { aggregation, bounds: [0, 10, 20, 30] });
      expect(await aggregate("COUNT")).toEqual([
        { index: 0, value: 3 },
        { index: 2, value: 2 },
      ]);
      expect(await aggregate("SUM")).toEqual([
        { index: 0, value: 3.5 },
        { index: 2, value: 4 },
      ]);
      expect(await aggregate("AVG")).toEqual([
        { index: 0, value: 1.75 },
        { index: 2, value: 4 },
      ]);
      expect(await aggregate("MIN")).toEqual([
        { index: 0, value: 1 },
        { index: 2, value: 4 },
      ]);
      expect(await aggregate("MAX")).toEqual([
        { index: 0, value: 2.5 },
        { index: 2, value: 4 },
      ]);
    });

    withStore("sums of integers are exact; strings compare where a bucket has no number", async ({ store }) => {
      await store.write(
        batchOf([
          [1, 0, 9007199254740993n],
          [1, 1, 1],
          [2, 0, "b"],
          [2, 1, "a"],
        ]),
      );
      const bounds = [0, 10];
      expect(await store.aggregate(series(1), { aggregation: "SUM", bounds })).toEqual([
        { index: 0, value: 9007199254740994n },
      ]);
      expect(await store.aggregate(series(1), { aggregation: "MAX", bounds })).toEqual([
        { index: 0, value: 9007199254740993n },
      ]);
      expect(await store.aggregate(series(2), { aggregation: "MIN", bounds })).toEqual([{ index: 0, value: "a" }]);
    });

    withStore("a text that spells a number is one in aggregates, integers of 64 bits exact", async ({ store }) => {
      await store.write(
        batchOf([
          [1, 0, "12.5"],
          [1, 1, " 7 "],
          [1, 2, 13.5],
          [1, 3, "n/a"],
          [2, 0, "9007199254740993"],
          [2, 1, "002"],
          [2, 2, "true"],
          [3, 0, "9223372036854775808"],
          [3, 1, 1],
          [4, 0, "0x10"],
          [4, 1, "1,5"],
        ]),
      );
      const values = async (number: number): Promise<readonly unknown[]> => {
        const found: unknown[] = [];
        for (const aggregation of ["AVG", "SUM", "MIN", "MAX", "COUNT"] as const)
          found.push((await store.aggregate(series(number), { aggregation, bounds: [0, 10] }))[0]?.value);
        return found;
      };
      expect(await values(1)).toEqual([11, 33, 7, 13.5, 4]);
      expect(await values(2)).toEqual([4503599627370497, 9007199254740995n, 2, 9007199254740993n, 3]);
      expect(await values(3)).toEqual([2 ** 62, 2 ** 63, 1, 2 ** 63, 2]);
      expect(await values(4)).toEqual([undefined, undefined, "0x10", "1,5", 2]);
      expect((await all(store, 1)).map(({ value }) => value)).toEqual(["12.5", " 7 ", 13.5, "n/a"]);
    });

    withStore("buckets of unequal width", async ({ store }) => {
      await store.write(batchOf([0, 9, 10, 39, 40, 45].map((ts) => [1, ts, 1])));
      expect(await store.aggregate(series(1), { aggregation: "COUNT", bounds: [0, 10, 40, 45] })).toEqual([
        { index: 0, value: 2 },
        { index: 1, value: 2 },
        { index: 2, value: 1 },
      ]);
    });

    withStore("the last bucket may be the longest, or the shortest", async ({ store }) => {
      await store.write(batchOf([0, 9, 10, 39, 40, 45].map((ts) => [1, ts, 1])));
      const counts = (bounds: readonly number[]) => store.aggregate(series(1), { aggregation: "COUNT", bounds });
      expect(await counts([0, 10, 46])).toEqual([
        { index: 0, value: 2 },
        { index: 1, value: 4 },
      ]);
      expect(await counts([0, 10, 20, 46])).toEqual([
        { index: 0, value: 2 },
        { index: 1, value: 1 },
        { index: 2, value: 3 },
      ]);
      expect(await counts([0, 20, 40, 41])).toEqual([
        { index: 0, value: 3 },
        { index: 1, value: 1 },
        { index: 2, value: 1 },
      ]);
    });

    withStore(
      "deleting a window drops a latest value inside it, or rewrites it from what is before",
      async ({ store }) => {
        await store.write(batchOf([1, 2, 3].flatMap((number) => [10, 20, 30].map((ts): Row => [number, ts, ts]))));
        const window = { startTs: 30, endTs: 40 };
        await store.delete([series(1)], { window, deleteLatest: true, rewriteLatest: true });
        await store.delete([series(2)], { window, deleteLatest: true, rewriteLatest: false });
        await store.delete([series(3)], { window, deleteLatest: false, rewriteLatest: false });
        expect(await store.latest([1, 2, 3].map(series))).toEqual([
          { ts: 20, value: 20 },
          undefined,
          { ts: 30, value: 30 },
        ]);
        expect(times(await all(store, 3))).toEqual([10, 20]);
      },
    );

    withStore("what a deletion did to latest values survives a crash", async (context) => {
      await context.store.write(
        batchOf([
          [1, 10, 1],
          [1, 20, 2],
          [2, 10, 1],
          [2, 20, 2],
        ]),
      );
      await context.store.delete([series(1)], {
        window: { startTs: 20, endTs: 21 },
        deleteLatest: true,
        rewriteLatest: false,
      });
      await context.store.delete([series(2)], { window: undefined, deleteLatest: true, rewriteLatest: false });
      const store = await context.crash();
      expect(await store.latest([1, 2].map(series))).toEqual([undefined, undefined]);
      expect(times(await all(store, 1))).toEqual([10]);
      expect(await all(store, 2)).toEqual([]);
    });

    withStore("the ends of the calendar are ordinary times", async ({ store }) => {
      const rows: Row[] = [
        [1, -8.64e15, 1],
        [1, -1, 2],
        [1, 0, 3],
        [1, 8.64e15, 4],
      ];
      await store.write(batchOf(rows));
      expect(await all(store, 1)).toEqual(rows.map(([, ts, value]) => ({ ts, value })));
    });
  });
}

function series(number: number): SeriesNumber {
  return number as SeriesNumber;
}

function times(points: readonly Point[]): number[] {
  return points.map((point) => point.ts);
}

async function all(store: TelemetryStore, number: number): Promise<readonly Point[]> {
  return await store.range(series(number), { startTs: -9e15, endTs: 9e15, limit: 100_000, order: "ASC" });
}
