// The fields of a form while somebody fills them in.
import { useState } from "react";

export interface Fields<Values extends object> {
  readonly values: Values;
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
}

export function useFields<Values extends object>(initial: Values): Fields<Values> {
  const [values, setValues] = useState(initial);
  return {
    values,
    set: (name, value) => setValues((present) => ({ ...present, [name]: value })),
  };
}

/** The platform knows no blank texts: what is left empty is null. */
export function orNull(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : trimmed;
}
