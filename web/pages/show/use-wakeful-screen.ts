// Keeps the screen on while the page is seen, where the browser can.
import { useEffect } from "react";

export function useWakefulScreen(): void {
  useEffect(() => {
    if (!("wakeLock" in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isGone = false;
    const take = async (): Promise<void> => {
      if (document.visibilityState !== "visible") return;
      try {
        const taken = await navigator.wakeLock.request("screen");
        if (isGone) await taken.release();
        else lock = taken;
      } catch {
        // The battery may be low; the page works as well without it.
      }
    };
    const look = (): void => void take();
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      isGone = true;
      document.removeEventListener("visibilitychange", look);
      void lock?.release();
    };
  }, []);
}
