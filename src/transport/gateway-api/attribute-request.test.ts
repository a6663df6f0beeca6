import { describe, expect, test } from "vitest";
import { parseJson } from "../../lib/json.ts";
import { parseAttributeRequest } from "./attribute-request.ts";

const parse = (members: object) => parseAttributeRequest({ id: 1, device: "Device A", ...members });
const shape = (members: object) => {
  const { query, answer } = parse(members);
  return [answer, query.client, query.shared];
};

describe("shape S", () => {
  test.each([
    [{ client: ["fw", "battery"], shared: ["target"] }, ["scopes", ["fw", "battery"], ["target"]]],
    [{ client: ["fw"] }, ["scopes", ["fw"], "none"]],
    [{ shared: ["target"] }, ["scopes", "none", ["target"]]],
    [{ client: [] }, ["scopes", "all", "none"]],
    [{ shared: [] }, ["scopes", "none", "all"]],
    [{ client: [], shared: [] }, ["scopes", "all", "all"]],
    [{}, ["scopes", "all", "all"]],
    [{ client: null, shared: ["target"] }, ["scopes", "none", ["target"]]],
    [{ client: null, shared: null }, ["scopes", "all", "all"]],
    [{ client: ["a"], key: "b", keys: ["c"], clientKeys: "d" }, ["scopes", ["a"], "none"]],
    [{ client: ["a", "a"] }, ["scopes", ["a"], "none"]],
    [{ client: [5, true] }, ["scopes", ["5", "true"], "none"]],
    [{ client: ["__proto__", "constructor"] }, ["scopes", ["__proto__", "constructor"], "none"]],
  ])("%j", (members, expected) => {
    expect(shape(members)).toEqual(expected);
  });

  test.each([
    [{ client: ["a"], shared: true }, '"shared" must be an array'],
    [{ client: true, shared: ["a"] }, '"client" must be an array'],
    [{ client: [null] }, '"client" must hold attribute keys as texts, got null'],
    [{ shared: [["a"]] }, '"shared" must hold attribute keys as texts'],
  ])("%j is refused: %s", (members, message) => {
    expect(() => parse(members)).toThrow(message);
  });
});

describe("shape L1", () => {
  test.each([
    [{ client: true, key: "fw" }, ["one", ["fw"], "none"]],
    [{ client: false, key: "fw" }, ["one", "none", ["fw"]]],
    [{ client: true, key: "fw", keys: ["a", "b"] }, ["one", ["fw"], "none"]],
    [{ client: true, key: "" }, ["one", [""], "none"]],
    [{ client: "true", key: 5 }, ["one", ["5"], "none"]],
    [{ client: "false", key: true }, ["one", "none", ["true"]]],
    [{ client: true, key: ["a", "b"] }, ["several", ["a", "b"], "none"]],
    [{ client: true, key: ["a"] }, ["one", ["a"], "none"]],
    [{ client: true, key: [], keys: ["a"] }, ["all", "all", "none"]],
    [{ client: true, key: "fw", clientKeys: "x" }, ["one", ["fw"], "none"]],
  ])("%j", (members, expected) => {
    expect(shape(members)).toEqual(expected);
  });

  test.each([
    { client: true, key: {} },
    { client: false, key: Number.POSITIVE_INFINITY },
  ])("%j is refused", (members) => {
    expect(() => parse(members)).toThrow('"key" must be an array');
  });
});

describe("shape L2", () => {
  test.each([
    [{ client: false, keys: ["a", "b"] }, ["several", "none", ["a", "b"]]],
    [{ client: true, keys: ["a", "b"] }, ["several", ["a", "b"], "none"]],
    [{ client: true, keys: ["a"] }, ["one", ["a"], "none"]],
    [{ client: false, keys: [] }, ["all", "none", "all"]],
    [{ client: true, key: null, keys: ["a", "b"] }, ["several", ["a", "b"], "none"]],
  ])("%j", (members, expected) => {
    expect(shape(members)).toEqual(expected);
  });

  test.each([
    [{ client: true }, 'needs "key" or "keys"'],
    [{ client: false, keys: null }, 'needs "key" or "keys"'],
    [{ client: true, keys: "a,b" }, '"keys" must be an array'],
    [{ client: true, keys: [{}] }, '"keys" must hold attribute keys as texts'],
  ])("%j is refused: %s", (members, message) => {
    expect(() => parse(members)).toThrow(message);
  });
});

describe("shape N", () => {
  test.each([
    [{ clientKeys: ["a"], sharedKeys: "b,c" }, ["scopes", ["a"], ["b", "c"]]],
    [{ clientKeys: "a" }, ["scopes", ["a"], "none"]],
    [{ clientKeys: 5, sharedKeys: [1] }, ["scopes", ["5"], ["1"]]],
    [{ sharedKeys: "" }, ["scopes", "none", "all"]],
    [{ clientKeys: [] }, ["scopes", "all", "none"]],
    [{ clientKeys: "a,,b" }, ["scopes", ["a", "b"], "none"]],
    [{ clientKeys: "a", key: "b" }, ["scopes", ["a"], "none"]],
  ])("%j", (members, expected) => {
    expect(shape(members)).toEqual(expected);
  });

  test.each([{ sharedKeys: { a: 1 } }, { clientKeys: [null] }])("%j is refused", (members) => {
    expect(() => parse(members)).toThrow(/Keys" must/);
  });
});

test.each([{ key: "a" }, { keys: ["a"] }, { client: "a" }, { client: 1, shared: "b" }, { shared: true }])(
  "%j has none of the shapes",
  (members) => {
    expect(() => parse(members)).toThrow(/an attribute request needs/);
  },
);

describe("the id", () => {
  test.each([
    [1, 1],
    [0, 0],
    [-0, 0],
    [-7, -7],
    ["12", 12],
    ["-12", -12],
    [9_007_199_254_740_991, 9_007_199_254_740_991],
    ["9007199254740991", 9_007_199_254_740_991],
    [1e3, 1000],
  ])("%j is taken as %j", (id, expected) => {
    expect(parse({ id }).id).toBe(expected);
  });

  test.each([undefined, null, "", " 1", "1.0", "1e3", "abc", 1.5, true, [1], "9007199254740992"])(
    "%j is refused",
    (id) => {
      expect(() => parse({ id })).toThrow(/"id" must be an integer/);
    },
  );

  test("beyond the exact integers is refused", () => {
    expect(() => parseAttributeRequest(parseJson('{"id":9007199254740993,"device":"A"}'))).toThrow(
      "got 9007199254740993",
    );
  });
});

describe("the device", () => {
  test.each([undefined, null, {}, "", " ", "x".repeat(256), "a\0b"])("%j is refused", (device) => {
    expect(() => parse({ device })).toThrow(/"device"/);
  });

  test("is not trimmed", () => {
    expect(parse({ device: " Device A " }).device).toBe(" Device A ");
  });
});

test.each([null, [], "x", 5])("%j is no request", (json) => {
  expect(() => parseAttributeRequest(json)).toThrow(/must be a JSON object/);
});
