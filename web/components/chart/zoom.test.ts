// The part of an axis that a further drawing of the same keeps.
import { expect, test } from "vitest";
import { isZoomed, keepingZoom, wholeOf } from "./zoom.ts";

const OPTION = {
  dataZoom: [
    { type: "inside", start: 0, end: 100 },
    { type: "slider", start: 0, end: 100 },
  ],
};

test("an end that was moved stays at its value, and the other one goes on with the axis", () => {
  const late = { start: 40, end: 100, startValue: 4, endValue: 10 };
  const kept = { startValue: 4, end: 100 };
  expect(keepingZoom(OPTION, late)["dataZoom"]).toEqual([
    { type: "inside", ...kept },
    { type: "slider", ...kept },
  ]);
  const early = { start: 0, end: 40, startValue: 0, endValue: 4 };
  const keptEarly = { start: 0, endValue: 4 };
  expect(keepingZoom(OPTION, early)["dataZoom"]).toEqual([
    { type: "inside", ...keptEarly },
    { type: "slider", ...keptEarly },
  ]);
});

test("what the axis has gone past is not kept, nor anything where all is shown", () => {
  const zoom = { start: 40, end: 60, startValue: 4, endValue: 6 };
  const partly = { ...OPTION, xAxis: { type: "time", min: 5 } };
  expect(keepingZoom(partly, zoom)).not.toBe(partly);
  for (const option of [{ ...OPTION, xAxis: [{ type: "time", min: 6 }] }, { xAxis: { type: "category" } }])
    expect(keepingZoom(option, zoom)).toBe(option);
  expect(keepingZoom(OPTION, null)).toBe(OPTION);
});

test("a chart is zoomed if it shows another part than it began with, which need not be all", () => {
  const zoom = { start: 0, end: 40, startValue: 0, endValue: 4 };
  expect(wholeOf(OPTION)).toEqual({ start: 0, end: 100 });
  expect(isZoomed(wholeOf(OPTION), zoom)).toBe(true);
  expect(isZoomed(wholeOf(OPTION), { ...zoom, end: 100 })).toBe(false);
  const partly = wholeOf({ dataZoom: [{ type: "inside", start: 0, end: 40 }] });
  expect(isZoomed(partly, zoom)).toBe(false);
  const fixed = wholeOf({ series: [] });
  expect(fixed).toBe(null);
  expect(isZoomed(fixed, zoom)).toBe(false);
});
