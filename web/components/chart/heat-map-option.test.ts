// Heat maps.
import { expect, test } from "vitest";
import type { Drawing } from "./drawing.ts";
import { BARS, COLUMNS, LOOK, reportOf } from "./example-report.ts";
import { chartOf } from "./report-option.ts";

test("what the colours of a heat map are stands below it", () => {
  const drawing: Drawing = { ...BARS, kind: "heatMap", x: "kind", y: ["name"], value: "kwh" };
  const columns = COLUMNS.map((one) => (one.id === "kwh" ? { ...one, label: "Energy", unit: "kWh" } : one));
  expect(chartOf({ columns, rows: [["a", "1", 2]] }, drawing, LOOK).caption).toBe("Energy, kWh");
});

test("a heat map begins at the top, says what is along it, and has its most brightest in dark", () => {
  const drawing: Drawing = { ...BARS, kind: "heatMap", x: "kind", y: ["name"], value: "kwh" };
  const optionOf = (isDark: boolean) =>
    chartOf(reportOf([["a", "1", 2]]), drawing, { ...LOOK, isDark }).option as unknown as {
      readonly xAxis: object;
      readonly yAxis: object;
      readonly visualMap: { readonly inRange: { readonly color: readonly string[] } };
    };
  const { xAxis, yAxis } = optionOf(true);
  expect([xAxis, yAxis]).toMatchObject([{ name: "kind" }, { inverse: true }]);
  const isBrightLast = (isDark: boolean): boolean => {
    const [least = "", , most = ""] = optionOf(isDark).visualMap.inRange.color;
    return Number.parseInt(most.slice(1), 16) > Number.parseInt(least.slice(1), 16);
  };
  expect([isBrightLast(true), isBrightLast(false)]).toEqual([true, false]);
});
