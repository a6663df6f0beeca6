// Cuts a history into windows that are small enough to be sorted at once, in reading order. It counts points slot by
// slot before it cuts, so neither a year of silence nor a million points at one instant cause trouble.

/** Points of a range of times and of a range of series; both ends are exclusive. */
export interface PointWindow {
  readonly startTs: number;
  readonly endTs: number;
  readonly seriesStart: number;
  readonly seriesEnd: number;
}

export interface WindowOptions {
  readonly pointsMax: number;
  /** Bytes of the texts among these points. */
  readonly textBytesMax: number;
}

/** The contents of one slot of an evenly cut window; slots without points are left out. */
export interface Slot {
  readonly index: number;
  readonly points: number;
  readonly textBytes: number;
}

export type Axis = "ts" | "series";

/** Counts a window in slots of `width` along an axis, ascending. */
export type CountSlots = (window: PointWindow, axis: Axis, width: number) => Promise<readonly Slot[]>;

/** Many slots, so that windows come out nearly full. */
const SLOTS_MAX = 4096;

/**
 * Yields all windows that contain points. Points of one ts are split by series only if they are too many for one
 * window.
 */
export async function* cutWindows(
  whole: PointWindow,
  options: WindowOptions,
  count: CountSlots,
): AsyncGenerator<PointWindow, void, undefined> {
  const axis: Axis = whole.endTs - whole.startTs > 1 ? "ts" : "series";
  const [start, end] = axis === "ts" ? [whole.startTs, whole.endTs] : [whole.seriesStart, whole.seriesEnd];
  const width = Math.max(1, Math.ceil((end - start) / SLOTS_MAX));
  const part = (from: number, to: number): PointWindow =>
    axis === "ts" ? { ...whole, startTs: from, endTs: to } : { ...whole, seriesStart: from, seriesEnd: to };
  let from: number | undefined;
  let to = start;
  let points = 0;
  let textBytes = 0;
  for (const slot of await count(whole, axis, width)) {
    const slotStart = start + slot.index * width;
    const slotEnd = Math.min(end, slotStart + width);
    const isTooMuch = slot.points > options.pointsMax || slot.textBytes > options.textBytesMax;
    const wouldBe = points + slot.points > options.pointsMax || textBytes + slot.textBytes > options.textBytesMax;
    if (from !== undefined && (isTooMuch || wouldBe)) {
      yield part(from, to);
      from = undefined;
      points = 0;
      textBytes = 0;
    }
    const cell = part(slotStart, slotEnd);
    if (isTooMuch && canBeCut(cell)) yield* cutWindows(cell, options, count);
    else {
      from ??= slotStart;
      to = slotEnd;
      points += slot.points;
      textBytes += slot.textBytes;
    }
  }
  if (from !== undefined) yield part(from, to);
}

/** A single point cannot be cut, however large it is. */
function canBeCut({ startTs, endTs, seriesStart, seriesEnd }: PointWindow): boolean {
  return endTs - startTs > 1 || seriesEnd - seriesStart > 1;
}
