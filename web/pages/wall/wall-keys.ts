// The keys of a wall screen. Keys that a panel or a dialog uses itself are left to it.
import { useEffect } from "react";

interface WallKeys {
  readonly isPaused: boolean;
  readonly pause: (isPaused: boolean) => void;
  readonly go: (step: 1 | -1) => void;
  readonly leave: () => void;
}

const OWN_KEYS = "[data-panel], [role=dialog], input, textarea, select";
const PRESSED_BY_SPACE = "a, button";

export function useWallKeys({ isPaused, pause, go, leave }: WallKeys): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      const isIn = (selector: string): boolean => target instanceof Element && target.closest(selector) !== null;
      if (key === "Escape" && document.querySelector("[role=dialog]") === null) leave();
      if (isIn(OWN_KEYS)) return;
      if (key === "ArrowRight") go(1);
      else if (key === "ArrowLeft") go(-1);
      else if (key === " " && !isIn(PRESSED_BY_SPACE)) pause(!isPaused);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}
