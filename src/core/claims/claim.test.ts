import { describe, expect, test } from "vitest";
import { parseClaimRequest } from "./claim.ts";

describe("a request to open a claim", () => {
  test.each([
    [{}, { secretKey: "", durationMillis: null }],
    [
      { secretKey: "s", durationMs: 60_000 },
      { secretKey: "s", durationMillis: 60_000 },
    ],
    [
      { secretKey: null, durationMs: null },
      { secretKey: "", durationMillis: null },
    ],
    [{ durationMs: 0 }, { secretKey: "", durationMillis: null }],
    [{ durationMs: -5 }, { secretKey: "", durationMillis: null }],
    [{ durationMs: "60000" }, { secretKey: "", durationMillis: 60_000 }],
    [
      { secretKey: 123_456, durationMs: 1500.9 },
      { secretKey: "123456", durationMillis: 1_500 },
    ],
    [
      { secretKey: true, durationMs: "1500.9" },
      { secretKey: "true", durationMillis: 1_500 },
    ],
    [{ durationMs: 0.9 }, { secretKey: "", durationMillis: null }],
    [
      { secretKey: "s", other: 1 },
      { secretKey: "s", durationMillis: null },
    ],
  ])("%j is read", (json, expected) => {
    expect(parseClaimRequest(json)).toEqual(expected);
  });

  test("a duration of very many digits is the longest there is", () => {
    expect(parseClaimRequest({ durationMs: 2n ** 62n }).durationMillis).toBe(Number.MAX_SAFE_INTEGER);
    expect(parseClaimRequest({ durationMs: -(2n ** 62n) }).durationMillis).toBeNull();
  });

  test.each([null, [], "s", 5, true])("%j is no object", (json) => {
    expect(() => parseClaimRequest(json)).toThrow(/must be a JSON object/);
  });

  test.each([Number.POSITIVE_INFINITY, {}, []])("the secret %j is refused", (secretKey) => {
    expect(() => parseClaimRequest({ secretKey })).toThrow(/secretKey must be a string/);
  });

  test.each([Number.POSITIVE_INFINITY, true, {}, "soon", ""])("the duration %j is refused", (durationMs) => {
    expect(() => parseClaimRequest({ durationMs })).toThrow(/durationMs must be a number/);
  });
});
