// Larger units in those that the platform counts in: milliseconds and bytes.

export const SECOND_MILLIS = 1000;
export const MINUTE_MILLIS = 60 * SECOND_MILLIS;
export const HOUR_MILLIS = 60 * MINUTE_MILLIS;
export const DAY_MILLIS = 24 * HOUR_MILLIS;

export const MEBIBYTE = 1_048_576;

/** In words, rounded up. */
export function mebibytes(bytes: number): string {
  return `${String(Math.ceil(bytes / MEBIBYTE))} MiB`;
}
