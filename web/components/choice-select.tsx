// A select in which one choice is always set.
import { Select, type SelectProps } from "@mantine/core";
import type { ReactNode } from "react";
import type { Choice } from "./choices.ts";

interface ChoiceSelectProps<Value extends string> extends Omit<SelectProps, "data" | "value" | "onChange"> {
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onValue: (value: Value) => void;
}

export function ChoiceSelect<Value extends string>(props: ChoiceSelectProps<Value>): ReactNode {
  const { choices, value, onValue, ...rest } = props;
  return (
    <Select
      {...rest}
      data={choices}
      value={value}
      onChange={(next) => {
        const chosen = choices.find((choice) => choice.value === next);
        if (chosen !== undefined) onValue(chosen.value);
      }}
    />
  );
}
