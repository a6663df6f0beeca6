// Which panels of the grid are on the screen, or about to be: others are not asked for.
import { useDebouncedValue, useDocumentVisibility } from "@mantine/hooks";
import { useEffect, useRef, useState, type RefObject } from "react";

/** Below the screen, so that a panel is there when it is scrolled to. */
const AHEAD = "300px 0px";
/** Scrolling passes by panels that nobody looks at. */
const PAUSE_MILLIS = 200;
/** A page in the background stays as it is for a while: people come back. */
const AWAY_MILLIS = 30_000;

interface VisiblePanels {
  /** Of the grid; its panels have `data-panel`. */
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly visible: ReadonlySet<string>;
  /** Before the browser has told which are. */
  readonly isUnknown: boolean;
}

/** `ids`: those in the grid. */
export function useVisiblePanels(ids: readonly string[]): VisiblePanels {
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<ReadonlySet<string> | null>(null);
  const [settled] = useDebouncedValue(seen, PAUSE_MILLIS, { leading: true });
  const page = useDocumentVisibility();
  const [lastingPage] = useDebouncedValue(page, AWAY_MILLIS);
  const all = JSON.stringify(ids);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        setSeen((before) => {
          const now = new Set(before ?? NONE);
          for (const { target, isIntersecting } of entries) {
            const id = target.getAttribute("data-panel") ?? "";
            if (isIntersecting) now.add(id);
            else now.delete(id);
          }
          return now;
        });
      },
      { rootMargin: AHEAD },
    );
    for (const element of ref.current?.querySelectorAll("[data-panel]") ?? []) observer.observe(element);
    return () => observer.disconnect();
  }, [all]);
  const isAway = page === "hidden" && lastingPage === "hidden";
  return { ref, visible: isAway ? NONE : (settled ?? NONE), isUnknown: settled === null };
}

const NONE: ReadonlySet<string> = new Set();
