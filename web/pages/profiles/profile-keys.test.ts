// The keys of a device profile in its form.
import { expect, test } from "vitest";
import { keyRows, newKeyRow, savedKeys } from "./profile-keys.ts";

test("keys go through the form unchanged, and a new row has a number of its own", () => {
  const stored = [
    { key: "temperature", unit: "°C", decimals: 1 },
    { key: "__proto__", unit: null, decimals: 0 },
    { key: "count", unit: null, decimals: null },
  ];
  const rows = keyRows(stored);
  expect(savedKeys(rows, stored)).toEqual(stored);
  expect(keyRows([{ key: "count" }])).toEqual([{ id: 0, key: "count", unit: "", decimals: null }]);
  expect(newKeyRow(rows)).toEqual({ id: 3, key: "", unit: "", decimals: null });
  expect(newKeyRow(rows.slice(1)).id).toBe(3);
  expect(newKeyRow([]).id).toBe(0);
  expect(savedKeys([], stored)).toEqual([]);
});

test("a blank unit is none", () => {
  expect(savedKeys([{ id: 0, key: "a", unit: "  ", decimals: null }], undefined)).toEqual([
    { key: "a", unit: null, decimals: null },
  ]);
});

test("something else that is stored as the keys stays until somebody adds one", () => {
  const stored = { temperature: "°C" };
  expect(keyRows(stored)).toEqual([]);
  expect(savedKeys([], stored)).toBe(stored);
  expect(savedKeys(keyRows(["temperature"]), ["temperature"])).toEqual(["temperature"]);
  expect(savedKeys([], undefined)).toBeUndefined();
  expect(savedKeys([{ id: 0, key: "a", unit: "V", decimals: 2 }], stored)).toEqual([
    { key: "a", unit: "V", decimals: 2 },
  ]);
});
