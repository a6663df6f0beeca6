// A view as JSON is read and changed by paths, and keeps what nobody has changed.
import { expect, test } from "vitest";
import { definitionOf, moved, pointerOf, valueAt, withValue } from "./document.ts";

const VIEW = { name: "V", unknown: { kept: [1] }, fields: [{ id: "a" }, { id: "b", source: { key: "k" } }] };

test("a value is read where it is, and what is not there is undefined", () => {
  expect(valueAt(VIEW, ["fields", 1, "source", "key"])).toBe("k");
  expect(valueAt(VIEW, ["fields", 7, "source", "key"])).toBeUndefined();
  expect(valueAt(VIEW, ["constructor"])).toBeUndefined();
});

test("a change leaves all other members as they are and in their order", () => {
  const changed = withValue(VIEW, ["fields", 1, "source", "key"], "other");

  expect(JSON.stringify(changed)).toBe(JSON.stringify(VIEW).replace('"k"', '"other"'));
});

test("undefined takes a member away, and objects on the way are made", () => {
  expect(withValue({ a: 1, b: 2 }, ["a"], undefined)).toEqual({ b: 2 });
  expect(withValue({}, ["limit", "top", "n"], 10)).toEqual({ limit: { top: { n: 10 } } });
});

test("a member may be called as nothing else", () => {
  const changed = withValue({}, ["inputs", "__proto__"], 1);

  expect(valueAt(changed, ["inputs", "__proto__"])).toBe(1);
  expect(JSON.stringify(changed)).toBe('{"inputs":{"__proto__":1}}');
});

test("a path is the pointer of the service", () => {
  expect(pointerOf(["fields", 2, "inputs", "a/b~c"])).toBe("/fields/2/inputs/a~1b~0c");
});

test("an entry is moved up and down", () => {
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
});

test("what the server adds is no part of the definition", () => {
  expect(definitionOf({ ...VIEW, id: "1", revision: 3, owner: {}, links: {} })).toEqual(VIEW);
});
