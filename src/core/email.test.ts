import { describe, expect, test } from "vitest";
import { parseEmail, toLoginName } from "./entity-text.ts";

describe("emails", () => {
  test("letter case and blanks around do not matter, unless they are to", () => {
    expect(parseEmail(" Ada@Example.COM ", "case-insensitive")).toBe("ada@example.com");
    expect(parseEmail("Ada@Example.COM", "case-sensitive")).toBe("Ada@Example.COM");
    expect(toLoginName("ANYTHING at all ", "case-insensitive")).toBe("anything at all");
  });

  test.each([
    "a@b.c",
    "first.last+tag@sub.example.com",
    "o'neil@example.com",
    "ü@example.com",
    "sysadmin@bridgehead.local",
  ])("%s looks like an address", (email) => {
    expect(parseEmail(email, "case-insensitive")).toBe(email);
  });

  test.each([
    "",
    "ada",
    "ada@",
    "@example.com",
    "ada@example",
    "ada@@example.com",
    "a b@example.com",
    "ada@exa mple.com",
    "ada@example..com",
    "<ada@example.com>",
    "a\n@example.com",
    "a\0@example.com",
    "a\u001b@example.com",
    "a\u009f@example.com",
    "a\ud800@example.com",
    `${"x".repeat(250)}@example.com`,
  ])("%j does not", (email) => {
    expect(() => parseEmail(email, "case-insensitive")).toThrow(expect.objectContaining({ kind: "invalid" }));
  });
});
