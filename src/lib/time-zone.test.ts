import { expect, test } from "vitest";
import { type CalendarUnit, TimeZone } from "./time-zone.ts";

async function next(zone: string, from: string, unit: CalendarUnit): Promise<string> {
  const found = await TimeZone.find(zone);
  if (found === undefined) throw new Error(`no zone ${zone}`);
  return new Date(found.nextBoundary(Date.parse(from), unit)).toISOString();
}

test("weeks begin on Sunday or on Monday, at midnight of the zone", async () => {
  expect(await next("UTC", "2026-01-07T12:00:00Z", "WEEK")).toBe("2026-01-11T00:00:00.000Z");
  expect(await next("UTC", "2026-01-07T12:00:00Z", "WEEK_ISO")).toBe("2026-01-12T00:00:00.000Z");
  expect(await next("Europe/Kyiv", "2026-01-11T21:59:59.999Z", "WEEK_ISO")).toBe("2026-01-11T22:00:00.000Z");
  expect(await next("Europe/Kyiv", "2026-01-11T22:00:00Z", "WEEK_ISO")).toBe("2026-01-18T22:00:00.000Z");
});

test("a boundary itself leads to the next one", async () => {
  expect(await next("UTC", "2026-01-11T00:00:00Z", "WEEK")).toBe("2026-01-18T00:00:00.000Z");
  expect(await next("UTC", "2026-02-01T00:00:00Z", "MONTH")).toBe("2026-03-01T00:00:00.000Z");
});

test("daylight saving shifts the boundary with the zone's clock", async () => {
  expect(await next("Europe/Kyiv", "2026-03-25T00:00:00Z", "WEEK_ISO")).toBe("2026-03-29T21:00:00.000Z");
  expect(await next("America/New_York", "2026-10-15T00:00:00Z", "MONTH")).toBe("2026-11-01T04:00:00.000Z");
  expect(await next("America/New_York", "2026-11-02T00:00:00Z", "MONTH")).toBe("2026-12-01T05:00:00.000Z");
});

test("months and quarters end with the year", async () => {
  expect(await next("UTC", "2026-12-31T23:59:59Z", "MONTH")).toBe("2027-01-01T00:00:00.000Z");
  expect(await next("UTC", "2026-02-14T00:00:00Z", "QUARTER")).toBe("2026-04-01T00:00:00.000Z");
  expect(await next("UTC", "2026-11-14T00:00:00Z", "QUARTER")).toBe("2027-01-01T00:00:00.000Z");
});

test("a day that begins after midnight is found where the clock skips it", async () => {
  // In Beirut the clock went from 23:59:59 on 28 March 2026 straight to 1:00 on Sunday the 29th.
  expect(await next("Asia/Beirut", "2026-03-25T00:00:00Z", "WEEK")).toBe("2026-03-28T22:00:00.000Z");
  expect(await next("America/Asuncion", "2000-09-30T01:20:36Z", "MONTH")).toBe("2000-10-01T04:00:00.000Z");
});

test("offsets are zones, unknown names are not", async () => {
  expect(await next("+05:30", "2026-01-07T12:00:00Z", "MONTH")).toBe("2026-01-31T18:30:00.000Z");
  expect(await TimeZone.find("Mars/Olympus")).toBeUndefined();
});

test("at the ends of the calendar there is an answer too", async () => {
  const END = 8.64e15;
  for (const id of ["UTC", "America/New_York", "Asia/Tokyo"])
    for (const unit of ["WEEK", "WEEK_ISO", "MONTH", "QUARTER"] as const) {
      const zone = await TimeZone.find(id);
      expect(zone?.nextBoundary(END - 1, unit)).toBeGreaterThanOrEqual(END);
      const first = zone?.nextBoundary(-END, unit);
      expect(first).toBeGreaterThan(-END);
      expect(first).toBeLessThan(-END + 93 * 86_400_000);
    }
});
