// How long ago a value was measured, where that is long ago: a page can be connected to a platform that hears nothing from a device.
import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Marked } from "./marked.tsx";
import { Moment } from "./moment.tsx";
import { useNow } from "./use-now.ts";

/** After as long a silence, the platform counts a device as inactive, unless it is set otherwise. */
const OLD_MILLIS = 600_000;
const TICK_MILLIS = 10_000;

interface ValueAgeProps {
  /** Milliseconds since 1970; null if it is not known. */
  readonly ts: number | null;
  /** The mark is the age. */
  readonly text?: string;
}

/** Nothing for a value that is not old. */
export function ValueAge({ ts, text = "[]" }: ValueAgeProps): ReactNode {
  const isOld = useIsOld([ts]);
  if (ts === null || !isOld) return null;
  return (
    <Text span size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
      <Marked text={text} as={() => <Moment ts={ts} style="age" isInSentence />} />
    </Text>
  );
}

/** Whether one of these is old now. */
export function useIsOld(times: readonly (number | null)[]): boolean {
  const now = useNow(times.some((ts) => ts !== null) ? TICK_MILLIS : null);
  return times.some((ts) => ts !== null && now - ts >= OLD_MILLIS);
}
