// A whole number that may be left empty.
import { NumberInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useFieldProblem } from "./form-fields.tsx";

interface CountFieldProps {
  /** The names that the platform has for it; left out where it does not refuse it by name. */
  readonly field?: string | readonly string[];
  readonly label: string;
  readonly description?: string;
  /** Null while it is empty. */
  readonly value: number | null;
  readonly onValue: (value: number | null) => void;
  readonly min?: number;
  readonly max?: number;
  readonly suffix?: string;
  readonly required?: boolean;
  readonly placeholder?: string;
}

export function CountField(props: CountFieldProps): ReactNode {
  const { field = [], label, description, value, onValue, min = 0, max, suffix, required = false, placeholder } = props;
  const { ref, problem } = useFieldProblem<HTMLInputElement>(field, value);
  return (
    <NumberInput
      ref={ref}
      error={problem}
      label={label}
      description={description}
      placeholder={placeholder}
      required={required}
      min={min}
      max={max}
      suffix={suffix}
      allowDecimal={false}
      allowNegative={false}
      inputWrapperOrder={["label", "input", "error", "description"]}
      value={value ?? ""}
      onChange={(next) => onValue(typeof next === "number" ? next : null)}
    />
  );
}
