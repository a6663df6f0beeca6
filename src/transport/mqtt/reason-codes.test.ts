// The tables of MQTT contract 3.2 and 3.3.
import { describe, expect, test } from "vitest";
import type { Refusal } from "../../core/acknowledgement.ts";
import { DomainError, type ErrorKind } from "../../core/errors.ts";
import { publishCode, publishOutcome, reasonString } from "./reason-codes.ts";

function refusal(kind: ErrorKind, partly = false): Refusal {
  return { entries: [{ error: new DomainError(kind, "no") }, { error: new DomainError("invalid", "no") }], partly };
}

describe("a refused PUBLISH", () => {
  test.each([
    ["invalid", 0x99, "acknowledge"],
    ["too-large", 0x99, "acknowledge"],
    ["forbidden", 0x87, "acknowledge"],
    ["unsupported", 0x90, "acknowledge"],
    ["limit-exceeded", 0x97, "acknowledge"],
    ["rate-limited", 0x97, "close"],
    ["unavailable", 0x80, "close"],
  ] as const)("%s: v5 0x%s, v3 %s", (kind, code, v3) => {
    expect(publishCode(refusal(kind))).toBe(code);
    expect(publishOutcome(5, 1, refusal(kind))).toBe("refuse");
    expect(publishOutcome(4, 1, refusal(kind))).toBe(v3);
    expect(publishOutcome(3, 1, refusal(kind))).toBe(v3);
    expect(publishOutcome(4, 1, refusal(kind, true))).toBe("acknowledge");
    expect(publishOutcome(5, 1, refusal(kind, true))).toBe("refuse");
  });

  test("at QoS 0 nothing is on the wire, and the connection stays open", () => {
    for (const protocol of [3, 4, 5] as const)
      for (const kind of ["invalid", "rate-limited", "unavailable"] as const)
        expect(publishOutcome(protocol, 0, refusal(kind))).toBe("acknowledge");
  });

  test("in v3 one entry that may succeed later suffices to be sent again, unless another was processed", () => {
    const later = { error: new DomainError("rate-limited", "no") };
    const entries = [{ error: new DomainError("invalid", "no") }, later] as const;
    expect(publishOutcome(4, 1, { entries, partly: false })).toBe("close");
    expect(publishOutcome(4, 1, { entries, partly: true })).toBe("acknowledge");
    expect(publishCode({ entries, partly: false })).toBe(0x99);
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
