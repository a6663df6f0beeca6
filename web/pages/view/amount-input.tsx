// A number, or two bounds, as the value of a filter: committed when typing ends, because half a number is a different
// number.
import { NumberInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { FilterValue } from "./view-address.ts";
import { words } from "../../words/words.ts";

interface AmountInputProps {
  readonly label: string;
  readonly value: FilterValue;
  readonly onValue: (value: number | null) => void;
}

export function AmountInput({ label, value, onValue }: AmountInputProps): ReactNode {
  const given = numberOf(value);
  const [typed, setTyped] = useState<string | number>(given ?? "");
  const [seen, setSeen] = useState(given);
  if (given !== seen) {
    setSeen(given);
    setTyped(given ?? "");
  }
  const commit = (): void => {
    const next = typed === "" ? null : Number(typed);
    if (next !== given && !Number.isNaN(next)) onValue(next);
  };
  return (
    <NumberInput
      label={label}
      placeholder={words.view.filters.any}
      w={{ base: "100%", xs: 150 }}
      value={typed}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
      }}
    />
  );
}

interface PairProps {
  readonly label: string;
  readonly first: FilterValue;
  readonly second: FilterValue;
  readonly onValues: (values: readonly FilterValue[]) => void;
  readonly children: (name: string, value: FilterValue, onValue: (value: number | null) => void) => ReactNode;
}

type Bounds = readonly [low: FilterValue, high: FilterValue];

/** Two bounds are applied together: a single one waits here for the other. */
export function Pair({ label, first, second, onValues, children }: PairProps): ReactNode {
  const [[low, high], setBounds] = useState<Bounds>([first, second]);
  const [seen, setSeen] = useState([first, second]);
  if (seen[0] !== first || seen[1] !== second) {
    setSeen([first, second]);
    setBounds([first, second]);
  }
  const set = (bounds: Bounds): void => {
    setBounds(bounds);
    if (bounds.every((bound) => bound !== null)) onValues(bounds);
    else if (bounds.every((bound) => bound === null)) onValues([]);
  };
  return (
    <>
      {children(label, low, (value) => set([value, high]))}
      {children(words.view.filters.and, high, (value) => set([low, value]))}
    </>
  );
}

export function numberOf(value: FilterValue): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}
