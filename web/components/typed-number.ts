// A number while it is typed: what is on the way to one, such as "-0" or "1.", stays in its input until there is more.
import { useState } from "react";

interface TypedNumber {
  readonly value: string | number;
  readonly onChange: (typed: string | number) => void;
}

/** `value` null is an empty input. `onValue` gets no number that is only begun, such as a sign alone. */
export function useTypedNumber(value: number | null, onValue: (value: number | null) => void): TypedNumber {
  const [typed, setTyped] = useState<string | number>(value ?? "");
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // It was changed elsewhere.
    if (numberIn(typed) !== value) setTyped(value ?? "");
  }
  return {
    value: typed,
    onChange: (next) => {
      setTyped(next);
      const number = numberIn(next);
      if (number !== value && !Number.isNaN(number)) onValue(number);
    },
  };
}

function numberIn(typed: string | number): number | null {
  return typed === "" ? null : Number(typed);
}
