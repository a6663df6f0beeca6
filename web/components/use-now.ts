// The current time, for content that changes with it.
import { useEffect, useState } from "react";

/** Updated at this interval; null never updates. */
export function useNow(everyMillis: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (everyMillis === null) return undefined;
    const tick = (): void => setNow(Date.now());
    tick();
    const timer = setInterval(tick, everyMillis);
    return () => clearInterval(timer);
  }, [everyMillis]);
  return now;
}
