// Ranges that somebody looks at, as they are saved.
import { expect, test } from "vitest";
import { selectionOf } from "../view/view-address.ts";
import type { Address } from "../../app/list-state.ts";
import type { Configuration } from "./configuration.ts";
import { isSameRange, keptRange } from "./kept-range.ts";

const NOW = 1_767_225_600_000;

function kept(address: Address): unknown {
  const { range } = selectionOf(address);
  if (range.kind === "saved") return expect.fail("the address names no range");
  return keptRange(range, NOW);
}

test("a range that is offered is saved as its preset, another one as it is", () => {
  expect(kept({ last: "24h" })).toEqual({ type: "preset", preset: "last24Hours" });
  expect(kept({ last: "1825d" })).toEqual({ type: "rolling", amount: 5, unit: "y" });
  expect(kept({ last: "3w" })).toEqual({ type: "rolling", amount: 3, unit: "w" });
  expect(kept({ from: 1_000, to: 2_000 })).toEqual({ type: "absolute", startTs: 1_000, endTs: 2_000 });
  expect(kept({ from: 1_000 })).toEqual({ type: "absolute", startTs: 1_000, endTs: NOW });
});

test.each([
  [{ type: "preset", preset: "last24Hours" }, { type: "rolling", amount: 24, unit: "h" }, true],
  [
    { type: "preset", preset: "last24Hours", timezone: "UTC", weekStart: "monday" },
    { preset: "last24Hours", type: "preset" },
    true,
  ],
  [{ type: "rolling", amount: 3, unit: "w" }, { type: "rolling", amount: 3, unit: "w", align: null, offset: 0 }, true],
  [{ type: "preset", preset: "last24Hours" }, { type: "preset", preset: "today" }, false],
  [{ type: "rolling", amount: 24, unit: "h", offset: 1 }, { type: "preset", preset: "last24Hours" }, false],
  [{ type: "rolling", amount: 24, unit: "h" }, { type: "preset", preset: "last24Hours", delayMs: 5 }, false],
  [{ type: "absolute", startTs: 1, endTs: 2 }, { type: "absolute", startTs: 1, endTs: 3 }, false],
])("%j covers the same as %j: %j", (one, other, isSame) => {
  expect(isSameRange(one as Configuration["timeRange"], other as Configuration["timeRange"])).toBe(isSame);
});
