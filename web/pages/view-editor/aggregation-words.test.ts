// The editor offers exactly the functions and parameters that the service takes.
import { expect, test } from "vitest";
import { AGGREGATE_RULES } from "../../../src/core/analytics/view/aggregate-rules.ts";
import { AGGREGATE_FUNCTIONS } from "../../../src/core/analytics/view/field-schema.ts";
import { AGGREGATIONS } from "./aggregation-words.ts";

test("every function of the service is offered once", () => {
  expect(AGGREGATIONS.map(({ fn }) => fn).sort()).toEqual([...AGGREGATE_FUNCTIONS].sort());
});

test.each(AGGREGATE_FUNCTIONS)("%s takes the same parameters and combines devices in the same ways", (fn) => {
  const rule = AGGREGATE_RULES[fn];
  const words = AGGREGATIONS.find((known) => known.fn === fn);

  expect([...(words?.parameters ?? [])].sort()).toEqual([...rule.parameters].sort());
  expect([...(words?.combines ?? [])].sort()).toEqual([...rule.combines].sort());
  expect([words?.onDimensions, words?.combine]).toEqual([rule.onDimensions, rule.combine]);
});
