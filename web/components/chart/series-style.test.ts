// Series and states that can be told apart.
import { expect, test } from "vitest";
import { seriesStyle, stateColors } from "./series-style.ts";

test("forty series differ, the first eight by colour alone", () => {
  const styles = Array.from({ length: 40 }, (_, place) => JSON.stringify(seriesStyle(place, false)));
  expect(new Set(styles).size).toBe(40);
  expect(new Set(styles.slice(0, 8).map((style) => (JSON.parse(style) as { color: string }).color)).size).toBe(8);
  expect(seriesStyle(8, false)).toMatchObject({ color: seriesStyle(0, false).color, symbol: "rect" });
});

test("states of a chart have colours of their own while there are any, and each the usual one if it is free", () => {
  const states = ["running", "stopped", "fault", "starting", "idle", "open", "closed", "closing"];
  expect(new Set(stateColors(states, false).values()).size).toBe(8);
  expect(stateColors([...states, "more"], false).size).toBe(9);
  expect(stateColors(["fault"], false).get("fault")).toBe(stateColors(["fault", "running"], false).get("fault"));
  expect(stateColors(["on", "true"], true).get("true")).toBe("#3fb8bd");
});

test("states that share a chart have colours that are told apart, also from those that were chosen", () => {
  const doors = stateColors(["closed", "closing", "opening", "open"], true);
  expect([...doors.values()].filter((color) => ["#e8a35c", "#c2a26c"].includes(color)).length).toBeLessThan(2);
  const red = "#f08585";
  const all = stateColors(["closed", "closing", "opening", "open", "fault"], true, new Map([["fault", red]]));
  expect(all.get("fault")).toBe(red);
  expect([...all.values()]).not.toContain("#e8718d");
});
