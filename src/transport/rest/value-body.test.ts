import { expect, test } from "vitest";
import { JsonText } from "../../core/values.ts";
import { millis } from "../../lib/clock.ts";
import { parseAttributesBody, parseTelemetryBody } from "./value-body.ts";

const plain = { stringLengthMax: 0, castStrings: false };
const now = millis(1_000);

test("attributes keep their types, names like __proto__ are ordinary, null is skipped", () => {
  expect(
    parseAttributesBody('{"__proto__":1,"constructor":"x","none":null,"big":9007199254740993,"json":[1]}', plain),
  ).toEqual([
    ["__proto__", 1],
    ["constructor", "x"],
    ["big", 9007199254740993n],
    ["json", new JsonText("[1]")],
  ]);
});

test("strings are cast where the installation wants it", () => {
  expect(parseAttributesBody('{"a":"21.5","b":"007"}', { ...plain, castStrings: true })).toEqual([
    ["a", 21.5],
    ["b", "007"],
  ]);
});

test("telemetry: values next to ts, values alone as keys, arrays of both", () => {
  expect(parseTelemetryBody('[{"ts":5,"values":{"a":1}},{"b":2,"ts":6},{"values":{"x":1}}]', now, plain)).toEqual([
    { ts: 5, values: [["a", 1]] },
    {
      ts: now,
      values: [
        ["b", 2],
        ["ts", 6],
      ],
    },
    { ts: now, values: [["values", new JsonText('{"x":1}')]] },
  ]);
});

test("entries without values are left out, unless nothing is left", () => {
  expect(parseTelemetryBody('[{"a":null},{"b":2}]', now, plain)).toEqual([{ ts: now, values: [["b", 2]] }]);
  expect(() => parseTelemetryBody('[{"a":null}]', now, plain)).toThrow("at least one telemetry value");
});

test("errors name the field and what was found", () => {
  expect(() => parseTelemetryBody('{"ts":"5","values":{}}', now, plain)).toThrow(
    '"ts" must be milliseconds since 1970 as an integer, got a string',
  );
  expect(() => parseTelemetryBody('{"ts":1e16,"values":{}}', now, plain)).toThrow('"ts" must lie within');
  expect(() => parseTelemetryBody("[5]", now, plain)).toThrow("a telemetry entry must be an object, got a number");
  expect(() => parseAttributesBody('{"<i>":1}', plain)).toThrow("must not contain HTML tags");
  expect(() => parseAttributesBody('{"a":"long"}', { ...plain, stringLengthMax: 3 })).toThrow(
    'the value of "a" may have 3 characters, got 4',
  );
});
