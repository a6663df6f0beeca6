import fc from "fast-check";
import { expect, test } from "vitest";
import { isLike } from "./filters.ts";

test("AN §2.8: * is any run of characters, ? is one, and the whole text has to fit", () => {
  expect(isLike("Meter 12", "Meter*")).toBe(true);
  expect(isLike("Meter 12", "Meter")).toBe(false);
  expect(isLike("Meter 12", "*1?")).toBe(true);
  expect(isLike("", "*")).toBe(true);
  expect(isLike("", "?")).toBe(false);
  expect(isLike("a.b", "a?b")).toBe(true);
  expect(isLike("a[b", "a[b")).toBe(true);
});

test("AN §2.8: ? is one character also where that is two units, and * never cuts one", () => {
  expect(isLike("a\u{1f600}b", "a?b")).toBe(true);
  expect(isLike("a\u{1f600}b", "a??b")).toBe(false);
  expect(isLike("\u{1f600}\u{1f600}", "*?")).toBe(true);
});

test("AN §2.8: a pattern fits what the same regular expression fits", () => {
  const letters = fc.array(fc.constantFrom("a", "b", "\u{1f600}"), { maxLength: 12 });
  const signs = fc.array(fc.constantFrom("a", "b", "*", "?", "\u{1f600}"), { maxLength: 8 });
  fc.assert(
    fc.property(letters, signs, (text, pattern) => {
      const source = pattern.map((sign) => (sign === "*" ? ".*" : sign === "?" ? "." : sign)).join("");
      expect(isLike(text.join(""), pattern.join(""))).toBe(new RegExp(`^${source}$`, "su").test(text.join("")));
    }),
  );
});

test("AN §2.8: a hostile pattern costs no more than the product of both lengths", () => {
  expect(isLike("a".repeat(20_000), `${"a*".repeat(500)}b`)).toBe(false);
});
