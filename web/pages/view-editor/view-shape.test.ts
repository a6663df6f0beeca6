// A draft has values of the kinds of a view, whatever they say.
import { expect, test } from "vitest";
import { misfitOf } from "./view-shape.ts";

test.each([
  ["anything unknown", { other: [1, { fields: 5 }] }],
  [
    "choices and names that there are not",
    { fields: [{ id: "", kind: "none", source: { type: "none", of: "none" } }] },
  ],
  ["members of another alternative", { timeRange: { type: "preset", startTs: 1, from: "now" } }],
  ["null where it stands for nothing", { compare: null, filters: [{ values: [null, 1, "a", true] }] }],
  ["names that people chose", { fields: [{ source: { inputs: { __proto__: {}, constructor: { key: "k" } } } }] }],
])("a draft may have %s", (_what, json) => {
  expect(misfitOf(json)).toBeNull();
});

test.each([
  ["text", "A view has to be an object: { … }."],
  [{ fields: {} }, "/fields has to be a list: [ … ]."],
  [{ fields: [null] }, "/fields/0 has to be an object: { … }."],
  [{ fields: [{ source: { key: 5 } }] }, "/fields/0/source/key has to be a text."],
  [{ limit: { top: { n: "5" } } }, "/limit/top/n has to be a number."],
  [{ grouping: { keepEmptyGroups: "yes" } }, "/grouping/keepEmptyGroups has to be true or false."],
])("%j is none", (json, problem) => {
  expect(misfitOf(json)).toBe(problem);
});
