// Fields of forms that show beside themselves what the platform has refused in them, until they are changed. The form says
// what was refused by `FormProblem` around them; a dialog of a form does.
import {
  PasswordInput,
  Textarea,
  TextInput,
  type PasswordInputProps,
  type TextareaProps,
  type TextInputProps,
} from "@mantine/core";
import { createContext, useContext, useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { problemAt } from "./problem-field.ts";

const ProblemContext = createContext<unknown>(null);

interface FormProblemProps {
  /** Null while nothing has gone wrong. */
  readonly error: unknown;
  readonly children: ReactNode;
}

export function FormProblem({ error, children }: FormProblemProps): ReactNode {
  return <ProblemContext value={error}>{children}</ProblemContext>;
}

interface Named {
  /** The names that the platform has for it. */
  readonly field: string | readonly string[];
}

export function TextField({ field, ...props }: Named & TextInputProps): ReactNode {
  const { ref, problem } = useFieldProblem<HTMLInputElement>(field, props.value);
  return <TextInput {...props} ref={ref} error={problem ?? props.error} />;
}

export function TextAreaField({ field, ...props }: Named & TextareaProps): ReactNode {
  const { ref, problem } = useFieldProblem<HTMLTextAreaElement>(field, props.value);
  return <Textarea {...props} ref={ref} error={problem ?? props.error} />;
}

export function PasswordField({ field, ...props }: Named & PasswordInputProps): ReactNode {
  const { ref, problem } = useFieldProblem<HTMLInputElement>(field, props.value);
  const error = problem ?? props.error;
  // The component says it of its frame alone.
  return <PasswordInput {...props} ref={ref} error={error} aria-invalid={Boolean(error) || undefined} />;
}

interface FieldProblem<Input> {
  readonly ref: RefObject<Input | null>;
  readonly problem: string | null;
}

/** For fields of other kinds. */
export function useFieldProblem<Input extends HTMLElement>(field: Named["field"], value: unknown): FieldProblem<Input> {
  const error = useContext(ProblemContext);
  const ref = useRef<Input>(null);
  const [refused, setRefused] = useState({ error, value });
  if (refused.error !== error) setRefused({ error, value });
  const isUnchanged = refused.error === error && refused.value === value;
  const problem = isUnchanged ? problemAt(error, typeof field === "string" ? [field] : field) : null;
  useEffect(() => {
    if (problem !== null) ref.current?.focus();
  }, [problem, error]);
  return { ref, problem };
}
