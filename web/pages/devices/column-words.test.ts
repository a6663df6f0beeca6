// Chosen columns as they come back from the settings of a user.
import { expect, test } from "vitest";
import { COLUMNS_MAX, keyOfWord, parseColumns } from "./column-words.ts";

test("columns that are no longer known are left out, and the name is always first", () => {
  expect(parseColumns(["telemetry:power", "name", "colour", 7, "server:site", "server:site"])).toEqual([
    "name",
    "telemetry:power",
    "server:site",
  ]);
  expect(parseColumns(["colour"])).toBeNull();
  expect(parseColumns({ columns: ["name"] })).toBeNull();
  expect(parseColumns(Array.from({ length: 50 }, (_, index) => `server:k${String(index)}`))).toHaveLength(COLUMNS_MAX);
});

test("a key may have colons and line ends of its own", () => {
  expect(keyOfWord("telemetry:plc:a\nb")).toEqual({ type: "TIME_SERIES", key: "plc:a\nb" });
  expect(keyOfWord("telemetry:")).toBeUndefined();
});
