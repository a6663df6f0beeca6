// Short figures of the overview.
import { expect, test } from "vitest";
import { rate, short } from "./figures.ts";

test("figures in short form have the same decimals, which tell them apart from each other", () => {
  expect([9_999, 170_949, 171_000, 1_200_000].map(short)).toEqual(["9,999", "170.9K", "171.0K", "1.2M"]);
  expect([9_999.4, 12_000].map(rate)).toEqual(["9,999", "12.0K"]);
});
