import { describe, expect, test } from "vitest";
import { isPlausiblePassword, passwordRefusal, requirePassword } from "./password-policy.ts";
import { DEFAULT_SECURITY_SETTINGS, type PasswordPolicy } from "./security-settings.ts";

const policy = (changes: Partial<PasswordPolicy>): PasswordPolicy => ({
  ...DEFAULT_SECURITY_SETTINGS.passwordPolicy,
  ...changes,
});

describe("password policy", () => {
  test.each([
    ["1234567", {}, "at least 8 characters, got 7"],
    ["12345678", {}, undefined],
    ["a".repeat(72), {}, undefined],
    ["a".repeat(73), { maximumLength: 100 }, "at most 72 characters, got 73"],
    ["🔑".repeat(72), {}, undefined],
    ["with a space", { allowWhitespaces: false }, "white space"],
    ["with a space", {}, undefined],
    ["lowercase", { minimumUppercaseLetters: 1 }, "1 upper-case letters, got 0"],
    ["ÄÖÜ-lower", { minimumUppercaseLetters: 3 }, undefined],
    ["UPPERCASE", { minimumLowercaseLetters: 2 }, "2 lower-case letters, got 0"],
    ["only1digit", { minimumDigits: 2 }, "2 digits, got 1"],
    ["no special 1", { minimumSpecialCharacters: 1 }, "1 special characters, got 0"],
    ["special!chars?", { minimumSpecialCharacters: 2 }, undefined],
  ])("%s under %j", (password, changes, problem) => {
    const found = passwordRefusal(password, policy(changes))?.message;

    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
  });

  test("a refusal is the caller's, and does not repeat the password", () => {
    expect(() => {
      requirePassword("hunter2", policy({}));
    }).toThrow(
      expect.objectContaining({ kind: "invalid", message: expect.not.stringContaining("hunter2") as unknown }),
    );
  });

  test("what no account can have is not worth hashing", () => {
    expect([
      isPlausiblePassword(""),
      isPlausiblePassword("a".repeat(72)),
      isPlausiblePassword("a".repeat(73)),
      isPlausiblePassword("🔑".repeat(1_000_000)),
    ]).toEqual([true, true, false, false]);
  });
});
