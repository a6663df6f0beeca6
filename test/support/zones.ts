// Zones whose clocks do what is easily got wrong, and a calendar in one of them.
import type { Calendar } from "../../src/core/analytics/time/calendar.ts";
import { Zones } from "../../src/core/analytics/time/zones.ts";

export const TRICKY_ZONES = [
  "UTC",
  "Europe/Berlin",
  "Europe/Dublin", // winter is the exception
  "America/New_York",
  "America/St_Johns", // went back at 00:01, over midnight
  "America/Sao_Paulo", // days that start at 01:00
  "America/Havana", // the same, and midnight twice
  "America/Scoresbysund",
  "Africa/Casablanca", // four changes a year, around a month of the moon
  "Africa/Monrovia", // an offset of minutes and seconds until 1972
  "Antarctica/Troll", // two hours at once
  "Asia/Kathmandu",
  "Asia/Gaza",
  "Asia/Pyongyang",
  "Australia/Lord_Howe", // half an hour
  "Pacific/Apia", // skipped a date
  "Pacific/Kwajalein", // the same, in 1993
  "Pacific/Chatham",
] as const;

const zones = new Zones();

export async function calendarIn(
  name: string,
  rules: Partial<Pick<Calendar, "weekStart" | "fiscalStartMonth">> = {},
): Promise<Calendar> {
  return { zone: await zones.load(name), weekStart: "monday", fiscalStartMonth: 1, ...rules };
}
