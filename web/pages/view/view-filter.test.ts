// Filters as the platform describes them, and the inputs that fit them.
import { expect, test } from "vitest";
import { overridableFilters } from "./view-filter.ts";

const target = { type: "attribute", scope: "server", key: "building" } as const;

test.each([
  [{ operator: "in" }, "choices"],
  [{}, "choices"],
  [{ operator: "ne" }, "choice"],
  [{ operator: "eq", valueType: "boolean" }, "boolean"],
  [{ operator: "gte" }, "number"],
  [{ operator: "gte", valueType: "text" }, "choice"],
  [{ operator: "lt", valueType: "time" }, "time"],
  [{ operator: "between" }, "numbers"],
  [{ operator: "between", target: { type: "entity", field: "createdTime" } }, "times"],
  [{ operator: "contains" }, "texts"],
  [{ operator: "isMissing" }, "none"],
] as const)("a filter %j is entered as %s", (filter, input) => {
  expect(overridableFilters([{ name: "x", target, ...filter }])).toMatchObject([{ name: "x", label: "x", input }]);
});

test("a filter that has the values of its view for good is not offered", () => {
  expect(
    overridableFilters([
      { name: "a", target, overridable: false },
      { name: "b", target, values: ["x", 1] },
    ]),
  ).toEqual([{ name: "b", label: "b", operator: "in", saved: ["x", 1], isRequired: false, input: "choices" }]);
});
