// The editor offers every function that the service takes.
import { expect, test } from "vitest";
import { AGGREGATE_FUNCTIONS } from "../../../src/core/analytics/view/field-schema.ts";
import { AGGREGATIONS } from "./aggregation-words.ts";

test("every function of the service is offered once", () => {
  expect(AGGREGATIONS.map(({ value }) => value).sort()).toEqual([...AGGREGATE_FUNCTIONS].sort());
});
