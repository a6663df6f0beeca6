// A value with its history, for undo and redo. Consecutive changes of one place are one step, such as typed letters.
import { useReducer } from "react";

const STEPS_MAX = 100;

interface Past<Value> {
  readonly present: Value;
  readonly before: readonly Value[];
  readonly after: readonly Value[];
  /** The place of the last change; null if the next change is a step of its own. */
  readonly place: string | null;
}

type Step<Value> =
  | { readonly kind: "change"; readonly change: (present: Value) => Value; readonly place: string | null }
  | { readonly kind: "undo" | "redo" };

export interface Undoable<Value> {
  readonly present: Value;
  readonly change: (change: (present: Value) => Value, place: string | null) => void;
  /** Null if there is nothing to undo. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
}

export function useUndoable<Value>(start: Value): Undoable<Value> {
  const initial: Past<Value> = { present: start, before: [], after: [], place: null };
  const [{ present, before, after }, dispatch] = useReducer(stepped<Value>, initial);
  return {
    present,
    change: (change, place) => dispatch({ kind: "change", change, place }),
    undo: before.length === 0 ? null : () => dispatch({ kind: "undo" }),
    redo: after.length === 0 ? null : () => dispatch({ kind: "redo" }),
  };
}

export function stepped<Value>(past: Past<Value>, step: Step<Value>): Past<Value> {
  const { present, before, after } = past;
  switch (step.kind) {
    case "change": {
      const next = step.change(present);
      if (Object.is(next, present)) return past;
      const isSamePlace = step.place !== null && step.place === past.place;
      const kept = isSamePlace ? before : [...before, present].slice(-STEPS_MAX);
      return { present: next, before: kept, after: [], place: step.place };
    }
    case "undo": {
      const last = before.at(-1);
      if (last === undefined) return past;
      return { present: last, before: before.slice(0, -1), after: [present, ...after], place: null };
    }
    case "redo": {
      const [first, ...rest] = after;
      if (first === undefined) return past;
      return { present: first, before: [...before, present], after: rest, place: null };
    }
  }
}
