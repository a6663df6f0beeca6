import { expect, test } from "vitest";
import { crossedBound } from "./json-bounds.ts";

const BOUNDS = { namesMax: 3, valuesMax: 6 };

test.each([
  ['{"a":1,"b":2,"c":3}', undefined],
  ['{"a":1,"b":2,"c":3,"d":4}', "namesMax"],
  ['{"a":{"b":1},"c":{"d":1}}', "namesMax"],
  // The same name, also where it is written with an escaped quote next to it.
  ['[{"a":1},{"a":2},{"a":3}]', undefined],
  [String.raw`{"a\"":"b","a\\":"{","a":","}`, undefined],
  // Texts are no names, whatever stands in them.
  [String.raw`["a","b","c","d","{\"e\":1,\"f\":2}"]`, undefined],
  ['{"a":["b","c","d","e"]}', undefined],
  ["[1,2,3,4,5,6,7]", "valuesMax"],
  ["[[],[],[],[]]", "valuesMax"],
  ["", undefined],
  ["]]]]{{{{", undefined],
  ['{"a', undefined],
])("what %s crosses of three names and six values: %s", (text, crossed) => {
  expect(crossedBound(text, BOUNDS)).toBe(crossed);
});

test("the look stops at the bound, wherever the text would end", () => {
  expect(crossedBound(`{"a":1,"b":2,"c":3,"d":4,${"[".repeat(1_000_000)}`, BOUNDS)).toBe("namesMax");
});
