// Inputs that show and change one place of the view, and say what is wrong there.
import {
  Checkbox,
  Group,
  JsonInput,
  NumberInput,
  Select,
  TagsInput,
  Textarea,
  TextInput,
  type NumberInputProps,
} from "@mantine/core";
import { useState, type ReactNode } from "react";
import { parseJson } from "../../api/json.ts";
import { choices, type Choice } from "../../components/choices.ts";
import { numberAt, textAt, textsAt, type Path } from "./document.ts";
import { useAt } from "./editing.ts";

export interface BoundProps {
  readonly path: Path;
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
}

/** Below the input, where the sentence about the chosen value changes without moving it. */
export const DESCRIPTION_BELOW: NumberInputProps["inputWrapperOrder"] = ["label", "input", "description", "error"];

interface TextAtProps extends BoundProps {
  readonly charsMax?: number;
  readonly isLong?: boolean;
  readonly isRequired?: boolean;
}

export function TextAt({ path, charsMax, isLong = false, isRequired = false, ...rest }: TextAtProps): ReactNode {
  const { value, error, set } = useAt(path);
  const props = { ...rest, required: isRequired, maxLength: charsMax, value: textAt(value, []), error };
  const change = (text: string): void => set(text === "" && !isRequired ? undefined : text);
  return isLong ? (
    <Textarea {...props} autosize minRows={2} maxRows={8} onChange={(event) => change(event.currentTarget.value)} />
  ) : (
    <TextInput {...props} onChange={(event) => change(event.currentTarget.value)} />
  );
}

interface NumberAtProps extends BoundProps, Pick<NumberInputProps, "min" | "max" | "suffix"> {
  readonly isWhole?: boolean;
  /** In a row of others: any number, without a label that is seen. */
  readonly isBare?: boolean;
  /** While it is empty, the view keeps the last number. */
  readonly isRequired?: boolean;
  /** What holds where nothing is given. */
  readonly otherwise?: number;
}

export function NumberAt(props: NumberAtProps): ReactNode {
  const { path, label, isBare = false, isWhole = !isBare, isRequired = false, otherwise, ...rest } = props;
  const { value, error, set } = useAt(path);
  const shown = numberAt(value, []) ?? otherwise ?? "";
  return (
    <NumberInput
      {...rest}
      {...(isBare ? { "aria-label": label, flex: 1, miw: 0, hideControls: true } : { label })}
      allowDecimal={!isWhole}
      clampBehavior="none"
      value={shown}
      error={isBare ? undefined : error}
      onChange={(next) => {
        if (next !== shown && (typeof next === "number" || !isRequired)) set(next === "" ? undefined : Number(next));
      }}
    />
  );
}

interface ChoiceAtProps extends BoundProps {
  readonly choices: readonly Choice[];
  /** What holds where nothing is given; left out, nothing may be chosen. */
  readonly otherwise?: string;
  readonly onChoice?: (value: string | null) => void;
}

export function ChoiceAt({ path, choices: all, otherwise, description, onChoice, ...rest }: ChoiceAtProps): ReactNode {
  const { value, error, set } = useAt(path);
  const shown = textAt(value, []) || (otherwise ?? null);
  return (
    <Select
      {...rest}
      description={all.find((choice) => choice.value === shown)?.says ?? description}
      inputWrapperOrder={DESCRIPTION_BELOW}
      searchable={all.length > 12}
      clearable={otherwise === undefined}
      data={grouped(all)}
      value={shown}
      error={error}
      onChange={onChoice ?? ((next) => set(next ?? undefined))}
    />
  );
}

function grouped(all: readonly Choice[]) {
  const options = (some: readonly Choice[]) => some.map(({ value, label }) => ({ value, label }));
  const groups = [...new Set(all.flatMap(({ group }) => group ?? []))];
  if (groups.length === 0) return options(all);
  return groups.map((group) => ({ group, items: options(all.filter((choice) => choice.group === group)) }));
}

export function FlagAt({ path, otherwise = false, ...rest }: BoundProps & { readonly otherwise?: boolean }): ReactNode {
  const { value, error, set } = useAt(path);
  const checked = typeof value === "boolean" ? value : otherwise;
  return <Checkbox {...rest} checked={checked} error={error} onChange={(event) => set(event.currentTarget.checked)} />;
}

export function TagsAt({ path, ...rest }: BoundProps): ReactNode {
  const { value, error, set } = useAt(path);
  return <TagsInput {...rest} value={[...textsAt(value, [])]} error={error} onChange={set} />;
}

/** For rare parts, which are free in form. */
export function JsonAt({ path, ...rest }: BoundProps): ReactNode {
  const { value, error, set } = useAt(path);
  const [typed, setTyped] = useState<string | null>(null);
  const isBroken = typed !== null && typed.trim() !== "" && parseJson(typed) === undefined;
  return (
    <JsonInput
      {...rest}
      autosize
      minRows={2}
      maxRows={12}
      value={typed ?? (value === undefined ? "" : JSON.stringify(value, null, 2))}
      error={isBroken ? "This is not valid JSON yet; the view keeps the last valid value." : error}
      onChange={(text) => {
        setTyped(text);
        const json = parseJson(text);
        if (json !== undefined || text.trim() === "") set(json);
      }}
      onBlur={() => {
        if (!isBroken) setTyped(null);
      }}
    />
  );
}

const UNITS = choices({
  1: "milliseconds",
  1000: "seconds",
  60000: "minutes",
  3600000: "hours",
  86400000: "days",
});
const MINUTE = "60000";

/** A length of time, in milliseconds in the view and in a unit of choice here. */
export function DurationAt({ path, label, description, placeholder }: BoundProps): ReactNode {
  const { value, error, set } = useAt(path);
  const millis = numberAt(value, []);
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
        value={millis === null ? "" : millis / Number(unit)}
        error={error}
        onChange={(next) => {
          const given = typeof next === "number" ? Math.round(next * Number(unit)) : null;
          if (given !== millis) set(given ?? undefined);
        }}
      />
      <Select
        aria-label={`Unit of: ${label}`}
        w={130}
        data={UNITS}
        value={unit}
        onChange={(next) => {
          if (next === null) return;
          setUnit(next);
          if (millis !== null) set(Math.round((millis / Number(unit)) * Number(next)));
        }}
        mb={description === undefined && error === undefined ? 0 : 22}
      />
    </Group>
  );
}

/** The greatest one that gives a whole number. */
function unitOf(millis: number | null): string {
  if (millis === null || millis === 0) return MINUTE;
  return UNITS.findLast(({ value }) => millis % Number(value) === 0)?.value ?? "1";
}
