// Cuts the time over which points have to go into slices of about as many points as one transaction deletes.
import type { RetentionSlice } from "../../core/telemetry/retention-ports.ts";

/** Points in an even part of the time; empty parts are left out. */
export interface CountedSlot {
  readonly slot: number;
  readonly points: number;
}

/** The first slot begins at `first`, each is `width` wide. Slots ascend. One that holds too much is a slice by itself. */
export function slicesOf(
  slots: readonly CountedSlot[],
  { first, width, pointsMax }: { readonly first: number; readonly width: number; readonly pointsMax: number },
): readonly RetentionSlice[] {
  const slices: RetentionSlice[] = [];
  let open: { startTs: number; endTs: number; points: number } | undefined;
  for (const { slot, points } of slots) {
    const startTs = first + slot * width;
    if (open !== undefined && open.points + points > pointsMax) {
      slices.push(open);
      open = undefined;
    }
    open ??= { startTs, endTs: startTs, points: 0 };
    open.endTs = startTs + width;
    open.points += points;
  }
  if (open !== undefined) slices.push(open);
  return slices;
}
