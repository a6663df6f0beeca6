// Ticks of time zones: round on the clock of each, also over the days on which that is changed.
import { expect, test } from "vitest";
import { exactTime } from "../../words/format.ts";
import { CLOCK, clockOf } from "../local-time.ts";
import { datedLabels, fits, haveRoom, plainLabels, timeAxis, timeLabel, timeTicks } from "./time-axis.ts";

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What the clock shows at the ticks that are in the window. */
function shown(timeZone: string, from: string, millis: number, width = Infinity): readonly string[] {
  const clock = clockOf(timeZone);
  const startTs = Date.parse(from);
  const endTs = startTs + millis;
  const { ticks } = timeTicks({ startTs, endTs }, width, clock);
  return ticks.filter((ts) => ts >= startTs && ts <= endTs).map((ts) => clock.textOf(ts));
}

test("days begin at midnight of the zone, also when the clock is changed on one of them", () => {
  expect(shown("Europe/Berlin", "2026-03-28T00:00:00Z", 3 * DAY)).toEqual([
    "2026-03-28T12:00:00",
    "2026-03-29T00:00:00",
    "2026-03-29T12:00:00",
    "2026-03-30T00:00:00",
    "2026-03-30T12:00:00",
    "2026-03-31T00:00:00",
  ]);
  expect(shown("America/New_York", "2026-10-30T00:00:00Z", 6 * DAY).every((text) => text.endsWith("T00:00:00"))).toBe(
    true,
  );
});

test("an hour that the clock shows twice has twice its minutes, and one that it skips has none", () => {
  expect(shown("Europe/Berlin", "2026-10-24T23:45:00Z", 2 * HOUR)).toEqual([
    ...["2026-10-25T01:45:00", "2026-10-25T02:00:00", "2026-10-25T02:15:00", "2026-10-25T02:30:00"],
    ...["2026-10-25T02:45:00", "2026-10-25T02:00:00", "2026-10-25T02:15:00", "2026-10-25T02:30:00"],
    "2026-10-25T02:45:00",
  ]);
  expect(shown("Europe/Berlin", "2026-03-29T00:00:00Z", 2 * HOUR)).toEqual([
    ...["2026-03-29T01:00:00", "2026-03-29T01:15:00", "2026-03-29T01:30:00", "2026-03-29T01:45:00"],
    ...["2026-03-29T03:00:00", "2026-03-29T03:15:00", "2026-03-29T03:30:00", "2026-03-29T03:45:00"],
    "2026-03-29T04:00:00",
  ]);
});

test("hours are whole in zones whose offset is not", () => {
  expect(shown("Asia/Kathmandu", "2026-01-01T00:00:00Z", 6 * HOUR).at(0)).toBe("2026-01-01T06:00:00");
});

test("weeks begin on Monday, months on their first day and years with January", () => {
  expect(shown("Asia/Tokyo", "2026-01-01T00:00:00Z", 30 * DAY)).toEqual([
    ...["2026-01-05T00:00:00", "2026-01-12T00:00:00", "2026-01-19T00:00:00", "2026-01-26T00:00:00"],
  ]);
  expect(shown("America/Sao_Paulo", "2025-11-15T00:00:00Z", 200 * DAY)).toEqual([
    ...["2025-12-01T00:00:00", "2026-01-01T00:00:00", "2026-02-01T00:00:00", "2026-03-01T00:00:00"],
    ...["2026-04-01T00:00:00", "2026-05-01T00:00:00", "2026-06-01T00:00:00"],
  ]);
  expect(shown("UTC", "2019-06-01T00:00:00Z", 5 * 365 * DAY)).toEqual([
    ...["2020-01-01T00:00:00", "2021-01-01T00:00:00", "2022-01-01T00:00:00", "2023-01-01T00:00:00"],
    "2024-01-01T00:00:00",
  ]);
});

test("there are neither too many nor too few of them, at any span", () => {
  const counts = Array.from({ length: 40 }, (_, power) => shown("Europe/Berlin", "2026-02-11T13:37:00Z", 2 ** power));
  expect(Math.max(...counts.map(({ length }) => length))).toBeLessThanOrEqual(9);
  expect(Math.min(...counts.slice(2).map(({ length }) => length))).toBeGreaterThanOrEqual(2);
});

