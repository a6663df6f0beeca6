// Units of pictures: one for all values that are saved in one, by the largest of them.
import { expect, test } from "vitest";
import { axes } from "./axes-option.ts";
import { cellStyles } from "./cell-style.ts";
import { drawingOf, drawingOfFigures, type Drawing } from "./drawing.ts";
import { LOOK } from "./example-report.ts";
import { gaugesOf } from "./gauge-scale.ts";
import { inReadableUnits, largestByUnit, stepsFor, withShortLabels } from "./readable-units.ts";
import { shortText, type ReportColumn, type ReportData } from "./report-cell.ts";
import { scatter } from "./scatter-option.ts";
import { chosenColor } from "./series-style.ts";
import { slices } from "./slices-option.ts";

const NAME: ReportColumn = {
  ...{ id: "name", label: "Meter", type: "text" as const, unit: "" },
  ...{ role: "dimension", decimals: null },
};
const measure = (id: string, unit: string, more: Partial<ReportColumn> = {}): ReportColumn => ({
  ...{ id, label: id, type: "number", unit, role: "measure", decimals: null },
  ...more,
});
const drawn = (visualization: object, { columns }: ReportData): Drawing => {
  const drawing = drawingOf({ ...visualization }, columns);
  if (drawing === null) throw new Error("no drawing");
  return drawing;
};
const readable = (report: ReportData, visualization: object) => {
  const drawing = drawn(visualization, report);
  return inReadableUnits(report, drawing, stepsFor(largestByUnit(report, drawing)));
};
const oneColumn = (column: ReportColumn, ...values: readonly unknown[]): ReportData => ({
  columns: [NAME, column],
  rows: values.map((value, place) => [`m${place}`, value]),
});
const figures = (column: ReportColumn, ...values: readonly unknown[]) => {
  const { report } = readable(oneColumn(column, ...values), { type: "card", y: [column.id] });
  const shown = report.columns[1] ?? column;
  return [...report.rows.map((row) => shortText(row[1], shown)), shown.unit];
};

test("values are in the unit that suits the largest of them, all of them in one", () => {
  expect(figures(measure("e", "Wh"), 25_000, 800)).toEqual(["25", "0.8", "kWh"]);
  expect(figures(measure("e", "kWh"), 12_000)).toEqual(["12", "MWh"]);
  expect(figures(measure("p", "W"), 3_500_000_000, null)).toEqual(["3,500", "–", "MW"]);
  expect(figures(measure("q", "kvarh"), -20_000)).toEqual(["-20", "Mvarh"]);
  expect(figures(measure("i", "mA"), 12_500)).toEqual(["12.5", "A"]);
  expect(figures(measure("e", "Wh"), "25000", "off")).toEqual(["25", "off", "kWh"]);
});

test("values below ten thousand stay as they are, and so do units without such prefixes", () => {
  const report = oneColumn(measure("e", "Wh"), 9_999, 3);
  expect(readable(report, { type: "card", y: ["e"] }).report).toBe(report);
  for (const unit of ["", "%", "°C", "l", "kWh/m²", "wh", "TWh"])
    expect(figures(measure("e", unit), 25_000)).toEqual(["25,000", unit]);
});

test("a unit that has grown is kept while one of it is reached, so that it does not change with each value", () => {
  const drawing = drawn({ type: "card", y: ["e"] }, oneColumn(measure("e", "W")));
  const stepAfter = (before: ReadonlyMap<string, number>, value: number) =>
    stepsFor(largestByUnit(oneColumn(measure("e", "W"), value), drawing), before);
  const grown = stepAfter(new Map(), 10_100);
  expect(grown).toEqual(new Map([["W", 1]]));
  expect(stepAfter(grown, 9_900)).toBe(grown);
  expect(stepAfter(grown, 1_000)).toBe(grown);
  expect(stepAfter(grown, 990)).toEqual(new Map());
  expect(stepAfter(new Map(), 9_900)).toEqual(new Map());
  expect(stepAfter(grown, 20_000_000)).toEqual(new Map([["W", 2]]));
});

