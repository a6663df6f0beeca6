import { expect, test } from "vitest";
import { newId, type UserId } from "../ids.ts";
import { UserLanguages } from "./user-languages.ts";

const USER = newId<UserId>();

test.each<[settings: string | undefined, language: string]>([
  [undefined, "en"],
  ['{"region":{"language":"de","timeZone":null}}', "de"],
  ['{"region":{"language":null}}', "en"],
  ['{"region":{"language":"fr"}}', "en"],
  ['{"region":"de"}', "en"],
])("with the settings %s a user who asks in English is written to in %s", async (settings, language) => {
  const languages = new UserLanguages({ findUserSettings: () => Promise.resolve(settings) });

  expect(await languages.of(USER, "en")).toBe(language);
});

test("a user who has chosen nothing is written to in the language of the request", async () => {
  const languages = new UserLanguages({ findUserSettings: () => Promise.resolve("{}") });

  expect(await languages.of(USER, "de")).toBe("de");
});
