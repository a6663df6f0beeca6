// Messages that take longer than a turn of the thread: they are read in steps. Source: decision 0163.

/** A message this long is read in steps. Shorter ones take about a millisecond at most, and are read at once. */
const LONG_BYTES = 16_384;

/** Values read in one step; an entry counts as one more. */
export const VALUES_OF_A_STEP = 3_000;

export function isLong({ payload }: { readonly payload: Buffer }): boolean {
  return payload.length >= LONG_BYTES;
}