test("decimals that were chosen for the other unit are a bound", () => {
  expect(figures(measure("e", "kWh", { decimals: 1 }), 12_000, 12_345.6, 15.3479)).toEqual([
    ...["12", "12.35", "0.0153"],
    "MWh",
  ]);
});

test("an axis has one unit, in its figures, its name, the legend and what is said of a value", () => {
  const columns = [NAME, measure("used", "Wh", { label: "Used" }), measure("made", "Wh", { label: "Made" })];
  const { report, drawing } = readable(
    { columns, rows: [["m0", 25_000, 500]] },
    { type: "bar", x: "name", y: ["used", "made"], options: { max: 40_000 } },
  );
  const { option, legend } = axes(report, drawing, LOOK);
  const { yAxis, series, tooltip } = option as unknown as {
    readonly yAxis: readonly unknown[];
    readonly series: readonly unknown[];
    readonly tooltip: { readonly formatter: (hovered: unknown) => string };
  };
  expect(yAxis).toMatchObject([{ name: "kWh", max: 40 }]);
  expect(series).toMatchObject([{ data: [[0, 25]] }, { data: [[0, 0.5]] }]);
  expect(legend.map(({ name }) => name)).toEqual(["Used, kWh", "Made, kWh"]);
  expect(tooltip.formatter([{ seriesId: "0", value: [0, 25] }])).toBe("m0\nUsed, kWh: 25 kWh");
});

test("values of one kind that are saved in several units share an axis where those become one", () => {
  const columns = [NAME, measure("used", "Wh"), measure("made", "kWh")];
  const { report, drawing } = readable(
    { columns, rows: [["m0", 25_000, 500]] },
    { type: "bar", x: "name", y: ["used", "made"] },
  );
  expect((axes(report, drawing, LOOK).option as { readonly yAxis: unknown }).yAxis).toMatchObject([{ name: "kWh" }]);
});

test("of what is stacked or sliced, the sum decides", () => {
  const report = oneColumn(measure("e", "Wh"), 6_000, 6_000);
  expect(readable(report, { type: "bar", x: "name", y: ["e"] }).report).toBe(report);
  const pie = readable(report, { type: "pie", x: "name", y: ["e"] });
  expect(slices(pie.report, pie.drawing, LOOK)).toMatchObject({ caption: "e: 12 kWh in total" });
  const sameTime = { columns: report.columns, rows: [...report.rows, ["m0", 6_000]] };
  const stacked = readable(sameTime, { type: "stackedBar", x: "name", y: ["e"] });
  expect(stacked.report.columns[1]?.unit).toBe("kWh");
});

test("the scale of a gauge and its colours go with its unit, and a bound is reached by the same values as before", () => {
  const style = cellStyles([{ id: "p", colors: [{ from: 24_999.9, color: "red" }] }]).get("p");
  const column = measure("p", "W", { style });
  const { report, drawing } = readable(oneColumn(column, 24_999.9, 24_999.8), { type: "gauge", y: ["p"] });
  expect(gaugesOf(report, drawing).figures).toMatchObject([
    { unit: "kW", color: "red", scale: { min: 0, max: 25 }, bands: [{ min: 24.9999, max: 25, color: "red" }] },
    { unit: "kW", color: null },
  ]);
  const limited = readable(oneColumn(measure("p", "W"), 300), { type: "gauge", y: ["p"], options: { max: 50_000 } });
  expect(gaugesOf(limited.report, limited.drawing).figures).toMatchObject([
    { text: "0.3", unit: "kW", scale: { min: 0, max: 50 } },
  ]);
});

test("ends that are set for gauges of several units leave all of them as they are", () => {
  const columns = [NAME, measure("p", "W"), measure("t", "°C")];
  const report = { columns, rows: [["m0", 25_000, 20]] };
  const gauges = { type: "gauge", y: ["p", "t"] };
  expect(readable(report, { ...gauges, options: { max: 30_000 } }).report).toBe(report);
  expect(readable(report, gauges).report.columns.map(({ unit }) => unit)).toEqual(["", "kW", "°C"]);
});

