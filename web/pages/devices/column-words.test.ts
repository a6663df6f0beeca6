// Chosen columns as they come back from the settings of a user.
import { expect, test } from "vitest";
import { COLUMNS_MAX, keyOfWord, labelOfWord, parseColumns } from "./column-words.ts";

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

test("a list has its own columns, and those of other lists are unknown to it", () => {
  const own = { name: "Gateway", online: "State" };
  expect(parseColumns(["online", "profile", "telemetry:power"], own)).toEqual(["name", "online", "telemetry:power"]);
  expect(parseColumns(["online", "toString"])).toBeNull();
  expect([labelOfWord("name", own), labelOfWord("telemetry:power", own)]).toEqual(["Gateway", "power"]);
});

test("a key may have colons and line ends of its own", () => {
  expect(keyOfWord("telemetry:plc:a\nb")).toEqual({ type: "TIME_SERIES", key: "plc:a\nb" });
  expect(keyOfWord("telemetry:")).toBeUndefined();
});
