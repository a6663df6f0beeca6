import fc from "fast-check";
import { expect, test } from "vitest";
import { memberText } from "./json-text.ts";

test("a member comes out character for character", () => {
  const text = ' { "method" : "m", "params" : {"2":1.10,"1":[1e400, "}\\""]} , "timeout":5000 } ';
  expect(memberText(text, "params")).toBe('{"2":1.10,"1":[1e400, "}\\""]}');
  expect(memberText(text, "timeout")).toBe("5000");
  expect(memberText(text, "method")).toBe('"m"');
  expect(memberText(text, "none")).toBeUndefined();
  expect(memberText("{}", "a")).toBeUndefined();
});

test("names may be escaped, and the last of several counts", () => {
  expect(memberText('{"par\\u0061ms":1,"params":-9223372036854775809}', "params")).toBe("-9223372036854775809");
});

test("whatever the object, the text of each member means what JSON.parse says", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 1, "\t"), (object, space) => {
      const text = JSON.stringify(object, undefined, space);
      for (const [name, value] of Object.entries(JSON.parse(text) as Record<string, unknown>))
        expect(JSON.parse(memberText(text, name) ?? "missing")).toEqual(value);
    }),
  );
});
