// A chart in its address.
import { expect, test } from "vitest";
import { changeFor, choiceIn, keysText, type ChartChoice } from "./chart-address.ts";

const CHOICE: ChartChoice = {
  keys: ["temperature", "a,b\\c"],
  others: ["0198a1c0-0000-7000-8000-000000000040"],
  range: { preset: "7d", window: { startTs: 1_767_225_600_000, endTs: 1_767_229_200_000 } },
  aggregation: "max",
  interval: 60_000,
  axes: "own",
  thresholds: [
    {
      key: "a,b\\c",
      colors: [
        { from: -2.5, to: 3, color: "orange" },
        { from: 3, to: null, color: "red" },
      ],
    },
    { key: "x:y", colors: [{ from: null, to: 1e21, color: "blue" }] },
  ],
  isTable: true,
};

test("a chart is the same after it has been an address", () => {
  expect(choiceIn(changeFor(CHOICE))).toEqual(CHOICE);
});

test("what goes without saying is not in the address", () => {
  const plain = choiceIn({});
  expect(Object.values(changeFor(plain)).every((value) => value === undefined)).toBe(true);
  expect(plain).toMatchObject({ keys: [], range: { preset: "1h", window: null }, aggregation: "auto" });
});

test("what makes no sense in an address is left out", () => {
  expect(
    choiceIn({ devices: "x,../y", start: 5, end: 3, agg: "median", interval: 7, range: "decade", keys: ",,a,a" }),
  ).toEqual({ ...choiceIn({}), keys: ["a"] });
  const thresholds = "5::red,::red:a,x::red:a,5::pink:a,5::red:";
  expect(choiceIn({ thresholds })).toEqual(choiceIn({}));
});

test("a link of an earlier version shows the range that it names", () => {
  const shown = ["hour", "6h", "day", "week", "month", "year"].map((range) => choiceIn({ range }).range.preset);
  expect(shown).toEqual(["1h", "6h", "24h", "7d", "30d", "365d"]);
});

test("a name that holds commas is one name", () => {
  expect(choiceIn({ keys: keysText(["x,y", "z"]) }).keys).toEqual(["x,y", "z"]);
});
