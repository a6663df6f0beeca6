// Numbers and times in the viewer's form. Nothing else in the web interface names a locale or a time zone.
import { keptRegion, regionOf } from "./region.ts";

export const region = regionOf(keptRegion(), navigator.languages);

const COUNT = numberFormat();
const PERCENT = numberFormat({ style: "percent", maximumFractionDigits: 2 });
const SHARE = numberFormat({ style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
const EXACT = timeFormat({ dateStyle: "medium", timeStyle: "medium" });

export function numberFormat(options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(region.numberLocale, options);
}

export function timeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(region.dateLocale, { timeZone: region.timeZone, ...options });
}

/** Between the whole part and the decimals of a number. */
export const DECIMAL_SEPARATOR = COUNT.formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? ".";

/** Between the thousands of a number. */
export const GROUP_SEPARATOR = COUNT.formatToParts(12_345).find(({ type }) => type === "group")?.value ?? "";

/** What follows the number of a percentage. */
export const PERCENT_SUFFIX = PERCENT.format(0.01).replace(/^\d/, "");

/** As 12%, or 12 % where there is a space before the sign. */
export function percentText(percent: number): string {
  return PERCENT.format(percent / 100);
}

/** The same of one of several shares, which are read beside each other: 50.0%. */
export function shareText(percent: number): string {
  return SHARE.format(percent / 100);
}

/** A whole number, as 12,345. */
export function countText(amount: number): string {
  return COUNT.format(amount);
}

/** The beginning of a sentence. */
export function withCapital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase(region.dateLocale) + text.slice(1);
}

/** `ts`: milliseconds since 1970. */
export function exactTime(ts: number): string {
  return EXACT.format(new Date(ts));
}

/** The same in its two halves, day and time of day: a line may end between them, but not within one. */
export function exactHalves(ts: number): readonly [day: string, time: string] {
  const parts = EXACT.formatToParts(new Date(ts));
  const at = parts.findIndex(({ type }) => type === "hour");
  const text = (from: typeof parts): string => from.map(({ value }) => value).join("");
  return [text(parts.slice(0, at)).trimEnd(), text(parts.slice(at))];
}

/** Times on the clock of a time zone, as 2026-03-29 02:30:00: of all locales, Swedish writes them as the standard says. */
export function clockFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
}

/** How hours are written where the parts of a time are given: 7:05 AM, but 07:05 of 24 hours. */
export const HOUR = timeFormat({ hour: "numeric" }).resolvedOptions().hour12 === true ? "numeric" : "2-digit";
