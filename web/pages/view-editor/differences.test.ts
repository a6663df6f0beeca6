// Differences between two views are listed by place, up to a bound.
import { expect, test } from "vitest";
import { differencesOf } from "./differences.ts";

test("a member that changed, one that came and one that went", () => {
  const before = { name: "A", fields: [{ id: "a" }, { id: "b" }], limit: { rows: 1 } };
  const after = { name: "B", fields: [{ id: "a" }], limit: { rows: 1 }, folder: "F" };

  expect(differencesOf(before, after, 10)).toEqual([
    { pointer: "/name", before: '"A"', after: '"B"' },
    { pointer: "/fields/1", before: '{"id":"b"}', after: null },
    { pointer: "/folder", before: null, after: '"F"' },
  ]);
  expect(differencesOf(before, after, 1)).toHaveLength(1);
});
