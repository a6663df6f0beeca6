// The viewer's language, time zone and form of numbers: as chosen in the account, else as the browser has them. What was chosen
// is kept by this browser, too, because pages need it before they know who is signed in.
import { parseNamed } from "../../src/lib/json-names.ts";
import { isObject } from "../../src/lib/members.ts";
import { isTimeZone } from "../../src/lib/time-zone.ts";

/** Each in its own name, for those who read only that one. */
export const LANGUAGE_NAMES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGE_NAMES;

/** Locales whose numbers have the forms that can be chosen: 1,234.5 and 1.234,5 and 1 234,5 and 1’234.5. */
export const NUMBER_LOCALES = ["en-US", "de-DE", "fr-FR", "de-CH"] as const;

/** Null where the browser decides. */
export interface ChosenRegion {
  readonly language: Language | null;
  /** As the tz database names it. */
  readonly timeZone: string | null;
  /** A locale whose form numbers have. */
  readonly numbers: (typeof NUMBER_LOCALES)[number] | null;
}

export interface Region {
  readonly language: Language;
  readonly timeZone: string;
  /** Of dates and times; of the viewer's language, and of the browser's country where that speaks it. */
  readonly dateLocale: string;
  readonly numberLocale: string;
}

const KEY = "bridgehead.region";
export const NOTHING_CHOSEN: ChosenRegion = { language: null, timeZone: null, numbers: null };

/** Throws nothing: what no longer makes sense counts as not chosen. */
export function parseChosenRegion(sent: unknown): ChosenRegion {
  if (!isObject(sent)) return NOTHING_CHOSEN;
  const { language, timeZone, numbers } = sent;
  return {
    language: languages().find((known) => known === language) ?? null,
    timeZone: typeof timeZone === "string" && isTimeZone(timeZone) ? timeZone : null,
    numbers: NUMBER_LOCALES.find((known) => known === numbers) ?? null,
  };
}

export function regionOf(chosen: ChosenRegion, browserLocales: readonly string[]): Region {
  const language = chosen.language ?? languageOf(browserLocales);
  const dateLocale = browserLocales.find((locale) => speaks(locale, language)) ?? language;
  return {
    language,
    timeZone: chosen.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    dateLocale,
    numberLocale: chosen.numbers ?? dateLocale,
  };
}

export function keptRegion(): ChosenRegion {
  try {
    return parseChosenRegion(parseNamed(localStorage.getItem(KEY) ?? "null"));
  } catch {
    // In a frame of another site the browser may keep nothing.
    return NOTHING_CHOSEN;
  }
}

/** For the next load of the page. Throws nothing: a browser that keeps nothing goes on with its own. */
export function keepRegion(chosen: ChosenRegion): void {
  try {
    if (Object.values(chosen).every((part) => part === null)) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // As above.
  }
}

/** The first of the browser's languages that the interface has. */
function languageOf(browserLocales: readonly string[]): Language {
  const found = browserLocales.map((locale) => languages().find((language) => speaks(locale, language)));
  return found.find((language) => language !== undefined) ?? "en";
}

function languages(): readonly Language[] {
  return Object.keys(LANGUAGE_NAMES) as Language[];
}

function speaks(locale: string, language: Language): boolean {
  return locale.toLowerCase().split("-")[0] === language;
}

/** What numbers look like in the form of a locale. */
export function numberSample(locale: string): string {
  return new Intl.NumberFormat(locale).format(1_234.5);
}
