import { describe, expect, test } from "vitest";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { heldBytes } from "../../../test/support/held-memory.ts";
import { networkOf } from "../../lib/networks.ts";
import { LoginThrottle, type ThrottleOptions } from "./login-throttle.ts";

const MINUTE = 60_000;
const NAME = "ada@example.com";
const ADDRESS = "192.0.2.1";
const BOUNDS: ThrottleOptions = {
  nameFailuresMax: 10,
  nameWindowMillis: 15 * MINUTE,
  addressFailuresMax: 100,
  addressWindowMillis: 60 * MINUTE,
  entriesMax: 20_000,
};

function throttle(bounds: Partial<ThrottleOptions> = {}) {
  const clock = new ManualClock();
  const throttle = new LoginThrottle(clock, { ...BOUNDS, ...bounds });
  const fail = (times: number, name = NAME, address = ADDRESS) => {
    for (let failure = 0; failure < times; failure++) throttle.failed(name, address);
  };
  const isRefused = (name = NAME, address = ADDRESS) => {
    try {
      throttle.check(name, address);
      return false;
    } catch {
      return true;
    }
  };
  return { clock, throttle, fail, isRefused };
}

describe("login throttle", () => {
  test("the tenth failure within a quarter of an hour closes the name at this address for as long", () => {
    const { clock, fail, isRefused, throttle: guard } = throttle();
    fail(9);
    expect(isRefused()).toBe(false);
    fail(1);

    expect(() => {
      guard.check(NAME, ADDRESS);
    }).toThrow(expect.objectContaining({ kind: "rate-limited", details: { retryAfterSeconds: 900 } }));
    expect([isRefused("bob@example.com"), isRefused(NAME, "192.0.2.2")]).toEqual([false, false]);
    clock.advance(15 * MINUTE - 1);
    expect(isRefused()).toBe(true);
    clock.advance(1);
    expect(isRefused()).toBe(false);
  });

  test("the window slides: failures count for a quarter of an hour each", () => {
    const { clock, fail, isRefused } = throttle();
    fail(5);
    clock.advance(10 * MINUTE);
    fail(4);
    clock.advance(5 * MINUTE);
    fail(5);
    expect(isRefused()).toBe(false);
    fail(1);

    expect(isRefused()).toBe(true);
  });

  test("success forgets the failures of the name, not those of the address", () => {
    const { throttle: guard, fail, isRefused } = throttle({ addressFailuresMax: 12 });
    fail(9);
    guard.succeeded(NAME, ADDRESS);
    fail(2);
    expect(isRefused()).toBe(false);
    fail(1, "bob@example.com");

    expect([isRefused(), isRefused("carol@example.com"), isRefused(NAME, "192.0.2.2")]).toEqual([true, true, false]);
  });

  test("one more entry than it may remember forgets the one that has not failed for longest", () => {
    const { fail, isRefused } = throttle({ entriesMax: 2, addressFailuresMax: 1_000 });
    fail(10, "a");
    fail(10, "b");
    fail(1, "c");

    expect([isRefused("a"), isRefused("b")]).toEqual([false, true]);
  });

  test("names are remembered without the memory they came in", () => {
    const bytes = heldBytes(() => {
      const { fail, throttle: guard } = throttle();
      for (let name = 0; name < 10; name++) fail(1, Buffer.alloc(2e6, String(name)).toString());
      return guard;
    });
    // The last of the ten may still be on the stack.
    expect(bytes).toBeLessThan(6e6);
  });

  test("an IPv6 address counts as its /64, and a mapped one as the IPv4 address", () => {
    expect(networkOf("2001:db8:1:2:aaaa::1")).toBe(networkOf("2001:db8:1:2::ffff"));
    expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
    expect(networkOf("::1")).toBe("0:0:0:0::/64");
    expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
    expect(networkOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
    expect(networkOf("192.0.2.1")).toBe("192.0.2.1");
  });
});
