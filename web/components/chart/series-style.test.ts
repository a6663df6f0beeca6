// Series and states that can be told apart.
import { expect, test } from "vitest";
import { calmStyle, seriesColors, seriesStyle, stateColors } from "./series-style.ts";

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

test("states of a chart keep their colours when they come in another order", () => {
  const states = ["closed", "closing", "opening", "open", "running", "fault", "idle"];
  const colors = (texts: readonly string[]) => Object.fromEntries(stateColors(texts, false));
  expect(colors(states.toReversed())).toEqual(colors(states));
  expect([...stateColors(states, false).keys()]).toEqual(states);
});

test("states that share a chart have colours that are told apart, also from those that were chosen, on both backgrounds alike", () => {
  const [light, dark] = [false, true].map((isDark) =>
    stateColors(["closed", "closing", "opening", "open", "running", "fault"], isDark, new Map([["fault", "red"]])),
  );
  expect([light?.get("fault"), dark?.get("fault")]).toEqual(["#d33a3a", "#f08585"]);
  const colors = [...(light?.values() ?? [])];
  const alike = [
    ["#d9822b", "#8a6d3b"],
    ["#c23b5e", "#d33a3a"],
  ];
  expect(colors).not.toContain("#7a7a7a");
  for (const pair of alike) expect(pair.filter((color) => colors.includes(color)).length).toBeLessThan(2);
  const places = (isDark: boolean) => {
    const all = seriesColors(isDark);
    return [...((isDark ? dark : light)?.values() ?? [])].map((color) => all.indexOf(color));
  };
  expect(places(true)).toEqual(places(false));
});

test("series in the colours that are no alarm differ as much as others", () => {
  const looks = (style: typeof seriesStyle) =>
    Array.from({ length: 40 }, (_, place) => JSON.stringify(style(place, true)));
  expect(looks(calmStyle).toSorted()).toEqual(looks(seriesStyle).toSorted());
});
