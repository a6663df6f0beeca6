// Values on an image: where they stand, and how they are written.
import { expect, test } from "vitest";
import type { Report } from "../../components/chart/report-cell.ts";
import { withDecimals, withShown } from "../../components/chart/steady-decimals.ts";
import { panelOptions } from "./panel-options.ts";
import { withPanelStyle } from "./panel-picture.ts";
import { placed, PLACES_MAX, planMarks } from "./plan-marks.ts";

const column = (id: string, label: string, role: "dimension" | "measure") => ({
  ...{ id, field: id, label, unit: "", role, decimals: null, type: role === "measure" ? "number" : "text" },
});
const report = (keys: readonly string[], rows: readonly (readonly unknown[])[]): Report =>
  ({
    columns: [
      column("device", "device", "dimension"),
      column("name", "name", "dimension"),
      ...keys.map((key, place) => column(`k${place}`, key, "measure")),
    ],
    rows,
    filled: [],
    totals: [],
    meta: {},
  }) as unknown as Report;

const marksOf = (result: Report, saved: object) => {
  const options = panelOptions({ ...saved });
  return planMarks(result, withPanelStyle(result, options), options.places);
};

test("a value stands where it was placed, with its name, unit, decimals and colour; others wait at the top", () => {
  const byKey = [
    { key: "temp", name: "Temperature", unit: "°C", decimals: 1, thresholds: [{ from: 20, color: "red" }] },
    { key: "bar", unit: "bar" },
  ];
  const marks = marksOf(report(["temp", "bar"], [["d1", "Boiler", 20.26, 1.5]]), {
    byKey,
    places: [{ device: "d1", key: "temp", x: 0.25, y: 0.5 }],
  });

  expect(marks).toEqual([
    { device: "d1", key: "temp", name: "Temperature", text: "20.3", unit: "°C", color: "red", x: 0.25, y: 0.5 },
    { device: "d1", key: "bar", name: "bar", text: "1.5", unit: "bar", color: null, x: 1 / 3, y: 0 },
  ]);
});

test("a value has the decimals that its colour needs, beyond those that were chosen", () => {
  const found = report(
    ["temp"],
    [
      ["d1", "Boiler", 2.97],
      ["d2", "Pump", 3.04],
    ],
  );
  const marks = marksOf(found, { decimals: 1, thresholds: [{ from: 3, color: "red" }] });

  expect(marks.map(({ text, color }) => [text, color])).toEqual([
    ["2.97", null],
    ["3.0", "red"],
  ]);
});

test("values of a key have the same decimals", () => {
  const found = report(
    ["temp"],
    [
      ["d1", "Boiler", 21],
      ["d2", "Pump", 21.43],
    ],
  );
  const marks = marksOf(withDecimals(found, withShown(new Map(), found)), {});

  expect(marks.map(({ text }) => text)).toEqual(["21.00", "21.43"]);
});

test("of several devices each value has the name of its device, and a place of its own", () => {
  const marks = marksOf(
    report(
      ["temp"],
      [
        ["d1", "Boiler", 1],
        ["d2", "Pump", null],
      ],
    ),
    {
      places: [{ device: "d2", key: "temp", x: 1, y: 1 }],
    },
  );

  expect(marks.map(({ name, text, x, y }) => [name, text, x, y])).toEqual([
    ["Boiler", "1", 0, 0],
    ["Pump", "–", 1, 1],
  ]);
});

test("a value that is moved beyond the image stays at its border, and has one place", () => {
  const first = placed([], { device: "d1", key: "temp", x: -0.2, y: 0.33333 });
  expect(first).toEqual([{ device: "d1", key: "temp", x: 0, y: 0.333 }]);
  expect(placed(first, { device: "d1", key: "temp", x: 0.5, y: 1.2 })).toEqual([
    { device: "d1", key: "temp", x: 0.5, y: 1 },
  ]);
  const full = Array.from({ length: PLACES_MAX }, (_, place) => ({ device: `d${place}`, key: "temp", x: 0, y: 0 }));
  expect(placed(full, { device: "new", key: "temp", x: 0, y: 0 })).toHaveLength(PLACES_MAX);
});
