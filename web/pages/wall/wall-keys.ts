// The keys of a wall screen. Keys that a panel or a dialog uses itself are left to it.
import { useEffect, useEffectEvent } from "react";

interface WallKeys {
  readonly isPaused: boolean;
  readonly pause: (isPaused: boolean) => void;
  readonly go: (step: 1 | -1) => void;
  readonly leave: () => void;
}

const OPEN_DIALOG = "[role=dialog][aria-modal=true]";
const OWN_KEYS = "[data-panel], [role=dialog], input, textarea, select";
const PRESSED_BY_SPACE = "a, button";

export function useWallKeys({ isPaused, pause, go, leave }: WallKeys): void {
  // One listener for good: one that is replaced while a key is on its way to it misses that key.
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const isIn = (selector: string): boolean => target instanceof Element && target.closest(selector) !== null;
    if (key === "Escape" && document.querySelector(OPEN_DIALOG) === null) leave();
    if (isIn(OWN_KEYS)) return;
    if (key === "ArrowRight") go(1);
    else if (key === "ArrowLeft") go(-1);
    else if (key === " " && !isIn(PRESSED_BY_SPACE)) pause(!isPaused);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => onKey(event);
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}
