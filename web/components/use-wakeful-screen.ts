// Keeps the screen on while the page is visible, if the browser can: for pages on a wall.
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
        // The battery may be low; the page also works without this.
      }
    };
    const retake = (): void => void take();
    retake();
    document.addEventListener("visibilitychange", retake);
    return () => {
      isGone = true;
      document.removeEventListener("visibilitychange", retake);
      void lock?.release();
    };
  }, []);
}
