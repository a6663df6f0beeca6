// Read values and those that have arrived since, together.
import { expect, test } from "vitest";
import { spansOf } from "../../../components/chart/state-spans.ts";
import { NO_FORMAT } from "../../../components/chart/key-format.ts";
import { isEmptyFrom, newestTsOf, numbersWith, statesWith, valueAt, type ShownSeries } from "./shown-series.ts";

const point = (ts: number, value: number) => ({ ts, value });
const read = (intervalMillis: number, ...numbers: { ts: number; value: number }[]) => ({
  numbers: new Map([["t", numbers]]),
  intervalMillis,
});

test("values that arrive are added once, also late ones; what is no number is not", () => {
  const arrived = [
    { ts: 40, text: "4" },
    { ts: 25, text: "2.5" },
    { ts: 10, text: "1" },
    { ts: 50, text: "off" },
    { ts: 60, text: "0x10" },
    { ts: 70, text: " 07 " },
    { ts: 80, text: " " },
  ];
  expect(numbersWith(read(0, point(10, 1), point(30, 3)), "t", arrived, false)).toEqual([
    point(10, 1),
    point(25, 2.5),
    point(30, 3),
    point(40, 4),
    point(70, 7),
  ]);
});

const series = (parts: Partial<ShownSeries>): ShownSeries => ({
  ...{ id: "d t", deviceId: "d", key: "t", name: "t", styleIndex: 0, kind: "numbers", numbers: [], states: [] },
  ...{ format: NO_FORMAT, intervalMillis: 0, ...parts },
});

test("the newest value of all is the last of any series, at the end of its interval", () => {
  const averages = series({ numbers: [point(50, 1)], intervalMillis: 20 });
  const states = series({ kind: "states", states: [{ ts: 55, text: "on" }] });
  expect(newestTsOf([averages, states, series({})])).toBe(60);
  expect(newestTsOf([series({})])).toBeNull();
});

test("behind averages only newer values are added, to sums none", () => {
  const arrived = [
    { ts: 20, text: "2" },
    { ts: 40, text: "4" },
  ];
  expect(numbersWith(read(10, point(30, 3)), "t", arrived, false)).toEqual([point(30, 3), point(40, 4)]);
  expect(numbersWith(read(10, point(30, 3)), "t", arrived, true)).toEqual([point(30, 3)]);
});

test("a state holds until the next one, reaches into the window, and repetitions are one span", () => {
  const states = statesWith({ states: new Map([["m", [{ ts: 5, text: "on" }]]]) }, "m", [
    { ts: 20, text: "on" },
    { ts: 30, text: "off" },
  ]);
  expect(spansOf(states, 10, 50)).toEqual([
    { startTs: 10, endTs: 30, text: "on" },
    { startTs: 30, endTs: 50, text: "off" },
  ]);
});

test("under the pointer is the nearest number, and the state that holds", () => {
  const series: ShownSeries = {
    id: "x",
    deviceId: "d",
    key: "t",
    name: "t",
    styleIndex: 0,
    kind: "numbers",
    format: NO_FORMAT,
    numbers: [point(10, 1), point(20, 2)],
    states: [
      { ts: 10, text: "on" },
      { ts: 20, text: "off" },
    ],
    intervalMillis: 0,
  };
  expect([null, 0, 14, 16, 99].map((ts) => valueAt(series, ts))).toEqual([
    point(20, 2),
    point(10, 1),
    point(10, 1),
    point(20, 2),
    point(20, 2),
  ]);
  expect(valueAt({ ...series, kind: "states" }, 19)).toEqual({ ts: 10, text: "on" });
  expect(valueAt({ ...series, kind: "states" }, 0)).toBeUndefined();
});

test("a range is empty although the live connection begins with a value of before; a state of before lasts", () => {
  const before = series({ numbers: [{ ts: 40, value: 1 }] });
  expect(isEmptyFrom([before, series({})], 50)).toBe(true);
  expect(isEmptyFrom([before, series({ numbers: [{ ts: 50, value: 1 }] })], 50)).toBe(false);
  // The middle of an interval that reaches into the range.
  expect(isEmptyFrom([series({ numbers: [{ ts: 45, value: 1 }], intervalMillis: 20 })], 50)).toBe(false);
  expect(isEmptyFrom([series({ kind: "states", states: [{ ts: 40, text: "on" }] })], 50)).toBe(false);
});
