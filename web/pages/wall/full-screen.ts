// The browser's full screen, which it grants only after a press, and leaves by Escape without telling the page of the key.
import { useEffect, useSyncExternalStore } from "react";

export async function enterFullScreen(): Promise<void> {
  try {
    await document.documentElement.requestFullscreen();
  } catch {
    // Phones and frames refuse; the page then fills the window.
  }
}

/** Asked of the document, which may have been in full screen before the page was there. */
export function useIsFullScreen(): boolean {
  return useSyncExternalStore(onChange, () => document.fullscreenElement !== null);
}

/** Called also when the full screen has been left by the browser's own keys. */
export function useFullScreenLeft(onLeft: () => void): void {
  useEffect(() => {
    const changed = (): void => {
      if (document.fullscreenElement === null) onLeft();
    };
    return onChange(changed);
  });
}

function onChange(changed: () => void): () => void {
  document.addEventListener("fullscreenchange", changed);
  return () => document.removeEventListener("fullscreenchange", changed);
}
