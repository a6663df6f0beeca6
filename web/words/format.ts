// Numbers and times in the viewer's form. Nothing else in the web interface names a locale or a time zone.
import { keptRegion, regionOf } from "./region.ts";

export const region = regionOf(keptRegion(), navigator.languages);

const COUNT = numberFormat();
const EXACT = timeFormat({ dateStyle: "medium", timeStyle: "medium" });

export function numberFormat(options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(region.numberLocale, options);
}

export function timeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(region.dateLocale, { timeZone: region.timeZone, ...options });
}

/** A whole number, as 12,345. */
export function countText(amount: number): string {
  return COUNT.format(amount);
}

/** `ts`: milliseconds since 1970. */
export function exactTime(ts: number): string {
  return EXACT.format(new Date(ts));
}
