// Units and decimals of keys, as profiles give them.
import { expect, test } from "vitest";
import { formatsAmong, formattedFigure, keyFormats, NO_FORMAT } from "./key-format.ts";

const formats = (...keys: Parameters<typeof keyFormats>[0]["keys"]) => keyFormats({ keys });

test("a figure has the unit and the decimals of its key", () => {
  const known = formats(
    { key: "temperature", unit: "°C", decimals: 1 },
    { key: "__proto__", unit: "bar", decimals: null },
    { key: "count", unit: null, decimals: 0 },
  );
  const text = (key: string, value: number): string => formattedFigure(value, known.get(key) ?? NO_FORMAT);
  expect(text("temperature", 21.4321)).toBe("21.4 °C");
  expect(text("temperature", 21)).toBe("21.0 °C");
  expect(text("__proto__", 1.25)).toBe("1.25 bar");
  expect(text("count", 4.6)).toBe("5");
  expect(text("speed", 21.4321)).toBe("21.4321");
});

test("profiles that name a key and disagree about its unit give it none, those that do not name it do not count", () => {
  const metric = formats({ key: "temperature", unit: "°C", decimals: 1 }, { key: "speed", unit: "m/s", decimals: 1 });
  const other = formats({ key: "temperature", unit: "°F", decimals: 1 }, { key: "power", unit: "W", decimals: 0 });
  const coarse = formats({ key: "speed", unit: "m/s", decimals: 0 });
  const profiles = [metric, other, coarse, metric].map((known, place) => ({
    ...{ id: `id ${String(place)}`, name: `profile ${String(place)}`, formats: known },
  }));
  expect(Object.fromEntries(formatsAmong(profiles, null))).toEqual({
    temperature: { unit: "", decimals: null },
    speed: { unit: "m/s", decimals: null },
    power: { unit: "W", decimals: 0 },
  });
  expect(Object.fromEntries(formatsAmong(profiles, ["profile 0", "id 3"]))).toEqual(Object.fromEntries(metric));
  expect(formatsAmong(profiles, ["gone"]).size).toBe(0);
});
