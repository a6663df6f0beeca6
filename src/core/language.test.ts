import { expect, test } from "vitest";
import { languageAsked } from "./language.ts";

test.each([
  [undefined, "en"],
  ["", "en"],
  ["de", "de"],
  ["de-CH, en;q=0.8", "de"],
  ["fr-FR, de;q=0.5, en;q=0.7", "en"],
  ["fr, DE;q=0.5", "de"],
  ["de;q=0, en;q=0.1", "en"],
  ["fr, *", "en"],
  [";;q=,=", "en"],
])("Accept-Language %s is answered in %s", (header, language) => {
  expect(languageAsked(header)).toBe(language);
});
