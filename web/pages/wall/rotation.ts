// Which of the dashboards of a wall screen is shown, and which part of one that is higher than the screen: each for its time, unless
// somebody pauses, steps, or is at work there.
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

interface Kept {
  readonly kept: number;
  readonly keptPart: number;
}

/** Of the dashboard at this place. One that is shown instead of the one that was kept, which has gone, begins with its first. */
export function partOf(place: number | null, { kept, keptPart }: Kept, parts: number): number {
  return place === kept ? Math.min(keptPart, parts - 1) : 0;
}

export interface Rotation {
  /** Null if no dashboard can be shown. */
  readonly place: number | null;
  /** Of the dashboard, from 0. */
  readonly part: number;
  /** In how many parts the dashboard is shown. */
  readonly parts: number;
  /** Called by what shows the dashboard. */
  readonly setParts: (parts: number) => void;
  readonly isPaused: boolean;
  readonly pause: (isPaused: boolean) => void;
  readonly go: (step: 1 | -1) => void;
}

export function useRotation(turns: readonly Turn[], isReadable: (turn: Turn) => boolean): Rotation {
  const [choice, setKept] = useState({ kept: 0, keptPart: 0 });
  const { kept } = choice;
  const [parts, setParts] = useState(1);
  const [isPaused, pause] = useState(false);
  const isSeen = useDocumentVisibility() === "visible";
  const keptTurn = turns[kept];
  const place = keptTurn !== undefined && isReadable(keptTurn) ? kept : placeAfter(turns, isReadable, kept, 1);
  const next = place === null ? null : placeAfter(turns, isReadable, place, 1);
  const part = partOf(place, choice, parts);
  const seconds = place === null ? undefined : turns[place]?.seconds;
  useEffect(() => {
    if (isPaused || !isSeen || seconds === undefined || place === null || next === null) return undefined;
    if (next === place && parts === 1) return undefined;
    const step = part + 1 < parts ? { kept: place, keptPart: part + 1 } : { kept: next, keptPart: 0 };
    return afterStillness(seconds * 1_000, () => setKept(step));
  }, [isPaused, isSeen, seconds, next, place, part, parts]);
  return {
    ...{ place, part, parts, setParts, isPaused, pause },
    go: (step) => {
      const there = place === null ? null : placeAfter(turns, isReadable, place, step);
      setKept({ kept: there ?? 0, keptPart: 0 });
    },
  };
}

/** Runs something when nobody has used the page for a while: what they are at work on stays for its whole time. */
function afterStillness(waitMillis: number, run: () => void): () => void {
  let timer = setTimeout(run, waitMillis);
  const touched = (): void => {
    clearTimeout(timer);
    timer = setTimeout(run, waitMillis);
  };
  for (const touch of TOUCHES) addEventListener(touch, touched);
  return () => {
    clearTimeout(timer);
    for (const touch of TOUCHES) removeEventListener(touch, touched);
  };
}

const TOUCHES = ["pointerdown", "keydown", "wheel"] as const;
