// What panels of each kind show.
import { expect, test } from "vitest";
import { showsNewest } from "./panel-kinds.ts";
import { NO_KEYS } from "../dashboard-editor/dashboard-draft.ts";

test("newest values are shown without an aggregation, and by a trend of last values, which ends with one", () => {
  const shown = (kind: "figure" | "timeSeries", source: Partial<typeof NO_KEYS>) =>
    showsNewest({ kind, source: { ...NO_KEYS, ...source } });

  expect(shown("figure", {})).toBe(true);
  expect(shown("figure", { aggregation: "latest" })).toBe(false);
  expect(shown("figure", { trend: true })).toBe(true);
  expect(shown("figure", { trend: true, aggregation: "latest" })).toBe(true);
  expect(shown("figure", { trend: true, aggregation: "avg" })).toBe(false);
  expect(shown("timeSeries", {})).toBe(false);
});
