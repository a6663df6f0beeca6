// What differs between two views is told place by place, and no more of it than is asked for.
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
