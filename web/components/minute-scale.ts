// The upper end of a scale of minutes, and the marks on its axes. One minute with very much, such as the import of what a gateway has kept, would flatten all the
// others: it is cut off then.

export const MINUTE_MILLIS = 60_000;

/** So many minutes may be cut off, and no more than stay whole: more are no exception. */
const CUT_MAX = 3;
/** A minute is cut off if it has more than this many times the next smaller one. */
const TIMES_MORE = 4;
/** So few are told apart in a scale to all of them. */
const FEW = 20;
/** Above the largest minute that is drawn whole. */
const ROOM = 1.25;

/** The last entry is the current minute, which is not over yet and therefore no measure. */
export function scaleTopOf(minutes: readonly number[]): number {
  const largest = minutes.slice(0, -1).toSorted((a, b) => b - a);
  const most = Math.max(1, ...minutes);
  if (most <= FEW) return most;
  const busy = largest.filter((count) => count > 0).length;
  for (let cut = 1; cut <= Math.min(CUT_MAX, busy / 2); cut++) {
    const [more, whole] = [largest[cut - 1] ?? 0, largest[cut] ?? 0];
    if (whole > 0 && more > TIMES_MORE * whole) return Math.min(most, Math.ceil(ROOM * whole));
  }
  return most;
}

/** Above zero. */
const VALUE_TICKS_MAX = 3;

/** Round values up to the upper end of the scale, zero first. */
export function valueTicksOf(top: number): readonly number[] {
  const step = roundStepOf(top);
  return Array.from({ length: Math.floor(top / step) + 1 }, (_none, index) => index * step);
}

/** Of 1, 2 and 5 times a power of ten, the smallest that needs no more than the ticks there may be. */
function roundStepOf(top: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of [power, 2 * power, 5 * power]) if (Math.floor(top / step) <= VALUE_TICKS_MAX) return step;
}

/** Which of the minutes are whole quarters of an hour, or every so many minutes; zones differ from each other by whole quarters. */
export function timeTicksOf(startTs: number, minutes: number, everyMinutes: number): readonly number[] {
  const first = Math.floor(startTs / MINUTE_MILLIS);
  return Array.from({ length: minutes }, (_none, index) => index).filter(
    (index) => (first + index) % everyMinutes === 0,
  );
}
