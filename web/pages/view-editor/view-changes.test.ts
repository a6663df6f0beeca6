// What a save of a view has changed is said by its columns, its filters and the parts of the editor.
import { expect, test } from "vitest";
import { viewChanges } from "./view-changes.ts";
import type { ViewDraft } from "./view-draft.ts";

const VIEW: ViewDraft = {
  name: "Meters",
  fields: [
    { id: "device", label: "Device", source: { type: "entity", field: "name" } },
    { id: "kwh", label: "Energy", unit: "kWh", source: { type: "telemetry", key: "kwh" } },
  ],
  filters: [{ name: "building", label: "", target: { type: "attribute", key: "building" } }],
  timeRange: { type: "preset", preset: "last7Days" },
};
const [DEVICE, ENERGY] = VIEW.fields ?? [];

test("columns and filters by name", () => {
  const power = { id: "power", label: "Power", source: { type: "telemetry", key: "power" } } as const;
  const fields = [{ ...ENERGY, unit: "MWh" }, power];
  expect(viewChanges(VIEW, { ...VIEW, fields, filters: [] })).toEqual([
    "Column added: “Power”",
    "Column removed: “Device”",
    "Column changed: “Energy”",
    "Filter removed: “building”",
  ]);
});

test("columns in another order", () => {
  const fields = [ENERGY ?? {}, DEVICE ?? {}];
  expect(viewChanges(VIEW, { ...VIEW, fields })).toEqual(["Columns in another order"]);
});

test("all else by the part of the editor where it is, and the name as it was", () => {
  const changed: ViewDraft = {
    ...VIEW,
    ...{ name: "Consumption", description: "All", limit: { rows: 10 }, visualization: { type: "bar" } },
    timeRange: { type: "preset", preset: "today" },
  };
  expect(viewChanges(VIEW, changed)).toEqual([
    "Changed: Time, Rows, Chart, About",
    "Name: “Consumption” instead of “Meters”",
  ]);
  expect(viewChanges(VIEW, { ...VIEW })).toEqual([]);
});
