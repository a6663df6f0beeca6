import fc from "fast-check";
import { expect, test } from "vitest";
import { orderedText } from "./json-in-order.ts";
import { parseExactly, parseExactlyInOrder, parseJson } from "./json.ts";

test("members keep their order, at every depth, and white space is dropped", () => {
  const text =
    ' { "b" : [ 1.50 , {"z":null,"10":"\\"1\\":2" , "2":true} ] , "1" : 9007199254740993 , "b2":[ ] , "c":{ } } ';
  expect(compact(text)).toBe('{"b":[1.5,{"z":null,"10":"\\"1\\":2","2":true}],"1":9007199254740993,"b2":[],"c":{}}');
});

test("of two members with one name the last counts, in the place of the first", () => {
  expect(compact('{"1":1,"a":2,"1":3}')).toBe('{"1":3,"a":2}');
});

test("__proto__ is an ordinary name", () => {
  const value = parseExactlyInOrder('{"__proto__":{"1":2},"1":3}') as object;
  expect(Object.keys(value)).toEqual(["1", "__proto__"]);
  expect(orderedText(value)).toBe('{"__proto__":{"1":2},"1":3}');
});

test("only what has such names is read in this way", () => {
  expect(orderedText(parseJson('{"a":1}') as object)).toBeUndefined();
  expect(orderedText(parseJson('{"a":{"7":1}}') as object)).toBe('{"a":{"7":1}}');
});

test("whatever the document, the values are those of JSON.parse, and so is what the text means", () => {
  const names = fc.oneof(fc.string(), fc.nat().map(String), fc.constantFrom('"1"', "\\", "__proto__"));
  const { document } = fc.letrec((tie) => ({
    document: fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.jsonValue(), tie("array"), tie("object")),
    array: fc.array(tie("document"), { maxLength: 4 }),
    object: fc.array(fc.tuple(names, tie("document")), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
  }));
  fc.assert(
    fc.property(document, fc.constantFrom(undefined, 1, "\t"), (value, space) => {
      const text = JSON.stringify({ "1": value }, undefined, space);
      const read = parseExactlyInOrder(text) as object;
      expect(read).toEqual(parseExactly(text));
      expect(compact(text)).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

/** JSON.stringify writes index names first, so for its own texts the order is the same. */
function compact(text: string): string | undefined {
  return orderedText(parseExactlyInOrder(text) as object);
}
