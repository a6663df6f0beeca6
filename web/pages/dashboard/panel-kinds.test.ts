// What panels of each kind show.
import { expect, test } from "vitest";
import { newestShown } from "./panel-kinds.ts";
import { NO_KEYS } from "../dashboard-editor/dashboard-draft.ts";

test("newest values are shown without an aggregation, and the last of the range where that is chosen, or ends a trend", () => {
  const shown = (kind: "figure" | "gauge" | "stateTimeline" | "timeSeries", source: Partial<typeof NO_KEYS>) =>
    newestShown({ kind, source: { ...NO_KEYS, ...source } });

  expect(shown("figure", {})).toBe("ofAll");
  expect(shown("figure", { aggregation: "latest" })).toBe("ofRange");
  expect(shown("gauge", { aggregation: "latest" })).toBe("ofRange");
  expect(shown("figure", { aggregation: "avg" })).toBeNull();
  expect(shown("figure", { trend: true })).toBe("ofRange");
  expect(shown("figure", { trend: true, aggregation: "latest" })).toBe("ofRange");
  expect(shown("figure", { trend: true, aggregation: "avg" })).toBeNull();
  expect(shown("timeSeries", {})).toBeNull();
  expect(shown("timeSeries", { aggregation: "latest" })).toBeNull();
  expect(shown("stateTimeline", {})).toBeNull();
});
