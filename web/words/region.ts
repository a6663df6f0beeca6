// The viewer's language, time zone and form of numbers: as chosen in the account, else as the browser has them. What was chosen
// is kept by this browser, too, because pages need it before they know who is signed in.
import { parseNamed } from "../../src/lib/json-names.ts";
import { isObject } from "../../src/lib/members.ts";

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Null where the browser decides. */
export interface ChosenRegion {
  readonly language: Language | null;
  /** As the tz database names it. */
  readonly timeZone: string | null;
  /** A locale whose form numbers have. */
  readonly numbers: string | null;
}

export interface Region {
  readonly language: Language;
  readonly timeZone: string;
  /** Of dates and times; of the viewer's language, and of the browser's country where that speaks it. */
  readonly dateLocale: string;
  readonly numberLocale: string;
}

const KEY = "bridgehead.region";
const NOTHING_CHOSEN: ChosenRegion = { language: null, timeZone: null, numbers: null };

/** Throws nothing: what no longer makes sense counts as not chosen. */
export function parseChosenRegion(sent: unknown): ChosenRegion {
  if (!isObject(sent)) return NOTHING_CHOSEN;
  const { language, timeZone, numbers } = sent;
  return {
    language: LANGUAGES.find((known) => known === language) ?? null,
    timeZone: typeof timeZone === "string" && isTimeZone(timeZone) ? timeZone : null,
    numbers: typeof numbers === "string" && isLocale(numbers) ? numbers : null,
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

export function keepRegion(chosen: ChosenRegion): void {
  localStorage.setItem(KEY, JSON.stringify(chosen));
}

/** The first of the browser's languages that the interface has. */
function languageOf(browserLocales: readonly string[]): Language {
  const found = browserLocales.map((locale) => LANGUAGES.find((language) => speaks(locale, language)));
  return found.find((language) => language !== undefined) ?? "en";
}

function speaks(locale: string, language: Language): boolean {
  return locale.toLowerCase().split("-")[0] === language;
}

function isTimeZone(name: string): boolean {
  return succeeds(() => new Intl.DateTimeFormat("en", { timeZone: name }));
}

function isLocale(name: string): boolean {
  return succeeds(() => new Intl.NumberFormat(name));
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
