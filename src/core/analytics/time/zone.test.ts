// Offsets and wall times of zones, held against the Temporal library and the formatter of the runtime.
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { casesOf, someOf } from "../../../../test/support/seed.ts";
import { calendarIn, TRICKY_ZONES } from "../../../../test/support/zones.ts";
import { isZoneName, zoneName, Zones } from "./zones.ts";

const HOUR = 3_600_000;
const formatIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", dateStyle: "short", timeStyle: "medium" });
const UTC = formatIn("UTC");
const instants = fc.integer({ min: 0, max: 4_102_444_800_000 });

describe.each(TRICKY_ZONES)("%s", (name) => {
  test("has the offset that the runtime shows, at any instant and in any order of questions", async () => {
    const zones = new Zones();
    const { zone } = await calendarIn(name);
    const shown = formatIn(name);
    await fc.assert(
      fc.asyncProperty(fc.array(instants, { minLength: 1, maxLength: 8 }), async (list) => {
        const fresh = await zones.load(name);
        for (const ts of list) {
          const whole = ts - (ts % 1000);
          const read = Temporal.Instant.fromEpochMilliseconds(whole).toZonedDateTimeISO(name);
          expect(fresh.offsetAt(whole)).toBe(read.offsetNanoseconds / 1e6);
          expect(zone.offsetAt(whole)).toBe(read.offsetNanoseconds / 1e6);
          expect(shown.format(whole)).toBe(UTC.format(zone.toLocal(whole)));
        }
      }),
      { numRuns: casesOf(60) },
    );
  });

  test("finds the first instant of a wall time; of a skipped one, the instant of the skip", async () => {
    const { zone } = await calendarIn(name);
    fc.assert(
      fc.property(instants, fc.integer({ min: -26, max: 26 }), (ts, hours) => {
        // Half of the wall times lie around a change of the clock.
        const change = Temporal.Instant.fromEpochMilliseconds(ts)
          .toZonedDateTimeISO(name)
          .getTimeZoneTransition("next");
        const near = hours % 2 === 0 || change === null ? ts : change.epochMilliseconds;
        const local = zone.toLocal(near) + hours * 600_000;
        expect(zone.instantOf(local)).toBe(firstInstant(local, name));
      }),
      { numRuns: casesOf(300) },
    );
  });

  test("its stretches follow each other and differ", async () => {
    const { zone } = await calendarIn(name);
    const stretches = zone.stretches({ startTs: 0, endTs: 1_900_000_000_000 });
    for (const [index, { fromTs, toTs, offsetMillis }] of stretches.entries()) {
      expect(fromTs).toBeLessThan(toTs);
      expect(zone.offsetAt(Math.max(fromTs, 0))).toBe(offsetMillis);
      const next = stretches[index + 1];
      if (next === undefined) continue;
      expect(next.fromTs).toBe(toTs);
      expect(next.offsetMillis).not.toBe(offsetMillis);
    }
  });
});

test("offsets for an engine begin at or before the window and end in it", async () => {
  const { zone } = await calendarIn("Europe/Berlin");
  const startTs = Date.parse("2026-03-01T00:00:00Z");
  const { fromTs, offsetMillis } = zone.offsets({ startTs, endTs: Date.parse("2026-12-01T00:00:00Z") });
  expect(fromTs[0]).toBeLessThanOrEqual(startTs);
  expect(fromTs.slice(1)).toEqual([Date.parse("2026-03-29T01:00:00Z"), Date.parse("2026-10-25T01:00:00Z")]);
  expect(offsetMillis).toEqual([HOUR, 2 * HOUR, HOUR]);
});

test("a zone is one, however its name is written", async () => {
  const zones = new Zones();
  expect(await zones.load("europe/berlin")).toBe(await zones.load("Europe/Berlin"));
  expect((await zones.load("europe/berlin")).id).toBe("Europe/Berlin");
});

test.each([
  "Mars/Olympus",
  "",
  "+02:00",
  "viewer",
  "__proto__",
  "constructor",
  "Europe/Berlin[u-ca=iso8601]",
  "2026-01-01[UTC]",
  "x".repeat(1000),
])("%j is no zone", async (name) => {
  await expect(new Zones().load(name)).rejects.toMatchObject({ code: "ZONE_UNKNOWN", kind: "invalid" });
});

test("every name that a view may have saved is one of a zone, abbreviations of several are none", async () => {
  const zones = new Zones();
  const names = [
    ...someOf(Intl.supportedValuesOf("timeZone")),
    "UTC",
    "GMT",
    "EST",
    "CET",
    "Etc/GMT+5",
    "US/Pacific",
    "Europe/Kiev",
  ];
  for (const name of names) {
    expect(isZoneName(name)).toBe(true);
    expect((await zones.load(name)).offsetAt(0)).toBeTypeOf("number");
  }
  for (const name of ["IST", "bst", "SystemV/EST5"]) expect(isZoneName(name)).toBe(false);
  // Three letters that the runtime takes for a zone are taken by both or by none.
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const short = letters.flatMap((first) => letters.map((second) => `${first}${second}T`));
  for (const name of someOf(short).filter(isZoneName)) expect((await zones.load(name)).id).toHaveLength(3);
});

test("§3.2 a range in the zone of the viewer is in the tenant's where the viewer has none, else in UTC", () => {
  expect(zoneName("viewer", { viewer: "Asia/Tokyo", tenant: "Europe/Kyiv" })).toBe("Asia/Tokyo");
  expect(zoneName("viewer", { viewer: null, tenant: "Europe/Kyiv" })).toBe("Europe/Kyiv");
  expect(zoneName("viewer", { viewer: null, tenant: null })).toBe("UTC");
  expect(zoneName("tenant", { viewer: "Asia/Tokyo", tenant: "Europe/Kyiv" })).toBe("Europe/Kyiv");
  expect(zoneName("tenant", { viewer: "Asia/Tokyo", tenant: null })).toBe("UTC");
  expect(zoneName("Europe/Berlin", { viewer: "Asia/Tokyo", tenant: null })).toBe("Europe/Berlin");
});

/** By the library: an ambiguous time is its earlier instant, a skipped one lies before the change that skipped it. */
function firstInstant(local: number, name: string): number {
  const wall = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO("UTC").toPlainDateTime();
  const found = wall.toZonedDateTime(name, { disambiguation: "earlier" });
  if (found.toPlainDateTime().equals(wall)) return found.epochMilliseconds;
  const change = found.getTimeZoneTransition("next");
  if (change === null) throw new Error(`no change after ${found.toString()}`);
  return change.epochMilliseconds;
}
