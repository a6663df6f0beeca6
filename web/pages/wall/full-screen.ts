// The browser's full screen, which it grants only after a press, and leaves by Escape without telling the page of the key.
import { useEffect } from "react";

export async function enterFullScreen(): Promise<void> {
  try {
    await document.documentElement.requestFullscreen();
  } catch {
    // Phones and frames refuse; the page then fills the window.
  }
}

/** Called also when the full screen has been left by the browser's own keys. */
export function useFullScreenLeft(onLeft: () => void): void {
  useEffect(() => {
    const changed = (): void => {
      if (document.fullscreenElement === null) onLeft();
    };
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  });
}
