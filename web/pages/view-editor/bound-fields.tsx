// Inputs that show and change one place of the view, show its problems, and apply the limits of its schema.
import {
  Checkbox,
  Group,
  NumberInput,
  Select,
  TagsInput,
  Textarea,
  TextInput,
  type NumberInputProps,
} from "@mantine/core";
import { useState, type ChangeEvent, type ReactNode } from "react";
import { choices, type Choice } from "../../components/choices.ts";
import { useTypedNumber } from "../../components/typed-number.ts";
import type { Place } from "./place.ts";
import { DESCRIPTION_BELOW } from "../../components/form-fields.tsx";
import { words } from "../../words/words.ts";

export interface BoundProps<Value> {
  readonly at: Place<Value>;
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
}

interface TextAtProps extends BoundProps<string> {
  readonly maxLength?: number;
  readonly isLong?: boolean;
  readonly isRequired?: boolean;
}

export function TextAt({ at, isLong = false, isRequired = false, ...rest }: TextAtProps): ReactNode {
  const input = {
    maxLength: at.shape.maxLength,
    ...rest,
    required: isRequired,
    value: at.value ?? "",
    error: at.error,
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      at.set(value === "" && !isRequired ? undefined : value),
  };
  return isLong ? <Textarea {...input} autosize minRows={2} maxRows={8} /> : <TextInput {...input} />;
}

interface NumberAtProps extends Omit<NumberInputProps, "value" | "onChange"> {
  readonly at: Place<number>;
  /** While the input is empty, the view keeps the last number. */
  readonly isRequired?: boolean;
  /** The default, if the schema does not state it. */
  readonly otherwise?: number;
}

export function NumberAt({ at, isRequired = false, otherwise, ...rest }: NumberAtProps): ReactNode {
  const { minimum, maximum, default: saved } = at.shape;
  const shown = at.value ?? otherwise ?? (typeof saved === "number" ? saved : null);
  const typed = useTypedNumber(shown, (next) => {
    if (next !== null || !isRequired) at.set(next ?? undefined);
  });
  return (
    <NumberInput
      min={minimum}
      max={maximum}
      allowDecimal={false}
      clampBehavior="none"
      error={at.error}
      {...rest}
      {...typed}
    />
  );
}

/** Requires choices for all values of the schema, unless it accepts any text. */
type AllOf<Value extends string, Offered extends Value> = string extends Value
  ? unknown
  : [Value] extends [Offered]
    ? unknown
    : never;

interface ChoiceAtProps<Value extends string, Offered extends Value> extends BoundProps<Value> {
  readonly choices: readonly Choice<Offered>[] & AllOf<Value, Offered>;
  /** The default, if the schema does not state it; if null is the default, the input may be empty. */
  readonly otherwise?: Value | null;
  readonly onChoice?: (value: Offered | undefined) => void;
}

export function ChoiceAt<Value extends string, Offered extends Value>(props: ChoiceAtProps<Value, Offered>): ReactNode {
  const { at, choices: all, otherwise = at.shape.default, description, onChoice, ...rest } = props;
  const shown = at.value ?? (typeof otherwise === "string" ? otherwise : null);
  return (
    <Select
      {...rest}
      description={all.find(({ value }) => value === shown)?.says ?? description}
      inputWrapperOrder={DESCRIPTION_BELOW}
      searchable={all.length > 12}
      clearable={typeof otherwise !== "string"}
      data={grouped(all)}
      value={shown}
      error={at.error}
      onChange={(next) => {
        const chosen = all.find(({ value }) => value === next)?.value;
        if (onChoice === undefined) at.set(chosen);
        else onChoice(chosen);
      }}
    />
  );
}

function grouped(all: readonly Choice[]) {
  const options = (some: readonly Choice[]) => some.map(({ value, label }) => ({ value, label }));
  const groups = [...new Set(all.flatMap(({ group }) => group ?? []))];
  if (groups.length === 0) return options(all);
  return groups.map((group) => ({ group, items: options(all.filter((choice) => choice.group === group)) }));
}

interface FlagAtProps extends BoundProps<boolean> {
  readonly otherwise?: boolean;
}

export function FlagAt({ at, otherwise = at.shape.default === true, ...rest }: FlagAtProps): ReactNode {
  return (
    <Checkbox
      {...rest}
      checked={at.value ?? otherwise}
      error={at.error}
      onChange={(event) => at.set(event.currentTarget.checked)}
    />
  );
}

export function TagsAt({ at, ...rest }: BoundProps<readonly string[]>): ReactNode {
  // If the schema accepts anything, the value may not be a list.
  const given: unknown = at.value;
  const texts = Array.isArray(given) ? given.filter((text) => typeof text === "string") : [];
  return <TagsInput {...rest} value={texts} error={at.error} onChange={(next) => at.set(next)} />;
}

const UNITS = choices(words.viewEditor.inputs.durationUnits);
const MINUTE = "60000";

/** A duration, in milliseconds in the view and in a selectable unit here. */
export function DurationAt({ at, label, description, placeholder }: BoundProps<number>): ReactNode {
  const { value: millis, error } = at;
  const [unit, setUnit] = useState(() => unitOf(millis));
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <NumberInput
        label={label}
        description={description}
        placeholder={placeholder}
        inputWrapperOrder={DESCRIPTION_BELOW}
        min={0}
        allowNegative={false}
        flex={1}
        value={millis === undefined ? "" : millis / Number(unit)}
        error={error}
        onChange={(next) => {
          const given = typeof next === "number" ? Math.round(next * Number(unit)) : undefined;
          if (given !== millis) at.set(given);
        }}
      />
      <Select
        aria-label={words.viewEditor.inputs.unitOf(label)}
        w={130}
        data={UNITS}
        value={unit}
        onChange={(next) => {
          if (next === null) return;
          setUnit(next);
          if (millis !== undefined) at.set(Math.round((millis / Number(unit)) * Number(next)));
        }}
        mb={description === undefined && error === undefined ? 0 : 22}
      />
    </Group>
  );
}

/** The greatest unit that gives an integer. */
function unitOf(millis: number | undefined): string {
  if (millis === undefined || millis === 0) return MINUTE;
  return UNITS.findLast(({ value }) => millis % Number(value) === 0)?.value ?? "1";
}
