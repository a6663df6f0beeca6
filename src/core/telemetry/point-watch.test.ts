import { expect, test } from "vitest";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../lib/logger.ts";
import type { EventOf } from "../bus/events.ts";
import type { SeriesNumber } from "../devices/known-device.ts";
import { newId, type CustomerId } from "../ids.ts";
import { JsonText } from "../values.ts";
import { PointBatch } from "./point-batch.ts";
import { PointWatch } from "./point-watch.ts";
import { otherOwner, type SeriesOwner } from "./series-owner.ts";
import { ValueKind } from "./telemetry.ts";

function owner(...series: readonly (readonly [string, number])[]): SeriesOwner {
  const made = otherOwner(newId<CustomerId>(), "owner");
  for (const [key, number] of series) made.series.set(key, number as SeriesNumber);
  return made;
}

function world() {
  const bus = new InProcessBus(silentLogger);
  const received: EventOf<"telemetry-stored">[] = [];
  bus.subscribe("telemetry-stored", ({ nodeId: _, ...event }) => {
    received.push(event);
  });
  return { watch: new PointWatch(bus), received };
}

function batchOf(
  ...rows: readonly (readonly [series: number, ts: number, kind: ValueKind, num: number, text?: string])[]
) {
  const batch = new PointBatch();
  for (const [series, ts, kind, num, text] of rows) {
    batch.add(series, ts, kind, num);
    if (text !== undefined) batch.addText(text);
  }
  return batch;
}

test("of a batch only the rows of watched owners are reported, with their own texts", () => {
  const { watch, received } = world();
  const [watched, other] = [owner(["a", 3], ["b", 5_000]), owner(["a", 4])];
  watch.watch(watched);
  watch.stored(
    batchOf(
      [4, 1, ValueKind.STRING, 0, "of another"],
      [3, 2, ValueKind.NUMBER, 7],
      [4, 3, ValueKind.JSON, 0, "{}"],
      [3, 4, ValueKind.STRING, 0, "ours"],
      [9_999_999, 4, ValueKind.NUMBER, 1],
      [5_000, 5, ValueKind.JSON, 0, "[1]"],
      [5_000, 6, ValueKind.INTEGER, 9e15, "9007199254740993"],
      [5_000, 7, ValueKind.BOOLEAN, 1],
    ),
  );

  expect(received).toEqual([
    {
      kind: "telemetry-stored",
      ownerId: watched.id,
      keys: ["a", "a", "b", "b", "b"],
      ts: [2, 4, 5, 6, 7],
      values: [7, "ours", new JsonText("[1]"), 9_007_199_254_740_993n, true],
    },
  ]);
  expect(watch.isWatched(other.id)).toBe(false);
});

test("a series that comes later is reported as soon as it has been noted", () => {
  const { watch, received } = world();
  const watched = owner(["a", 1]);
  watch.watch(watched);
  watched.series.set("b", 2 as SeriesNumber);
  watch.stored(batchOf([2, 1, ValueKind.NUMBER, 1]));
  expect(received).toEqual([]);
  watch.note(watched);
  watch.stored(batchOf([2, 2, ValueKind.NUMBER, 1]));

  expect(received.map(({ keys }) => keys)).toEqual([["b"]]);
});

test("nothing is reported any more once all watchers have gone", () => {
  const { watch, received } = world();
  const watched = owner(["a", 1]);
  expect(watch.isIdle).toBe(true);
  watch.watch(watched);
  watch.unwatch(watched.id);
  watch.note(watched);
  watch.stored(batchOf([1, 1, ValueKind.NUMBER, 1]));

  expect([watch.isIdle, received]).toEqual([true, []]);
});
