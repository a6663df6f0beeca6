// How much larger text of the page is than usual, as on a wall screen: what is measured in pixels follows it.
import { useSyncExternalStore } from "react";

const TEXT_PIXELS = 16;

export function useTextScale(): number {
  return useSyncExternalStore(onResize, textScale);
}

export function textScale(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / TEXT_PIXELS || 1;
}

function onResize(changed: () => void): () => void {
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
}
