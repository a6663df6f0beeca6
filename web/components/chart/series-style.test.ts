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
