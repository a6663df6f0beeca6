import { describe, expect, test } from "vitest";
import { millis } from "../../lib/clock.ts";
import { DomainError } from "../errors.ts";
import { parseRateLimit, TokenBuckets } from "./rate-limits.ts";

const START = millis(1_700_000_000_000);
const after = (span: number) => millis(START + span);

function buckets(text: string): TokenBuckets {
  const limit = parseRateLimit(text, "limit");
  if (limit === null) throw new Error("no limit");
  return new TokenBuckets(limit, START);
}

describe("a rate limit", () => {
  test.each([undefined, null, ""])("%j means unlimited", (value) => {
    expect(parseRateLimit(value, "limit")).toBeNull();
  });

  test("is read part by part", () => {
    expect(parseRateLimit("20:1, 600:60", "transportDeviceMsgRateLimit")).toEqual({
      name: "transportDeviceMsgRateLimit",
      text: "20:1,600:60",
      parts: [
        { count: 20, seconds: 1 },
        { count: 600, seconds: 60 },
      ],
    });
  });

  test.each(["20", "20:", ":1", "a:1", "20:1,", "0:1", "1:0", "-1:1", "1.5:1", "20:1;5:2", "1:1:1"])(
    "%j is refused by name",
    (text) => {
      expect(() => parseRateLimit(text, "someLimit")).toThrow(/someLimit/);
    },
  );

  test("that is no text is refused", () => {
    expect(() => parseRateLimit(5, "someLimit")).toThrow(DomainError);
  });

  test("with two parts for the same seconds is refused", () => {
    expect(() => parseRateLimit("20:1,30:1", "someLimit")).toThrow(/two limits for 1 seconds/);
  });

  test("with more parts than allowed is refused", () => {
    expect(() =>
      parseRateLimit(Array.from({ length: 9 }, (_, index) => `1:${index + 1}`).join(","), "someLimit"),
    ).toThrow(/8 parts, got 9/);
  });
});

describe("token buckets", () => {
  test("start full and are empty after as many messages", () => {
    const bucket = buckets("3:1");
    expect([1, 2, 3, 4].map(() => bucket.tryTake(1, START))).toEqual([true, true, true, false]);
  });

  test("refill continuously", () => {
    const bucket = buckets("4:2");
    bucket.tryTake(4, START);
    expect(bucket.has(1, after(499))).toBe(false);
    expect(bucket.has(1, after(500))).toBe(true);
    expect(bucket.has(4, after(1999))).toBe(false);
    expect(bucket.has(4, after(2000))).toBe(true);
  });

  test("never hold more than their count", () => {
    const bucket = buckets("2:1");
    expect(bucket.has(2, after(3_600_000))).toBe(true);
    expect(bucket.has(3, after(3_600_000))).toBe(false);
  });

  test("all have to allow, and a refusal takes nothing", () => {
    const bucket = buckets("2:1,3:100");
    expect(bucket.tryTake(2, START)).toBe(true);
    expect(bucket.tryTake(2, after(1000))).toBe(false);
    expect(bucket.tryTake(1, after(1000))).toBe(true);
  });

  test("are full again in spite of rounding when small steps of time add up", () => {
    const bucket = buckets("7:1");
    bucket.tryTake(7, START);
    for (let step = 1; step <= 1000; step++) bucket.has(1, after(step));
    expect(bucket.has(7, after(1000))).toBe(true);
  });

  test("time that runs backwards adds nothing and does not stop them", () => {
    const bucket = buckets("1:1");
    bucket.tryTake(1, START);
    expect(bucket.has(1, after(-5000))).toBe(false);
    expect(bucket.has(1, after(-4000))).toBe(true);
  });

  test("the refusal names the limit and says when to come back", () => {
    const bucket = buckets("10:60");
    bucket.tryTake(10, START);
    const refusal = bucket.refusal(5);
    expect(refusal.kind).toBe("rate-limited");
    expect(refusal.details).toEqual({ limit: { name: "limit", value: "10:60" }, retryAfterSeconds: 30 });
  });

  test("more tokens than there can ever be are too many, and not only for now", () => {
    const refusal = buckets("100:60,10:1").refusal(11);
    expect([refusal.kind, refusal.details.reason]).toEqual(["rate-limited", "beyond-limit"]);
    expect(refusal.message).toContain("may bring 10 data points");
  });
});
