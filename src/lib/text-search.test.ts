import fc from "fast-check";
import { expect, test } from "vitest";
import { indexOfPart } from "./text-search.ts";

test("a part is found where the language finds it, be it short or long", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });
  fc.assert(
    fc.property(letters, letters, fc.nat(12), (text, part, from) => {
      // Long enough for a search of its own, with the same answer.
      const [longText, longPart] = [text.replaceAll(/./g, "$&".repeat(40)), part.replaceAll(/./g, "$&".repeat(40))];
      expect(indexOfPart(text, part, from)).toBe(text.indexOf(part, from));
      expect(indexOfPart(longText, longPart, from)).toBe(longText.indexOf(longPart, from));
    }),
  );
});

test("a long part that nearly fits everywhere costs no more than the length of the text", () => {
  const text = "a".repeat(1_000_000);
  for (let each = 0; each < 100; each++) expect(indexOfPart(text, `ab${"a".repeat(1_000 + each)}`)).toBe(-1);
});
