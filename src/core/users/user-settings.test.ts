import { describe, expect, test } from "vitest";
import { mergedSettings, settingsWithout } from "./user-settings.ts";

describe("mergedSettings", () => {
  test.each([
    ["{}", '{"theme":"dark"}', '{"theme":"dark"}'],
    ['{"a":1,"b":2}', '{"b":{"c":3}}', '{"a":1,"b":{"c":3}}'],
    ['{"b":{"c":3,"d":4}}', '{"b":{"e":5}}', '{"b":{"e":5}}'],
    ['{"b":{"c":3,"d":4}}', '{"b.e":5}', '{"b":{"c":3,"d":4,"e":5}}'],
    ["{}", '{"a.b.c":1,"a.b.d":2}', '{"a":{"b":{"c":1,"d":2}}}'],
    ['{"a":null}', '{"a.b":1}', '{"a":{"b":1}}'],
    ['{"a":1}', '{"a":null}', '{"a":null}'],
    ["{}", '{"big":12345678901234567890}', '{"big":12345678901234567890}'],
  ])("%s with %s is %s", (settings, change, merged) => {
    expect(mergedSettings(settings, change)).toBe(merged);
  });

  test("__proto__ and constructor are names like any other", () => {
    const merged = mergedSettings(
      '{"__proto__":{"a":1}}',
      '{"__proto__.b":2,"constructor.prototype.c":3,"toString":4}',
    );

    expect(merged).toBe('{"__proto__":{"a":1,"b":2},"constructor":{"prototype":{"c":3}},"toString":4}');
    expect(Object.hasOwn(Object.prototype, "c")).toBe(false);
  });

  test.each([
    ['{"a":1}', '{"a.b":1}', '"a" is there'],
    ['{"a":[]}', '{"a.0":1}', '"a" is there'],
    ["{}", '{"":1}', "empty part"],
    ["{}", '{"a.":1}', "empty part"],
    ["{}", '{".a":1}', "empty part"],
    ["{}", '{"a..b":1}', "empty part"],
    ["{}", `{"${"a.".repeat(64)}a":1}`, "may have 64 parts, got 65"],
    ["{}", `{"${"a.".repeat(63)}a":{"b":1}}`, "64 levels"],
    ["{}", `{"a":"${"x".repeat(65_536)}"}`, "65536"],
  ])("%s with %s is refused", (settings, change, message) => {
    expect(() => mergedSettings(settings, change)).toThrow(message);
  });
});

describe("settingsWithout", () => {
  test.each([
    ['{"a":1,"b":2}', ["a"], '{"b":2}'],
    ['{"a":{"b":1,"c":2}}', ["a.b"], '{"a":{"c":2}}'],
    ['{"a":{"b":1}}', ["a.b.c", "b", "a.c", "", "a.", ".a"], '{"a":{"b":1}}'],
    ['{"a":[1,2],"t":"x"}', ["a.0", "a.length", "t.length"], '{"a":[1,2],"t":"x"}'],
    ['{"__proto__":{"a":1},"constructor":2,"b":3}', ["__proto__", "constructor"], '{"b":3}'],
    ['{"b":3}', ["__proto__.x", "constructor.prototype", "toString"], '{"b":3}'],
    ['{"big":12345678901234567890,"a":1}', ["a"], '{"big":12345678901234567890}'],
  ])("%s without %j is %s", (settings, paths, left) => {
    expect(settingsWithout(settings, paths)).toBe(left);
  });
});