test("a unit that is part of a name is not contradicted, and what is called by a name is no amount", () => {
  const named = measure("e", "Wh", { label: "Energy in Wh" });
  expect(figures(named, 25_000)).toEqual(["25,000", "Wh"]);
  const report = oneColumn(measure("e", "Wh"), 25_000);
  expect(readable(report, { type: "bar", x: "name", y: ["e"], options: { axisName: "Energy (Wh)" } }).report).toBe(
    report,
  );
  const style = { prefix: "", labels: ["off", "on"], firstLabelled: 0, colors: [] };
  expect(figures(measure("s", "W", { style }), 25_000)).toEqual(["25,000", "W"]);
});

test("a pivot table and a table keep the unit of the column", () => {
  const report = oneColumn(measure("e", "Wh"), 25_000);
  expect(readable(report, { type: "pivotTable", columns: ["name"], values: ["e"] }).report).toBe(report);
});

test("all measures of a report that are written as figures have readable units, with those that they are compared with", () => {
  const before = measure("e.value", "Wh", { label: "e (previous day)", role: "comparison" });
  const report = { columns: [NAME, measure("e", "Wh"), before, measure("p", "W")], rows: [["m0", 5_000, 25_000, 800]] };
  const drawing = drawingOfFigures(report.columns);
  const shown = inReadableUnits(report, drawing, stepsFor(largestByUnit(report, drawing))).report;
  expect(shown.columns.map(({ unit }) => unit)).toEqual(["", "kWh", "kWh", "W"]);
  expect(shown.rows).toEqual([["m0", 5, 25, 800]]);
});

test("a name does not repeat the unit beside it, so that the unit can change; nor does that of a former period", () => {
  const shortLabels = (...columns: readonly ReportColumn[]) => {
    const report = { columns: [NAME, ...columns], rows: [] };
    return withShortLabels(report, drawingOfFigures(report.columns)).columns.map(({ label }) => label);
  };
  const energy = measure("e", "Wh", { label: "energyWh" });
  const before = measure("e.value", "Wh", { label: "energyWh (previous day)", role: "comparison" });
  expect(shortLabels(energy, before)).toEqual(["Meter", "energy", "energy (previous day)"]);
  const made = measure("m", "kWh", { label: "energy kWh" });
  expect(shortLabels(energy, made)).toEqual(["Meter", "energyWh", "energy kWh"]);
  expect(shortLabels(energy, { ...energy, id: "other" })).toEqual(["Meter", "energy", "energy"]);
  const report = oneColumn(measure("e", "Wh"), 1);
  expect(withShortLabels(report, drawingOfFigures(report.columns))).toBe(report);
});

test("the colour that was chosen for a measure is found by its name as the view has it, as the picture does, and as the legend does", () => {
  const columns = [NAME, measure("used", "Wh", { label: "Energy (Wh)" }), measure("made", "Wh", { label: "Made" })];
  const report = { columns, rows: [["m0", 25_000, 500]] };
  const colorsOf = (type: string, name: string, y: readonly string[]) => {
    const visualization = { type, x: "name", y, options: { colors: [{ name, color: "red" }] } };
    const drawing = drawn(visualization, report);
    const named = withShortLabels(report, drawing);
    const shown = inReadableUnits(named, drawing, stepsFor(largestByUnit(named, drawing)));
    const { option } = (type === "scatter" ? scatter : axes)(shown.report, shown.drawing, LOOK);
    return (option as { readonly series: readonly { readonly color: string }[] }).series.map(({ color }) => color);
  };
  const red = chosenColor("red", false);
  for (const name of ["Energy (Wh)", "Energy", "Energy, kWh"]) {
    expect(colorsOf("bar", name, ["used", "made"]), name).toEqual([red, expect.not.stringMatching(red)]);
    expect(colorsOf("scatter", name, ["used"]), name).toEqual([red]);
  }
});

test("the ends of a map's colour scale go with the unit of its figure", () => {
  const columns = [NAME, measure("lat", ""), measure("lon", ""), measure("p", "W")];
  const map = { type: "map", latitude: "lat", longitude: "lon", value: "p", options: { min: 0, max: 50_000 } };
  const { drawing } = readable({ columns, rows: [["m0", 51, -2, 25_000]] }, map);
  expect(drawing.options).toMatchObject({ min: 0, max: 50 });
});
