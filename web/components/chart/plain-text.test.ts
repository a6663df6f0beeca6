// Names from outside, as a canvas gets them.
import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test("a name stays as it is, with its own letters and signs", () => {
  expect(plainText("Kessel 7 <b>°C</b> שלום")).toBe("Kessel 7 <b>°C</b> שלום");
});

test("marks of direction and ends of lines leave it", () => {
  expect(plainText("a\u202Etxet\u2069\nb\u0000")).toBe("a txet b");
});

test("what the charting library would take for a style is text", () => {
  expect(plainText("{red|x}")).toBe("{\u2060red|x}");
  expect(plainText("{x}")).toBe("{x}");
});

test("a long name is cut, though not through a character", () => {
  expect(plainText("z".repeat(10_000))).toHaveLength(48);
  expect(plainText("ab😀cd", 4)).toBe("ab…");
});