test("a narrow axis has labels farther apart, at equal distances and with midnight", () => {
  const times = (from: string, millis: number) =>
    shown("Europe/Berlin", from, millis, 270).map((text) => text.slice(11, 16));
  expect(times("2026-02-11T13:37:00Z", DAY)).toEqual(["18:00", "00:00", "06:00", "12:00"]);
  expect(times("2026-02-11T09:17:00Z", HOUR)).toEqual(["10:30", "10:45", "11:00", "11:15"]);
  const counts = Array.from({ length: 40 }, (_, power) => shown("UTC", "2026-02-11T13:37:00Z", 2 ** power, 150));
  expect(Math.min(...counts.slice(2).map(({ length }) => length))).toBeGreaterThanOrEqual(1);
});

test("ticks that were chosen have room where their labels do not touch", () => {
  const window = { startTs: 0, endTs: DAY };
  const bars = Array.from({ length: 7 }, (_, place) => place * 4 * HOUR);
  expect([bars, bars.slice(0, 1), []].map((ticks) => haveRoom(ticks, window, 300))).toEqual([false, true, true]);
  expect([haveRoom(bars, window, 600), haveRoom(bars, { startTs: 0, endTs: 9 * HOUR }, 300)]).toEqual([true, true]);
  const ticks = timeTicks(window, 300);
  expect([fits(ticks, window, 300), fits(ticks, window, 900)]).toEqual([true, false]);
});

test("ticks go on fitting while the window is moved by less than itself, and no longer when it is closer", () => {
  const window = { startTs: 100 * SECOND, endTs: 200 * SECOND };
  const ticks = timeTicks(window);
  expect(fits(ticks, { startTs: 20 * SECOND, endTs: 120 * SECOND })).toBe(true);
  expect(fits(ticks, { startTs: 280 * SECOND, endTs: 380 * SECOND })).toBe(false);
  expect(fits(ticks, { startTs: 150 * SECOND, endTs: 160 * SECOND })).toBe(false);
});

test("years that no clock writes have the ticks of the library", () => {
  const startTs = Date.parse("+020000-01-01T00:00:00Z");
  expect(timeAxis({ startTs, endTs: startTs + DAY })).toEqual({ type: "time" });
  expect(timeAxis({ startTs: -8.64e15, endTs: 8.64e15 }).type).toBe("time");
  expect(timeAxis({ startTs: Infinity, endTs: -Infinity })).toEqual({ type: "time" });
  expect(timeLabel(startTs)).toBe("20000");
});

test("times of an axis have the hours of all other times", () => {
  const ts = CLOCK.tsOf("2026-02-11T14:30:15") ?? expect.fail("no such time");
  expect(exactTime(ts)).toContain(timeLabel(ts));
  const [hour] = timeLabel(ts).split(":");
  expect(timeLabel(ts - 15 * SECOND)).toContain(`${hour}:30`);
  expect(timeLabel(ts + 250)).toContain(`${hour}:30:15`);
});

test("the first label and that of each new day have the day below their time, unless all begin a day", () => {
  const hours = [20, 24, 28].map((hour) => new Date(2026, 10, 29, hour).getTime());
  const labels = hours.map(datedLabels(hours));
  expect(labels.map((label) => label.split("\n")[1])).toEqual(["Nov 29", "Nov 30", undefined]);
  expect(labels.map((label) => label.split("\n")[0])).not.toContain("Nov 30");
  const days = [2, 3].map((day) => new Date(2026, 10, day).getTime());
  expect(days.map(datedLabels(days))).toEqual(["Nov 2", "Nov 3"]);
});

test("among hours, midnight is a day, also on the first of a month and of a year; among days these are the month and the year", () => {
  for (const [year, month] of [
    [2026, 11],
    [2027, 0],
  ] as const) {
    const hours = [-12, 0, 12].map((hour) => new Date(year, month, 1, hour).getTime());
    expect(hours.map(plainLabels(hours))[1]).toBe(month === 0 ? "Jan 1" : "Dec 1");
    const days = [0, 1, 2].map((day) => new Date(year, month, day).getTime());
    expect(days.map(plainLabels(days))[1]).toBe(month === 0 ? "2027" : "Dec 2026");
  }
});
