// Inputs that show and change one place of the view, with what is wrong there beside them.
import { Checkbox, JsonInput, NumberInput, Select, TagsInput, Textarea, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { parseJson } from "../../api/json.ts";
import { numberAt, textAt, textsAt, valueAt, type Path } from "./document.ts";
import { useEditing, useProblemAt } from "./editing.ts";

export interface BoundProps {
  readonly path: Path;
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
}

interface TextAtProps extends BoundProps {
  readonly charsMax?: number;
  readonly isLong?: boolean;
  readonly isRequired?: boolean;
  /** What an empty text is; left out, nothing. */
  readonly onText?: (text: string) => void;
}

export function TextAt({
  path,
  charsMax,
  isLong = false,
  isRequired = false,
  onText,
  ...rest
}: TextAtProps): ReactNode {
  const { view, set } = useEditing();
  const props = {
    ...rest,
    required: isRequired,
    maxLength: charsMax,
    value: textAt(view, path),
    error: useProblemAt(path),
  };
  const change = (text: string): void => {
    if (onText !== undefined) onText(text);
    else set(path, text === "" && !isRequired ? undefined : text);
  };
  return isLong ? (
    <Textarea {...props} autosize minRows={2} maxRows={8} onChange={(event) => change(event.currentTarget.value)} />
  ) : (
    <TextInput {...props} onChange={(event) => change(event.currentTarget.value)} />
  );
}

interface NumberAtProps extends BoundProps {
  readonly min?: number;
  readonly max?: number;
  readonly suffix?: string;
  readonly isWhole?: boolean;
  /** What holds where nothing is given. */
  readonly otherwise?: number;
}

export function NumberAt({ path, isWhole = true, otherwise, ...rest }: NumberAtProps): ReactNode {
  const { view, set } = useEditing();
  const value = numberAt(view, path) ?? otherwise ?? "";
  return (
    <NumberInput
      {...rest}
      allowDecimal={!isWhole}
      clampBehavior="none"
      value={value}
      error={useProblemAt(path)}
      onChange={(next) => {
        if (next !== value) set(path, typeof next === "number" ? next : undefined);
      }}
    />
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** In a sentence, shown below the chosen one. */
  readonly says?: string;
  readonly group?: string;
}

interface ChoiceAtProps extends BoundProps {
  readonly choices: readonly Choice[];
  /** What holds where nothing is given; left out, nothing may be chosen. */
  readonly otherwise?: string;
  readonly onChoice?: (value: string | null) => void;
}

export function ChoiceAt({ path, choices, otherwise, description, onChoice, ...rest }: ChoiceAtProps): ReactNode {
  const { view, set } = useEditing();
  const value = textAt(view, path) || (otherwise ?? "");
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <Select
      {...rest}
      description={chosen?.says ?? description}
      inputWrapperOrder={["label", "input", "description", "error"]}
      searchable={choices.length > 12}
      allowDeselect={false}
      clearable={otherwise === undefined}
      data={grouped(choices)}
      value={value === "" ? null : value}
      error={useProblemAt(path)}
      onChange={(next) => {
        if (onChoice !== undefined) onChoice(next);
        else set(path, next ?? undefined);
      }}
    />
  );
}

export function grouped(choices: readonly Choice[]) {
  const options = (some: readonly Choice[]) => some.map(({ value, label }) => ({ value, label }));
  const groups = [...new Set(choices.flatMap(({ group }) => group ?? []))];
  if (groups.length === 0) return options(choices);
  return groups.map((group) => ({ group, items: options(choices.filter((choice) => choice.group === group)) }));
}

interface FlagAtProps extends BoundProps {
  readonly otherwise?: boolean;
}

export function FlagAt({ path, otherwise = false, ...rest }: FlagAtProps): ReactNode {
  const { view, set } = useEditing();
  const value = valueAt(view, path);
  return (
    <Checkbox
      {...rest}
      checked={typeof value === "boolean" ? value : otherwise}
      error={useProblemAt(path)}
      onChange={(event) => set(path, event.currentTarget.checked)}
    />
  );
}

export function TagsAt({ path, ...rest }: BoundProps): ReactNode {
  const { view, set } = useEditing();
  return (
    <TagsInput
      {...rest}
      value={[...textsAt(view, path)]}
      error={useProblemAt(path)}
      onChange={(tags) => set(path, tags)}
    />
  );
}

/** For rare parts, which are free in form. */
export function JsonAt({ path, ...rest }: BoundProps): ReactNode {
  const { view, set } = useEditing();
  const value = valueAt(view, path);
  const present = value === undefined ? "" : JSON.stringify(value, null, 2);
  const [typed, setTyped] = useState<string | null>(null);
  const problem = useProblemAt(path);
  const isBroken = typed !== null && typed.trim() !== "" && parseJson(typed) === undefined;
  return (
    <JsonInput
      {...rest}
      autosize
      minRows={2}
      maxRows={12}
      value={typed ?? present}
      error={isBroken ? "This is not JSON yet, so that the view keeps what it had." : problem}
      onChange={(text) => {
        setTyped(text);
        const json = parseJson(text);
        if (json !== undefined || text.trim() === "") set(path, json);
      }}
      onBlur={() => {
        if (!isBroken) setTyped(null);
      }}
    />
  );
}
