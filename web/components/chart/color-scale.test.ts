// The colours of numbers on a scale.
import { expect, test } from "vitest";
import { chartOptions } from "./chart-options.ts";
import { colorScale, scaledColor } from "./color-scale.ts";

const scale = (saved: object, values: readonly number[]) => colorScale(chartOptions(saved), values, false);

test("a scale goes from the least to the most, unless its ends are set, and there is none without values", () => {
  expect(scale({ colorScale: "blueRed" }, [3, -1, 2])).toMatchObject({ min: -1, max: 3 });
  expect(scale({ colorScale: "oneColor", min: 0, max: 100 }, [3])).toMatchObject({ min: 0, max: 100 });
  expect(scale({ colorScale: "blueRed", min: 5 }, [3])).toMatchObject({ min: 3, max: 5 });
  for (const saved of [{}, { colorScale: "none" }, { colorScale: "rainbow" }]) expect(scale(saved, [3])).toBeNull();
  expect(scale({ colorScale: "blueRed" }, [])).toBeNull();
});

test("a value has the colour of its place, and one beyond an end that of the end", () => {
  const colors = ["#000000", "#808080", "#ff0000"];
  const of = (value: number) => scaledColor({ min: 0, max: 100, colors }, value);
  expect([-5, 0, 25, 50, 75, 100, 200].map(of)).toEqual([
    ...["#000000", "#000000", "#404040", "#808080", "#c04040", "#ff0000", "#ff0000"],
  ]);
  expect(scaledColor({ min: 7, max: 7, colors }, 7)).toBe("#808080");
});
