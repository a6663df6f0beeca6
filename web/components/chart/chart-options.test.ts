// Settings of charts, which may hold anything.
import { expect, test } from "vitest";
import { chartOptions } from "./chart-options.ts";

test("what is set is read", () => {
  const options = chartOptions({
    ...{ min: 0, max: 50, axisName: "Heat", scale: "logarithmic", stacking: "share", legend: "none", row: "last" },
    colors: [{ name: "__proto__", color: "red" }],
  });
  expect(options).toMatchObject({ min: 0, max: 50, axisName: "Heat", isLogarithmic: true, stacking: "share" });
  expect(options).toMatchObject({ isLegendShown: false, row: "last" });
  expect(options.colors.get("__proto__")).toBe("red");
});

test("the colour of true and false is found, in whatever language its author named them", () => {
  const { colors } = chartOptions({
    colors: [
      { name: "ja", color: "green" },
      { name: "nein", color: "red" },
    ],
  });
  expect([colors.get("yes"), colors.get("no"), colors.get("ja")]).toEqual(["green", "red", "green"]);
});

test.each([
  [undefined],
  [[]],
  [
    {
      min: "1",
      max: Infinity,
      axisName: " ",
      scale: 1,
      stacking: "no",
      legend: 0,
      colorScale: "rainbow",
      row: "middle",
      colors: [7, {}],
    },
  ],
  [{ colors: [{ name: "a", color: "url(x)" }] }],
  [{ min: 5, max: 5 }],
])("%j sets nothing", (saved) => {
  expect(chartOptions(saved)).toEqual({
    ...{ min: null, max: null, axisName: null, isLogarithmic: false, stacking: null, isLegendShown: true, row: null },
    ...{ colorScale: null, colors: new Map() },
  });
});
