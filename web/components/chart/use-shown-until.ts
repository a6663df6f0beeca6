// To where the axis of a chart goes on: to the end of its range, or to now while that is earlier. A live chart of a range that ends
// at the present follows it, so that one sees since when there are no values: the platform sends nothing while nothing changes.
import { useState } from "react";
import { useNow } from "../use-now.ts";
import type { ReportData } from "./report-cell.ts";

/** A range that ends within so much of the present, when its report arrives, ends at the present. */
const PRESENT_MILLIS = 120_000;
/** A drawing takes time. */
const TICK_MILLIS_MIN = 5_000;
const TICK_MILLIS_MAX = 60_000;
const TICKS_OF_RANGE = 60;

export function useShownUntil(meta: ReportData["meta"], isLive: boolean): number {
  const { rangeStartTs = 0, rangeEndTs = -Infinity } = meta ?? {};
  const tick = (rangeEndTs - rangeStartTs) / TICKS_OF_RANGE;
  const now = useNow(Math.min(TICK_MILLIS_MAX, Math.max(TICK_MILLIS_MIN, tick)));
  const isPresent = useEndsNow(rangeEndTs, now);
  return isLive && isPresent ? now : Math.min(rangeEndTs, now);
}

/** Whether a range ended at the present when its report arrived. */
export function useEndsNow(rangeEndTs: number, now: number): boolean {
  const arrivedNow = { rangeEndTs, isPresent: rangeEndTs > now - PRESENT_MILLIS };
  const [arrived, setArrived] = useState(arrivedNow);
  if (arrived.rangeEndTs !== rangeEndTs) setArrived(arrivedNow);
  return arrived.isPresent;
}
