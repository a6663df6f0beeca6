// Live values of panels that show the last one of their range: those of now count as long as they are in it.
import { useMemo } from "react";
import { useEndsNow } from "../../components/chart/use-shown-until.ts";
import { useNow } from "../../components/use-now.ts";
import type { DashboardPanel } from "./configuration.ts";
import { newestShown } from "./panel-kinds.ts";
import { NO_VALUES, withNewest, type NewestValues, type PanelResult, type Sample } from "./panel-results.ts";
import { withNewestValues } from "./trends.ts";

const TICK_MILLIS = 60_000;

/** The result as if it were computed again; that of other panels stays as it is. */
export function useNewestOfRange(
  panel: Pick<DashboardPanel, "kind" | "source">,
  result: PanelResult | undefined,
  isLive: boolean,
): PanelResult | undefined {
  const isOfRange = newestShown(panel) === "ofRange";
  const now = useNow(isOfRange ? TICK_MILLIS : null);
  const { rangeEndTs = 0 } = result?.report?.meta ?? {};
  const endTs = useEndsNow(rangeEndTs, now) ? Infinity : rangeEndTs;
  return useMemo(
    () => (isOfRange && result !== undefined ? withNewestOfRange(result, isLive ? endTs : null) : result),
    [isOfRange, result, isLive, endTs],
  );
}

/** `endTs` is infinite for a range that goes on, and null where nothing follows what arrives. */
export function withNewestOfRange(result: PanelResult, endTs: number | null): PanelResult {
  const { report } = result;
  if (report === null) return result;
  const newest = endTs === null ? NO_VALUES : within(result.newest, report.meta.rangeStartTs, endTs);
  const cells = new Map([...newest].map(([device, values]) => [device, Object.fromEntries(values)]));
  return { ...result, newest, report: withNewestValues(withNewest(report, cells), newest) };
}

function within(values: NewestValues, startTs: number, endTs: number): NewestValues {
  const isIn = ([ts]: Sample): boolean => ts >= startTs && ts < endTs;
  return new Map([...values].map(([device, own]) => [device, new Map([...own].filter(([, sample]) => isIn(sample)))]));
}
