// Units and decimals of keys, as a profile's data has them.
import { expect, test } from "vitest";
import { parseProfileKeys, PROFILE_KEYS_MAX, requireKeys, storedKeys } from "./profile-keys.ts";

const TEMPERATURE = { key: "temperature", unit: "°C", decimals: 1 };

test("units and decimals are each optional, and a blank unit is none", () => {
  const keys = [TEMPERATURE, { key: "count" }, { key: "speed", unit: "  ", decimals: null }, { key: "a", decimals: 0 }];
  expect(parseProfileKeys({ keys })).toEqual([
    TEMPERATURE,
    { key: "count", unit: null, decimals: null },
    { key: "speed", unit: null, decimals: null },
    { key: "a", unit: null, decimals: 0 },
  ]);
  expect(parseProfileKeys({})).toEqual([]);
  expect(parseProfileKeys({ keys: null })).toEqual([]);
});

test("__proto__ is a key like any other", () => {
  const keys = [{ key: "__proto__", unit: "bar" }, { key: "constructor" }];
  expect(parseProfileKeys({ keys }).map(({ key }) => key)).toEqual(["__proto__", "constructor"]);
});

test.each([
  ["x", 'profileData.keys must be a list of {key, unit, decimals}, got "x"'],
  [{ temperature: "°C" }, 'profileData.keys must be a list of {key, unit, decimals}, got {"temperature":"°C"}'],
  [["temperature"], 'profileData.keys[0] must be an object {key, unit, decimals}, got "temperature"'],
  [[{ unit: "°C" }], "profileData.keys[0].key must be the name of a key, got nothing"],
  [[{ key: " " }], 'profileData.keys[0].key: a key must not be blank or contain U+0000, got " "'],
  [[{ key: "x".repeat(256) }], "profileData.keys[0].key: a key may have 1 to 255 characters, got 256"],
  [[TEMPERATURE, { key: "b", unit: 5 }], "profileData.keys[1].unit must be a text, got 5"],
  [[{ key: "b", unit: "x".repeat(33) }], "profileData.keys[0].unit may have 32 characters, got 33"],
  [[{ key: "b", unit: "a\0" }], "profileData.keys[0].unit must not contain U+0000"],
  [[{ key: "b", decimals: 16 }], "profileData.keys[0].decimals must be a whole number from 0 to 15, got 16"],
  [[{ key: "b", decimals: 1.5 }], "profileData.keys[0].decimals must be a whole number from 0 to 15, got 1.5"],
  [[{ key: "b", decimals: "1" }], 'profileData.keys[0].decimals must be a whole number from 0 to 15, got "1"'],
  [[{ key: "b", units: "V" }], 'profileData.keys[0] may have key, unit, decimals, got "units"'],
  [
    [TEMPERATURE, { key: "b" }, { key: "temperature" }],
    'profileData.keys[2].key must differ from those of other keys, got "temperature" as in profileData.keys[0]',
  ],
])("%j is refused, with the field, the limit and what was found", (keys, message) => {
  expect(() => parseProfileKeys({ keys })).toThrow(message);
});

test("a profile has a bounded number of keys", () => {
  const keys = Array.from({ length: PROFILE_KEYS_MAX + 1 }, (_, place) => ({ key: `k${String(place)}` }));
  expect(parseProfileKeys({ keys: keys.slice(1) })).toHaveLength(PROFILE_KEYS_MAX);
  expect(() => parseProfileKeys({ keys })).toThrow("profileData.keys may have 500 keys, got 501");
});

test("something else that is stored under this name is read as no keys, and may be saved as it is", () => {
  const stored = { keys: { temperature: "°C" }, other: 1 };
  expect(storedKeys(stored)).toMatchObject({ keys: [], fault: expect.stringContaining("must be a list") as string });
  expect(() => requireKeys({ ...stored, other: 2 }, stored)).not.toThrow();
  expect(() => requireKeys(stored)).toThrow("profileData.keys must be a list");
  expect(() => requireKeys({ keys: { temperature: "K" } }, stored)).toThrow("profileData.keys must be a list");
});
