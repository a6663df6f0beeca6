// A column that is called something else, or goes, takes its references along.
import { expect, test } from "vitest";
import { freshId, kindOf, newColumn, profilesOfView, withFieldId, withoutField, withSource } from "./fields.ts";
import type { FieldDraft, ViewDraft } from "./view-draft.ts";

const VIEW: ViewDraft = {
  fields: [
    { id: "kwh", label: "Energy", source: { type: "telemetry", key: "kwh" } },
    { id: "ratio", label: "Ratio", source: { type: "expression", expr: "kwh / range.days + kwh2 + length('kwh')" } },
    { id: "row", label: "Row", source: { type: "expression", stage: "row", expr: "kwh * 2" } },
  ],
  sort: [{ field: "kwh", direction: "desc" }, { field: "ratio" }],
  filters: [
    { name: "least", target: { field: "kwh" } },
    { name: "device", target: { type: "entity", field: "kwh" } },
  ],
  limit: { rows: 10, top: { n: 3, by: "kwh", per: ["kwh"] } },
  compare: { to: "previousDay", fields: ["kwh"] },
  visualization: { type: "bar", x: "ratio", y: ["kwh"], series: "kwh" },
};

test("orders, filters, rankings, comparisons, pictures and formulas over columns follow a new name", () => {
  const named = withFieldId(VIEW, 0, "energy");

  expect(named.sort).toEqual([{ field: "energy", direction: "desc" }, { field: "ratio" }]);
  expect(named.filters).toMatchObject([{ target: { field: "energy" } }, { target: { field: "kwh" } }]);
  expect(named.limit).toEqual({ rows: 10, top: { n: 3, by: "energy", per: ["energy"] } });
  expect(named.compare).toMatchObject({ fields: ["energy"] });
  expect(named.visualization).toEqual({ type: "bar", x: "ratio", y: ["energy"], series: "energy" });
  expect(named.fields).toMatchObject([
    { id: "energy" },
    { source: { expr: "energy / range.days + kwh2 + length('kwh')" } },
    { source: { expr: "kwh * 2" } },
  ]);
});

test("what sorts, ranks, compares, filters or draws by a column that goes is gone too", () => {
  const left = withoutField(VIEW, 0);

  expect(left.sort).toEqual([{ field: "ratio" }]);
  expect(left.filters).toMatchObject([{ name: "device" }]);
  expect(left.limit).toEqual({ rows: 10 });
  expect(left.compare).toMatchObject({ fields: [] });
  expect(left.visualization).toEqual({ type: "bar", x: "ratio", y: [] });
});

test("a name for formulas is made of what a column is called, and taken once", () => {
  const view = { fields: [{ id: "Temperature_C" }] };

  expect(freshId("Temperature °C", view)).toBe("Temperature_C_2");
  expect(freshId("24 h", view)).toBe("field_24_h");
  expect(freshId("温度", view)).toBe("field");
});

const picked = (key: string) => ({ source: { type: "telemetry", key } as const, label: key, isNumeric: true });
const FORMATS = new Map([
  ["kwh", { unit: "kWh", decimals: 1 }],
  ["temperature", { unit: "°C", decimals: null }],
]);

test("a new column begins with the unit and the decimals that its profiles give its key", () => {
  expect(newColumn(picked("kwh"), VIEW, FORMATS)).toMatchObject({
    unit: "kWh",
    decimals: 1,
    aggregation: { fn: "avg" },
  });
  expect(newColumn(picked("temperature"), VIEW, FORMATS)).not.toHaveProperty("decimals");
  expect(newColumn(picked("speed"), VIEW, FORMATS)).not.toHaveProperty("unit");
  const attribute = { source: { type: "attribute", scope: "any", key: "kwh" } as const, label: "kwh", isNumeric: true };
  expect(newColumn(attribute, VIEW, FORMATS)).not.toHaveProperty("unit");
});

test("the unit of a key goes with its source, one's own stays", () => {
  const column = newColumn(picked("kwh"), VIEW, FORMATS);
  expect(withSource(column, picked("temperature"), FORMATS)).toMatchObject({ unit: "°C" });
  expect(withSource(column, picked("temperature"), FORMATS)).not.toHaveProperty("decimals");
  expect(withSource(column, picked("speed"), FORMATS)).not.toHaveProperty("unit");
  expect(withSource({ ...column, unit: "MWh" }, picked("temperature"), FORMATS)).toMatchObject({
    ...{ unit: "MWh", decimals: 1 },
  });
});

test("a view says by id or name of which profiles its devices are, or that they may be of any", () => {
  expect(profilesOfView({ scope: { profiles: [{ name: "meter" }, { id: "7" }] } })).toEqual(["meter", "7"]);
  expect(profilesOfView({ scope: {} })).toBeNull();
  expect(profilesOfView({})).toBeNull();
});

test("a column is of the kind that the service gives it", () => {
  const of = (source: FieldDraft["source"], more: FieldDraft = {}): string => kindOf({ source, ...more });

  expect(of({ type: "telemetry" })).toBe("measure");
  expect(of({ type: "attribute" })).toBe("dimension");
  expect(of({ type: "attribute" }, { aggregation: { fn: "sum" } })).toBe("measure");
  expect(of({ type: "timePart" })).toBe("time");
  expect(of({ type: "expression" })).toBe("measure");
  expect(of({ type: "telemetry" }, { kind: "dimension" })).toBe("dimension");
});
