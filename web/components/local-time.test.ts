// Text of the viewer's clock and back, in any time zone, and where clocks are changed.
import fc from "fast-check";
import { expect, test } from "vitest";
import { clockOf } from "./local-time.ts";

const HOUR = 3_600_000;
const BERLIN = clockOf("Europe/Berlin");

test.each([
  ["UTC", "2026-07-01T12:00:05"],
  ["Europe/Berlin", "2026-07-01T14:00:05"],
  ["America/New_York", "2026-07-01T08:00:05"],
  ["Asia/Kathmandu", "2026-07-01T17:45:05"],
  ["Pacific/Kiritimati", "2026-07-02T02:00:05"],
  ["Pacific/Pago_Pago", "2026-07-01T01:00:05"],
])("a time is the text that clocks in %s show", (timeZone, text) => {
  const ts = Date.parse("2026-07-01T12:00:05Z");
  const clock = clockOf(timeZone);

  expect(clock.textOf(ts)).toBe(text);
  expect(clock.tsOf(text)).toBe(ts);
});

test.each(["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kolkata", "UTC"])(
  "in %s, the text of any second is read as the first second with this text",
  (timeZone) => {
    const clock = clockOf(timeZone);
    fc.assert(
      fc.property(fc.integer({ min: 946_684_800, max: 4_102_444_800 }), (seconds) => {
        const text = clock.textOf(seconds * 1_000);
        const read = clock.tsOf(text) ?? NaN;
        expect(read).toBeLessThanOrEqual(seconds * 1_000);
        expect(clock.textOf(read)).toBe(text);
      }),
    );
  },
);

test("an hour that the clock shows twice is its first time", () => {
  expect(BERLIN.tsOf("2026-10-25T02:30")).toBe(Date.parse("2026-10-25T00:30:00Z"));
  expect(BERLIN.textOf(Date.parse("2026-10-25T01:30:00Z"))).toBe("2026-10-25T02:30:00");
  expect(BERLIN.tsOf("2026-10-25T03:00")).toBe(Date.parse("2026-10-25T02:00:00Z"));
});

test("a time that the clock skips is as much later as it skips", () => {
  expect(BERLIN.tsOf("2026-03-29T02:30")).toBe(Date.parse("2026-03-29T01:30:00Z"));
  expect(BERLIN.textOf(Date.parse("2026-03-29T01:30:00Z"))).toBe("2026-03-29T03:30:00");
  expect(BERLIN.tsOf("2026-03-29T01:59:59")).toBe(Date.parse("2026-03-29T00:59:59Z"));
  expect(BERLIN.tsOf("2026-03-29T03:00")).toBe(Date.parse("2026-03-29T01:00:00Z"));
});

test("the offset is that of the instant", () => {
  expect(BERLIN.offsetAt(Date.parse("2026-03-29T00:59:59.999Z"))).toBe(HOUR);
  expect(BERLIN.offsetAt(Date.parse("2026-03-29T01:00:00Z"))).toBe(2 * HOUR);
  expect(clockOf("America/St_Johns").offsetAt(Date.parse("2026-01-01T00:00:00Z"))).toBe(-3.5 * HOUR);
});

test.each(["", "2026-07-01", "12:00", "2026-13-01T00:00", "2026-07-01T12:00:00Z", "soon"])(
  "%j is not a time of a clock",
  (text) => {
    expect(BERLIN.tsOf(text)).toBeNull();
  },
);

test("a time may have a space in the middle, as calendars write it", () => {
  expect(BERLIN.tsOf("2026-07-01 14:00:05")).toBe(Date.parse("2026-07-01T12:00:05Z"));
});
