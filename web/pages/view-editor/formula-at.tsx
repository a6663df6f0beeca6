// A formula: its text, the names that it may use as buttons that insert them, and what is wrong with it at once.
import { Button, Collapse, Group, Stack, Text, Textarea, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useRef, type ReactNode } from "react";
import type { BoundProps } from "./bound-fields.tsx";
import { textAt } from "./document.ts";
import { useEditing, useProblemAt } from "./editing.ts";

export interface FormulaName {
  readonly name: string;
  readonly says: string;
}

interface FormulaAtProps extends BoundProps {
  readonly names: readonly FormulaName[];
  /** Functions that look at other rows may be used. */
  readonly hasWindows?: boolean;
  readonly isRequired?: boolean;
}

const CHARS_MAX = 2000;

export const OF_SAMPLES: readonly FormulaName[] = [
  { name: "value", says: "The value that was measured" },
  { name: "hour", says: "Hour of the day, 0 to 23" },
  { name: "weekday", says: "Day of the week; 1 is Monday" },
  { name: "isWeekend", says: "Saturday or Sunday" },
  { name: "ts", says: "Time of the value, in milliseconds" },
];

export const OF_DEVICES: readonly FormulaName[] = [
  { name: "entity.name", says: "Name of the device" },
  { name: "entity.profile", says: "Its profile" },
  { name: "entity.customer", says: "Its customer" },
  { name: "entity.active", says: "Whether it is active" },
  { name: "attr.server.", says: "A server attribute, by its key" },
  { name: "attr.shared.", says: "A shared attribute, by its key" },
  { name: "attr.client.", says: "A client attribute, by its key" },
];

const FUNCTIONS: readonly FormulaName[] = [
  { name: "round(x, 1)", says: "Rounded to digits" },
  { name: "if(condition, a, b)", says: "One of two" },
  { name: "coalesce(a, b)", says: "The first that is not missing" },
  { name: "isMissing(x)", says: "Whether there is no value" },
  { name: "min(a, b)", says: "The smaller one" },
  { name: "max(a, b)", says: "The greater one" },
  { name: "abs(x)", says: "Without its sign" },
  { name: "clamp(x, 0, 100)", says: "Not below and not above" },
  { name: "contains(text, 'part')", says: "Whether a text has a part" },
  { name: "concat(a, b)", says: "Texts beside each other" },
  { name: "number(text)", says: "The number that a text says" },
  { name: "convert(x, 'C', 'F')", says: "From one unit to another" },
  { name: "dateText(ts, 'yyyy-MM-dd')", says: "A time as text" },
];

const WINDOWS: readonly FormulaName[] = [
  { name: "previous(x)", says: "The value of the row before" },
  { name: "next(x)", says: "The value of the row after" },
  { name: "cumulativeSum(x)", says: "The sum up to this row" },
  { name: "movingAvg(x, 3)", says: "The mean of the last rows" },
  { name: "shareOfTotal(x)", says: "Which part of the whole, 0 to 1" },
  { name: "rank(x)", says: "The place in the order; 1 is the greatest" },
];

export function FormulaAt(props: FormulaAtProps): ReactNode {
  const { path, names, hasWindows = false, isRequired = false, ...rest } = props;
  const { view, set } = useEditing();
  const [isOpen, functions] = useDisclosure(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const text = textAt(view, path);
  const insert = (name: string): void => {
    const box = input.current;
    const [start, end] = [box?.selectionStart ?? text.length, box?.selectionEnd ?? text.length];
    set(path, text.slice(0, start) + name + text.slice(end));
    box?.focus();
  };
  return (
    <Stack gap={6}>
      <Textarea
        {...rest}
        ref={input}
        required={isRequired}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={CHARS_MAX}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={text}
        error={useProblemAt(path)}
        onChange={(event) => {
          const next = event.currentTarget.value;
          set(path, next === "" && !isRequired ? undefined : next);
        }}
      />
      <Names label={`Names for: ${rest.label}`} names={names} onName={insert} />
      <Button size="compact-xs" variant="subtle" w="fit-content" aria-expanded={isOpen} onClick={functions.toggle}>
        {isOpen ? "Hide functions" : "Show functions"}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap={6}>
          <Text size="xs" c="dimmed">
            Arithmetic with + - * / %, comparison with == != &lt; &lt;=, and, or, not, and condition ? a : b. What is
            missing makes the result missing.
          </Text>
          <Names label="Functions" names={hasWindows ? [...FUNCTIONS, ...WINDOWS] : FUNCTIONS} onName={insert} />
        </Stack>
      </Collapse>
    </Stack>
  );
}

interface NamesProps {
  readonly label: string;
  readonly names: readonly FormulaName[];
  readonly onName: (name: string) => void;
}

function Names({ label, names, onName }: NamesProps): ReactNode {
  return (
    <Group gap={4} role="group" aria-label={label}>
      {names.map(({ name, says }) => (
        <Tooltip key={name} label={says}>
          <Button size="compact-xs" variant="default" ff="monospace" onClick={() => onName(name)}>
            {name}
          </Button>
        </Tooltip>
      ))}
    </Group>
  );
}
