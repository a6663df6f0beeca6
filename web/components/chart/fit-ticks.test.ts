// Ticks that a chart begins with, so that it is drawn once.
import { expect, test } from "vitest";
import { likelyTicks } from "./fit-ticks.ts";
import { timeAxis } from "./time-axis.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 1);
const WINDOW = { startTs: START, endTs: START + 30 * DAY };
const TIME = { ...timeAxis(WINDOW), min: WINDOW.startTs, max: WINDOW.endTs };
const CATEGORIES = { type: "category", data: ["a"] };

test("a wide chart keeps the ticks of its axis, a narrow one has fewer", () => {
  expect(likelyTicks({ xAxis: TIME }, 1_200)).toBeNull();

  const { ticks, xAxis } = likelyTicks({ xAxis: [CATEGORIES, TIME] }, 200) ?? expect.fail("it has room");
  expect(ticks.step.millis).toBe(14 * DAY);
  expect(xAxis[0]).toBe(CATEGORIES);
  expect(xAxis[1]).toMatchObject({ min: WINDOW.startTs, axisTick: { customValues: ticks.ticks } });
});

test("an axis without times, or without ends, is left to the drawing", () => {
  expect(likelyTicks({ xAxis: CATEGORIES }, 200)).toBeNull();
  expect(likelyTicks({ xAxis: timeAxis(WINDOW) }, 200)).toBeNull();
});
