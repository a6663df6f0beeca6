// How much larger text of the page is than usual, as on a wall screen: what is measured in pixels follows it.
import { useSyncExternalStore } from "react";

const TEXT_PIXELS = 16;

export function useTextScale(): number {
  return useSyncExternalStore(onChange, textScale);
}

function textScale(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / TEXT_PIXELS || 1;
}

/** A wall screen sets it only after its own size has changed. */
function onChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["style"] });
  window.addEventListener("resize", changed);
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", changed);
  };
}
