import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../test/support/seed.ts";
import { parseExactly, parseJson, writeInOrder, writeJson } from "./json.ts";
import { parseNamed } from "./json-names.ts";

/** Each is written as the beginning of another, or begins as another is written. */
const NAMES = ["\\", '"', "\n", "\t", "a\\", 'a"', "a\n", "a\\b", 'a"b', "\\u", "é\\", "é\u0001", "a", "b", ""];

test.each([
  ['{"\\\\":1}', '{"\\"":1}', ['"']],
  ['{"a":1,"q\\\\":[]}', '{"a":1,"q\\n":[]}', ["a", "q\n"]],
  ['{"u\\\\":1}', '{"u\\u0041":1}', ["uA"]],
  ['{"x":1,"\\\\":2}', '{"x":1,"\\"":2,"\\\\":3}', ["x", '"', "\\"]],
])("after %s, the names of %s are those that it has", (before, text, names) => {
  for (const parse of [parseNamed, parseJson, parseExactly]) {
    parse(before);
    expect(Object.keys(parse(text) as object)).toEqual(names);
  }
});

test("whatever the names, they are those of the text, and so are the values", () => {
  const { document } = fc.letrec((tie) => ({
    document: fc.oneof({ depthSize: "small" }, fc.jsonValue(), tie("array"), tie("object")),
    array: fc.array(tie("document"), { maxLength: 3 }),
    object: fc
      .array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string()), tie("document")), { maxLength: 4 })
      .map((members) => Object.fromEntries(members)),
  }));
  fc.assert(
    fc.property(document, fc.constantFrom(undefined, 1, "\t"), (value, space) => {
      const text = JSON.stringify(value, undefined, space);
      expect(JSON.stringify(parseNamed(text), undefined, space)).toBe(text);
      expect(writeJson(parseExactly(text))).toBe(JSON.stringify(value));
    }),
    { numRuns: casesOf(1000) },
  );
});

test("of two members with one name the last counts, however each is written", () => {
  expect(JSON.stringify(parseNamed('{"a":1,"b":2,"\\u0061":3}'))).toBe('{"a":3,"b":2}');
});

test("__proto__ is an ordinary name, and integers keep their digits", () => {
  const text = '{"\\"":9007199254740993,"__proto__":{"x":1},"\\u005f_proto__":[1.50,-0,"\\n",true,null]}';
  const value = parseExactly(text) as Record<string, unknown>;
  expect(Object.keys(value)).toEqual(['"', "__proto__"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(value['"']).toBe(9_007_199_254_740_993n);
  expect(Object.entries(value)[1]?.[1]).toEqual([1.5, -0, "\n", true, null]);
});

test("depth costs no stack, and what is no JSON is refused as JSON.parse refuses it", () => {
  const depth = 200_000;
  let value = parseNamed(`${'{"\\"":['.repeat(depth)}7${"]}".repeat(depth)}`);
  for (let level = 0; level < depth; level++) value = (value as Record<string, [unknown]>)['"']?.[0];
  expect(value).toBe(7);
  for (const text of ['{"\\"":1', '{"\\x":1}', '{"\\"":01}', '{"\\"":1}}', ""])
    expect(() => parseNamed(text)).toThrow(SyntaxError);
});

test("members keep their order, at every depth, and white space is dropped", () => {
  const text =
    ' { "b" : [ 1.50 , {"z":null,"10":"\\"1\\":2" , "2":true} ] , "1" : 9007199254740993 , "b2":[ ] , "c":{ } } ';
  expect(compact(text)).toBe('{"b":[1.5,{"z":null,"10":"\\"1\\":2","2":true}],"1":9007199254740993,"b2":[],"c":{}}');
});

test("of two members with one name the last counts, in the place of the first", () => {
  expect(compact('{"1":1,"a":2,"1":3}')).toBe('{"1":3,"a":2}');
});

test("__proto__ is an ordinary name", () => {
  const value = parseExactly('{"__proto__":{"1":2},"1":3}') as object;
  expect(Object.keys(value)).toEqual(["1", "__proto__"]);
  expect(writeInOrder(value)).toBe('{"__proto__":{"1":2},"1":3}');
});

test("names that look like indexes keep their place however they are written, and what has none is written as it is", () => {
  expect(writeInOrder(parseJson('{"b":1,"\\u0031":2}'))).toBe('{"b":1,"1":2}');
  expect(writeInOrder(parseJson('{"a":{"7":1}}'))).toBe('{"a":{"7":1}}');
  expect(writeInOrder(parseJson("[9007199254740993]"))).toBe("[9007199254740993]");
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
      const read = parseExactly(text) as object;
      expect(read).toEqual(JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown));
      expect(compact(text)).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

/** JSON.stringify writes index names first, so for its own texts the order is the same. */
function compact(text: string): string {
  return writeInOrder(parseExactly(text));
}

/** What a reviver makes of a text without exponents. */
const keepDigits = (_key: string, value: unknown, { source }: { readonly source: string }): unknown =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?[0-9]+$/.test(source) ? BigInt(source) : value;
