import { expect, test } from "vitest";
import { JsonText } from "../../values.ts";
import { addressedValue } from "./cells.ts";

const JSON_VALUE = new JsonText(
  '{"a":{"b":1,"__proto__":"p","n":null,"id":9007199254740993},"a.b":2,"list":[{"b":3}]}',
);

test("AN §2.5: a path leads through objects by names; what is not there is missing", () => {
  expect(addressedValue(JSON_VALUE, "a.b")).toBe(1);
  expect(addressedValue(JSON_VALUE, "a.__proto__")).toBe("p");
  expect(addressedValue(JSON_VALUE, "a.id")).toBe(9007199254740993n);
  expect(addressedValue(JSON_VALUE, "list")).toEqual(new JsonText('[{"b":3}]'));
  for (const path of ["a.n", "a.b.c", "list.0.b", "constructor", "a.toString"])
    expect(addressedValue(JSON_VALUE, path), path).toBeNull();
  expect(addressedValue("text", "a")).toBeNull();
});

test("AN §2.7: casts give the value as the type, or nothing", () => {
  const values = [5, true, "TRUE", " 1.5 ", "05", new JsonText("[1]"), 9007199254740993n];
  expect(values.map((value) => addressedValue(value, null))).toEqual(values);
  expect(values.map((value) => addressedValue(value, null, "number"))).toEqual([
    5,
    1,
    null,
    1.5,
    null,
    null,
    values[6],
  ]);
  expect(values.map((value) => addressedValue(value, null, "boolean"))).toEqual([
    true,
    true,
    true,
    null,
    null,
    null,
    true,
  ]);
  expect(values.map((value) => addressedValue(value, null, "text"))).toEqual([
    ...["5", "true", "TRUE", " 1.5 ", "05", "[1]", "9007199254740993"],
  ]);
});
