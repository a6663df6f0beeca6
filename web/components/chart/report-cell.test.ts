// Cells as text: a figure says on which side of a threshold it is, as its colour does.
import { expect, test } from "vitest";
import { cellStyles, colorOf } from "./cell-style.ts";
import { cellText, headingOf, shortLabel, shortText } from "./report-cell.ts";

const STYLE = cellStyles([
  {
    id: "v",
    colors: [
      { from: 2, to: 3, color: "orange" },
      { from: 3, color: "red" },
      { to: 0, color: "blue" },
    ],
  },
]).get("v");
const column = (decimals: number | null, decimalsMin = 0) => ({
  ...{ type: "number" as const, decimals, decimalsMin, style: STYLE },
});

test.each([
  [2.97, 1, "2.97"],
  [2.9996, 1, "2.9996"],
  [1.96, 0, "1.96"],
  [-0.04, 1, "-0.04"],
  [3.04, 1, "3.0"],
  [3, 1, "3.0"],
  [2.44, 1, "2.4"],
  [12_345.67, 1, "12,345.7"],
])("%d with %d decimals is %s, so that it is not taken across a threshold by rounding", (value, decimals, text) => {
  expect(cellText(value, column(decimals))).toBe(text);
  expect(colorOf(STYLE, Number(text.replace(",", "")))).toBe(colorOf(STYLE, value));
});

test("without chosen decimals it has the usual ones, and those that its colour needs", () => {
  expect([2.99997, 3.00001, 2.123456].map((value) => shortText(value, column(null)))).toEqual([
    "2.99997",
    "3",
    "2.123",
  ]);
  expect([2.99997, 3.00001].map((value) => shortText(value, column(null, 2)))).toEqual(["2.99997", "3.00"]);
  expect([2.9999999, 2.99997].map((value) => cellText(value, column(null)))).toEqual(["2.9999999", "2.99997"]);
});

test("a figure whose column has no colours is rounded as chosen", () => {
  expect(cellText(2.97, { type: "number", decimals: 1 })).toBe("3.0");
});

test.each([
  ["Energy", "Wh", "Energy"],
  ["Energy Wh", "Wh", "Energy"],
  ["Energy, Wh", "Wh", "Energy"],
  ["Energy in Wh", "Wh", "Energy"],
  ["Energy (Wh)", "Wh", "Energy"],
  ["energyWh", "Wh", "energy"],
  ["energy_Wh", "Wh", "energy"],
  ["Humidity %", "%", "Humidity"],
  ["flow m³/h", "m³/h", "flow"],
  // In another unit, or not at its end.
  ["energyKWh", "Wh", "energyKWh"],
  ["energy_wh", "Wh", "energy_wh"],
  ["Wh of the meter", "Wh", "Wh of the meter"],
  // A part of the name, or all of it.
  ["phaseA", "A", "phaseA"],
  ["Phase A", "A", "Phase A"],
  ["Good parts", "parts", "Good parts"],
  ["crowbar", "bar", "crowbar"],
  ["Wh", "Wh", "Wh"],
  ["Energy", "", "Energy"],
])("%s beside its unit %s is called %s", (label, unit, short) => {
  expect(shortLabel({ label, unit })).toBe(short);
});

test("a heading has its unit once", () => {
  const headings = [
    { label: "Energy", unit: "Wh" },
    { label: "energyWh", unit: "Wh" },
    { label: "Energy (Wh)", unit: "Wh" },
    { label: "Energy (change, %)", unit: "%" },
    { label: "Mode", unit: "" },
  ];
  expect(headings.map(headingOf)).toEqual(["Energy, Wh", "energy, Wh", "Energy (Wh)", "Energy (change, %)", "Mode"]);
});
