// Fields of forms. A field shows why the platform has refused it until it is changed. `FormProblem` around the fields
// holds the refusal.
import {
  NumberInput,
  PasswordInput,
  Textarea,
  TextInput,
  type InputWrapperProps,
  type PasswordInputProps,
  type TextareaProps,
  type TextInputProps,
} from "@mantine/core";
import { createContext, useContext, useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { GROUP_SEPARATOR } from "../words/format.ts";
import { problemAt } from "./problem-field.ts";

const ProblemContext = createContext<unknown>(null);

interface FormProblemProps {
  /** Null if nothing has gone wrong. */
  readonly error: unknown;
  readonly children: ReactNode;
}

export function FormProblem({ error, children }: FormProblemProps): ReactNode {
  return <ProblemContext value={error}>{children}</ProblemContext>;
}

interface Named {
  /** The names of the field on the platform. */
  readonly field: string | readonly string[];
}

/** Below its input, so that a description that changes with what is chosen does not move it. */
export const DESCRIPTION_BELOW: InputWrapperProps["inputWrapperOrder"] = ["label", "input", "description", "error"];

/** The platform's maximum length of most texts. */
const CHARS_MAX = 255;

export function TextField({ field, ...props }: Named & TextInputProps): ReactNode {
  const { ref, problem } = useFieldProblem<HTMLInputElement>(field, props.value);
  return <TextInput maxLength={CHARS_MAX} {...props} ref={ref} error={problem ?? props.error} />;
}

export function TextAreaField({ field, ...props }: Named & TextareaProps): ReactNode {
  const { ref, problem } = useFieldProblem<HTMLTextAreaElement>(field, props.value);
  return <Textarea autosize minRows={2} maxRows={6} {...props} ref={ref} error={problem ?? props.error} />;
}

export function PasswordField({ field, ...props }: Named & PasswordInputProps): ReactNode {
  const { ref, problem } = useFieldProblem<HTMLInputElement>(field, props.value);
  const error = problem ?? props.error;
  // The component marks only its frame as invalid.
  return <PasswordInput {...props} ref={ref} error={error} aria-invalid={Boolean(error) || undefined} />;
}

interface FieldProblem<Input> {
  readonly ref: RefObject<Input | null>;
  readonly problem: string | null;
}

/** For other kinds of fields. */
export function useFieldProblem<Input extends HTMLElement>(field: Named["field"], value: unknown): FieldProblem<Input> {
  const error = useContext(ProblemContext);
  const ref = useRef<Input>(null);
  const fields = [field].flat();
  // A row of a list has another name when one before it is removed: what was refused by that name was the other one.
  const names = fields.join(" ");
  const [refused, setRefused] = useState({ error, value, names });
  if (refused.error !== error) setRefused({ error, value, names });
  const isUnchanged = refused.error === error && refused.value === value && refused.names === names;
  const problem = isUnchanged ? problemAt(error, fields) : null;
  useEffect(() => {
    if (problem !== null) ref.current?.focus();
  }, [problem, error]);
  return { ref, problem };
}

export interface CountFieldProps {
  /** The names of the field on the platform; omitted if it does not refuse it by name. */
  readonly field?: string | readonly string[];
  readonly label: string;
  readonly description?: string;
  /** Null if empty. */
  readonly value: number | null;
  readonly onValue: (value: number | null) => void;
  readonly min?: number;
  readonly max?: number;
  readonly suffix?: string;
  readonly required?: boolean;
  readonly placeholder?: string;
}

/** An integer that may be left empty. */
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
      thousandSeparator={GROUP_SEPARATOR}
      allowDecimal={false}
      allowNegative={false}
      inputWrapperOrder={["label", "input", "error", "description"]}
      value={value ?? ""}
      onChange={(next) => onValue(typeof next === "number" ? next : null)}
    />
  );
}
