// The part of an axis that a further drawing of the same keeps.
import { expect, test } from "vitest";
import { keepingZoom } from "./zoom.ts";

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
  expect(keepingZoom(OPTION, early)["dataZoom"]).toMatchObject([{ start: 0, endValue: 4 }, { endValue: 4 }]);
});

test("a drawing that says which values it shows, or shows all, stays as it is", () => {
  const zoom = { start: 40, end: 60, startValue: 4, endValue: 6 };
  const own = { dataZoom: [{ type: "inside", startValue: 1, endValue: 2 }] };
  expect(keepingZoom(own, zoom)).toEqual(own);
  expect(keepingZoom({}, zoom)).toEqual({ dataZoom: [] });
});
