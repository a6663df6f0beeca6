// The tables of MQTT contract 3.2 and 3.3.
import { describe, expect, test } from "vitest";
import type { Refusal } from "../../core/acknowledgement.ts";
import { DomainError, type ErrorKind } from "../../core/errors.ts";
import { publishCode, publishOutcome, reasonString } from "./reason-codes.ts";

function refusal(kind: ErrorKind, partly = false): Refusal {
  return { entries: [{ error: new DomainError(kind, "no") }, { error: new DomainError("conflict", "no") }], partly };
}

describe("a refused PUBLISH", () => {
  test.each([
    ["invalid", 0x99, "close"],
    ["forbidden", 0x87, "acknowledge"],
    ["unsupported", 0x90, "acknowledge"],
    ["limit-exceeded", 0x97, "acknowledge"],
    ["rate-limited", 0x97, "close"],
    ["unavailable", 0x80, "close"],
  ] as const)("%s: v5 0x%s, v3 %s", (kind, code, v3) => {
    expect(publishCode(refusal(kind))).toBe(code);
    expect(publishOutcome(5, 1, refusal(kind), false)).toBe("refuse");
    expect(publishOutcome(4, 1, refusal(kind), false)).toBe(v3);
    expect(publishOutcome(3, 1, refusal(kind), false)).toBe(v3);
    expect(publishOutcome(4, 1, refusal(kind, true), false)).toBe("acknowledge");
    expect(publishOutcome(5, 1, refusal(kind, true), false)).toBe("refuse");
  });

  test("at QoS 0 only an invalid payload closes", () => {
    for (const protocol of [3, 4, 5] as const) {
      expect(publishOutcome(protocol, 0, refusal("invalid"), false)).toBe("close");
      expect(publishOutcome(protocol, 0, refusal("invalid", true), false)).toBe("acknowledge");
      expect(publishOutcome(protocol, 0, refusal("unavailable"), false)).toBe("acknowledge");
    }
  });

  test("sendAckOnValidationException concerns invalid payloads in v3", () => {
    expect(publishOutcome(4, 1, refusal("invalid"), true)).toBe("acknowledge");
    expect(publishOutcome(4, 0, refusal("invalid"), true)).toBe("acknowledge");
    expect(publishOutcome(4, 1, refusal("rate-limited"), true)).toBe("close");
    expect(publishOutcome(5, 0, refusal("invalid"), true)).toBe("close");
  });
});

describe("Reason String", () => {
  test("is left out where it is not wanted or says nothing", () => {
    expect(reasonString("no", false)).toBeUndefined();
    expect(reasonString("", true)).toBeUndefined();
  });

  test("is short, and always valid MQTT text", () => {
    expect(reasonString("x".repeat(5_000), true)).toHaveLength(512);
    expect(reasonString("a\0b\ud800", true)).toBe("a\ufffdb\ufffd");
    expect(reasonString(`${"x".repeat(511)}😀`, true)).toBe(`${"x".repeat(511)}\ufffd`);
  });
});
