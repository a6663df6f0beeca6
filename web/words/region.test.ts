// What is chosen, and what the browser decides.
import { expect, test } from "vitest";
import { keepRegion, keptRegion, NOTHING_CHOSEN, numberSample, parseChosenRegion, regionOf } from "./region.ts";

test("without a choice, the language is the first of the browser's that the interface has", () => {
  const languageOf = (...locales: readonly string[]) => regionOf(NOTHING_CHOSEN, locales).language;
  expect(languageOf("fr-FR", "de-CH", "en")).toBe("de");
  expect(languageOf("en-GB", "de")).toBe("en");
  expect(languageOf("fr")).toBe("en");
  expect(languageOf()).toBe("en");
});

test("dates are written as in the country of the browser, where it speaks the language, and numbers with them", () => {
  const german = { ...NOTHING_CHOSEN, language: "de" } as const;
  expect(regionOf(german, ["de-AT", "en"])).toMatchObject({ dateLocale: "de-AT", numberLocale: "de-AT" });
  expect(regionOf(german, ["en-US"])).toMatchObject({ dateLocale: "de", numberLocale: "de" });
  expect(regionOf({ ...german, numbers: "en-US" }, ["en-GB"])).toMatchObject({
    dateLocale: "de",
    numberLocale: "en-US",
  });
});

test("the time zone is the chosen one, else the browser's", () => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(regionOf(NOTHING_CHOSEN, ["en"]).timeZone).toBe(own);
  expect(regionOf({ ...NOTHING_CHOSEN, timeZone: "Asia/Tokyo" }, ["en"]).timeZone).toBe("Asia/Tokyo");
});

test("what the platform has of a choice is read, and what makes no sense is not chosen", () => {
  const chosen = { language: "de", timeZone: "America/New_York", numbers: "fr-FR" };
  expect(parseChosenRegion(chosen)).toEqual(chosen);
  for (const nonsense of [
    null,
    "de",
    [],
    { language: "fr", timeZone: "Mars/Olympus", numbers: "tlh" },
    { timeZone: 1 },
  ])
    expect(parseChosenRegion(nonsense)).toEqual(NOTHING_CHOSEN);
});

test("a browser that keeps nothing goes on with its own", () => {
  expect(() => keepRegion({ ...NOTHING_CHOSEN, language: "de" })).not.toThrow();
  expect(keptRegion()).toEqual(NOTHING_CHOSEN);
});

test("forms of numbers differ in what separates thousands and decimals", () => {
  expect(numberSample("en-US")).toBe("1,234.5");
  expect(numberSample("de-DE")).toBe("1.234,5");
  expect(numberSample("fr-FR")).toMatch(/^1\s234,5$/);
  expect(numberSample("de-CH")).toMatch(/^1['’]234\.5$/);
});
