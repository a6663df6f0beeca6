// Which of the dashboards of a wall screen is shown: each for its time, unless somebody pauses, steps, or is at work there.
import { useDocumentVisibility } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { Turn } from "./wall-address.ts";

/** The next place from here, in this direction, whose dashboard can be shown; null if there is none. Here counts last. */
export function placeAfter(
  turns: readonly Turn[],
  isReadable: (turn: Turn) => boolean,
  here: number,
  step: 1 | -1,
): number | null {
  for (let away = 1; away <= turns.length; away++) {
    const place = (here + step * away + turns.length * 2) % turns.length;
    const turn = turns[place];
    if (turn !== undefined && isReadable(turn)) return place;
  }
  return null;
}

export interface Rotation {
  /** Null if no dashboard can be shown. */
  readonly place: number | null;
  readonly isPaused: boolean;
  readonly pause: (isPaused: boolean) => void;
  readonly go: (step: 1 | -1) => void;
}

export function useRotation(turns: readonly Turn[], isReadable: (turn: Turn) => boolean): Rotation {
  const [kept, setKept] = useState(0);
  const [isPaused, pause] = useState(false);
  const touches = useTouches();
  const isSeen = useDocumentVisibility() === "visible";
  const keptTurn = turns[kept];
  const place = keptTurn !== undefined && isReadable(keptTurn) ? kept : placeAfter(turns, isReadable, kept, 1);
  const next = place === null ? null : placeAfter(turns, isReadable, place, 1);
  const seconds = place === null ? undefined : turns[place]?.seconds;
  useEffect(() => {
    if (isPaused || !isSeen || seconds === undefined || next === null || next === place) return undefined;
    const timer = setTimeout(() => setKept(next), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [isPaused, isSeen, seconds, next, place, touches]);
  return {
    place,
    isPaused,
    pause,
    go: (step) => setKept((place === null ? null : placeAfter(turns, isReadable, place, step)) ?? 0),
  };
}

/** Grows when somebody uses the page: what they are at work on stays for its whole time. */
function useTouches(): number {
  const [touches, setTouches] = useState(0);
  useEffect(() => {
    const touched = (): void => setTouches((before) => before + 1);
    addEventListener("pointerdown", touched);
    addEventListener("keydown", touched);
    return () => {
      removeEventListener("pointerdown", touched);
      removeEventListener("keydown", touched);
    };
  }, []);
  return touches;
}
