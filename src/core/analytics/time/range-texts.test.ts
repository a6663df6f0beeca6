// Typed ranges in the zone of the person who types them. Source: analytics contract 7 no. 4.
import { describe, expect, test } from "vitest";
import { millis } from "../../../lib/clock.ts";
import { newId, type TenantId, type UserId } from "../../ids.ts";
import type { CalendarRules } from "../view/table-view.ts";
import { RangeTexts, type ReadRangeText } from "./range-texts.ts";
import { Zones } from "./zones.ts";

const READER = { tenantId: newId<TenantId>(), customerId: null, userId: newId<UserId>() };
const NOW = Date.parse("2026-01-07T23:30:00Z");

async function read(text: string, rules: Partial<CalendarRules> = {}, now = NOW): Promise<ReadRangeText> {
  const texts = new RangeTexts(
    new Zones(),
    {
      ofReader: (reader) => Promise.resolve(reader === READER ? "Asia/Tokyo" : null),
      ofTenant: (tenantId) => Promise.resolve(tenantId === READER.tenantId ? "Europe/Kyiv" : null),
    },
    { now: () => millis(now) },
  );
  return texts.read(text, { timezone: "viewer", weekStart: "monday", fiscalStartMonth: 1, ...rules }, READER);
}

describe("AN §7 no. 4", () => {
  test("last 3 full weeks is a rolling range with its instants", async () => {
    expect(await read("Last three full weeks", { timezone: "Europe/Kyiv" })).toEqual({
      match: {
        text: "last 3 full weeks",
        timeRange: {
          ...{ type: "rolling", amount: 3, unit: "w", align: "w", offset: 0 },
          ...{ timezone: "Europe/Kyiv", weekStart: "monday", fiscalStartMonth: 1, delayMs: 0 },
        },
        startTs: Date.parse("2025-12-14T22:00:00Z"),
        endTs: Date.parse("2026-01-04T22:00:00Z"),
      },
      proposals: [],
    });
  });

  test("it is written in the zone of the reader or the tenant, whose date today is", async () => {
    const tokyo = (await read("today")).match;
    expect(tokyo?.timeRange.timezone).toBe("Asia/Tokyo");
    expect(tokyo?.startTs).toBe(Date.parse("2026-01-07T15:00:00Z"));
    expect((await read("today", { timezone: "tenant" })).match?.timeRange.timezone).toBe("Europe/Kyiv");
    const { proposals } = await read("since 2026-01-01", { timezone: "UTC" });
    expect(proposals.map(({ text }) => text)).toEqual(["2026-01-01 to 2026-01-07"]);
    expect((await read("since 2026-01-01")).proposals.map(({ text }) => text)).toEqual(["2026-01-01 to 2026-01-08"]);
  });

  test("unclear text gives proposals with their instants", async () => {
    const { match, proposals } = await read("last day", { timezone: "UTC" });
    expect(match).toBeNull();
    expect(proposals.map(({ text, startTs, endTs }) => [text, startTs, endTs])).toEqual([
      ["yesterday", Date.parse("2026-01-06"), Date.parse("2026-01-07")],
      ["last 24 hours", NOW - 86_400_000, NOW],
      ["today", Date.parse("2026-01-07"), Date.parse("2026-01-08")],
    ]);
    expect(await read("whenever")).toEqual({ match: null, proposals: [] });
  });

  test("weeks and quarters follow the rules that are given", async () => {
    expect((await read("this week", { timezone: "UTC", weekStart: "sunday" })).match?.startTs).toBe(
      Date.parse("2026-01-04"),
    );
    expect((await read("q1 2025", { timezone: "UTC", fiscalStartMonth: 4 })).match?.startTs).toBe(
      Date.parse("2025-04-01"),
    );
  });

  test("a zone that does not exist, and a date that the zone skipped, are refused", async () => {
    await expect(read("today", { timezone: "Mars/Olympus" })).rejects.toMatchObject({ code: "ZONE_UNKNOWN" });
    await expect(read("2011-12-30", { timezone: "Pacific/Apia" })).rejects.toMatchObject({ code: "RANGE_INVALID" });
  });
});
