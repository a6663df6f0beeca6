import { describe, expect, test } from "vitest";
import {
  boolean,
  choice,
  duration,
  integer,
  list,
  networks,
  optionalBoolean,
  optionalInteger,
  optionalKey,
  optionalSecret,
  optionalText,
  optionalUrl,
  text,
  UnacceptableValue,
} from "./setting.ts";

describe("integer", () => {
  const setting = integer("X", 5, { min: -2, max: 10 }, "");

  test.each([
    [7, 7],
    ["7", 7],
    [" -2 ", -2],
    ["0010", 10],
  ])("accepts %j", (given, value) => {
    expect(setting.read(given)).toBe(value);
  });

  test.each([11, -3, 1.5, "1.5", "1e1", "0x5", "", "seven", null, undefined, true, [], Number.NaN, 2 ** 60])(
    "refuses %j",
    (given) => {
      expect(() => setting.read(given)).toThrow(UnacceptableValue);
    },
  );
});

describe("duration", () => {
  const seconds = duration("X", 5, { unit: "s", min: 1, max: 86_400 }, "");
  const millis = duration("X", 5, { unit: "ms", min: 1, max: 86_400_000 }, "");

  test.each([
    [30, 30, 30],
    ["30", 30, 30],
    ["15m", 900, 900_000],
    ["24h", 86_400, 86_400_000],
    ["1d", 86_400, 86_400_000],
    [" 2 s ", 2, 2000],
    ["3000ms", 3, 3000],
  ])("reads %j in the unit of the setting", (given, inSeconds, inMillis) => {
    expect(seconds.read(given)).toBe(inSeconds);
    expect(millis.read(given)).toBe(inMillis);
  });

  test.each(["0", "2d", "1500ms", "-1s", "1.5s", "1w", "s", null])("refuses %j seconds", (given) => {
    expect(() => seconds.read(given)).toThrow(UnacceptableValue);
  });
});

test.each([
  [true, true],
  ["true", true],
  ["FALSE", false],
  [false, false],
])("boolean accepts %j", (given, value) => {
  expect(boolean("X", true, "").read(given)).toBe(value);
});

test.each(["yes", "1", 1, 0, "", null])("boolean refuses %j", (given) => {
  expect(() => boolean("X", true, "").read(given)).toThrow(UnacceptableValue);
});

test("choice accepts its options only, by exact spelling", () => {
  const setting = choice("X", "info", ["info", "debug"], "");

  expect(setting.read("debug")).toBe("debug");
  expect(() => setting.read("DEBUG")).toThrow(UnacceptableValue);
  expect(setting.accepts).toBe("one of info, debug");
});

test("text may be empty where that is the default", () => {
  expect(text("X", "", "").read("")).toBe("");
  expect(() => text("X", "", "").read(null)).toThrow(UnacceptableValue);
});

test.each([123, "", null, "a\0b", {}])("text refuses %j", (given) => {
  expect(() => text("X", "default", "").read(given)).toThrow(UnacceptableValue);
  expect(() => optionalText("X", "").read(given)).toThrow(UnacceptableValue);
});

test("a URL loses its last slash and must be one of a web server", () => {
  const setting = optionalUrl("X", "");

  expect(setting.read("https://iot.example.com/base/")).toBe("https://iot.example.com/base");
  for (const given of ["iot.example.com", "ftp://example.com", "https://example.com/?a=b", "javascript:alert(1)"])
    expect(() => setting.read(given)).toThrow(UnacceptableValue);
});

test("a key is the bytes of its base64 and has a shortest length", () => {
  const setting = optionalKey("X", 4, "");

  expect(setting.read("AQIDBA==")).toEqual(new Uint8Array([1, 2, 3, 4]));
  expect(() => setting.read("AQID")).toThrow("3 bytes");
  expect(() => setting.read("?")).toThrow("not base64");
});

test("a secret has a shortest and a longest length", () => {
  const setting = optionalSecret("X", { min: 2, max: 4 }, "");

  expect(setting.read("abc")).toBe("abc");
  expect(() => setting.read("a")).toThrow("1 characters");
  expect(() => setting.read("abcde")).toThrow("5 characters");
});

describe("settings that decide by themselves when they are not given", () => {
  test("have no default", () => {
    expect(optionalBoolean("X", "").fallback).toBeUndefined();
    expect(optionalInteger("X", { min: 1, max: 9 }, "").fallback).toBeUndefined();
    expect(optionalInteger("X", { min: 1, max: 9 }, "").read("7")).toBe(7);
    expect(() => optionalInteger("X", { min: 1, max: 9 }, "").read(10)).toThrow(UnacceptableValue);
  });
});

test("a list of texts stands for them separated by commas, and no other list for anything", () => {
  const setting = list(networks("X", ""));
  expect(setting.read(["10.0.0.0/8", "::1"])).toBe("10.0.0.0/8,::1");
  expect(setting.read("10.0.0.0/8")).toBe("10.0.0.0/8");
  expect(setting.read([])).toBe("");
  for (const given of [["nowhere"], [1], [["::1"]], [null]])
    expect(() => setting.read(given)).toThrow(UnacceptableValue);
});

describe("networks", () => {
  const setting = networks("X", "");

  test.each(["", "127.0.0.1", "10.0.0.0/8, 192.168.1.7", "::1", "fd00::/8", "loopback"])("accepts %j", (given) => {
    expect(setting.read(given)).toBe(given);
  });

  test.each(["proxy.example.com", "10.0.0.0/33", "::1/129", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0", "*", "true", 1])(
    "refuses %j",
    (given) => {
      expect(() => setting.read(given)).toThrow(UnacceptableValue);
    },
  );
});
