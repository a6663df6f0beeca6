// What every part of the editor shares: the view as it is now, how to change it, and what the service says is wrong where.
import { createContext, useContext } from "react";
import type { Schema } from "../../api/schemas.ts";
import { pointerOf, valueAt, type Json, type Path } from "./document.ts";

export type ViewProblem = Schema<"ViewProblem">;

export interface Editing {
  readonly view: Json;
  readonly set: (path: Path, value: unknown) => void;
  /** For what concerns several places at once. */
  readonly change: (change: (view: Json) => Json) => void;
  readonly problems: readonly ViewProblem[];
  /** Users of customers see no customers, users or sharing. */
  readonly isAdministrator: boolean;
}

export const EditingContext = createContext<Editing | null>(null);

export function useEditing(): Editing {
  const editing = useContext(EditingContext);
  if (editing === null) throw new Error("this part needs an editor around it");
  return editing;
}

/** What an input at this place shows and calls. */
export function useAt(path: Path) {
  const { view, set } = useEditing();
  return { value: valueAt(view, path), error: useProblemAt(path), set: (value: unknown) => set(path, value) };
}

/** What is wrong there or inside of it, in words; undefined where nothing is. */
export function useProblemAt(path: Path): string | undefined {
  const messages = problemsBelow(useEditing().problems, path).map(({ message }) => message);
  return messages.length === 0 ? undefined : [...new Set(messages)].join(" ");
}

export function problemsBelow(problems: readonly ViewProblem[], path: Path): readonly ViewProblem[] {
  const pointer = pointerOf(path);
  return problems.filter((problem) => problem.pointer === pointer || problem.pointer.startsWith(`${pointer}/`));
}
