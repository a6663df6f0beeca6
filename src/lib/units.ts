// Larger units in the base units of the platform, milliseconds and bytes.

export const SECOND_MILLIS = 1000;
export const MINUTE_MILLIS = 60 * SECOND_MILLIS;
export const HOUR_MILLIS = 60 * MINUTE_MILLIS;
export const DAY_MILLIS = 24 * HOUR_MILLIS;

export const MEBIBYTE = 1_048_576;

/** For people, rounded up. */
export function mebibytes(bytes: number): string {
  return `${String(Math.ceil(bytes / MEBIBYTE))} MiB`;
}
