// A formula: its text, buttons that insert the available names, and its problems, shown immediately.
import { Button, Group, Stack, Text, Textarea, Tooltip } from "@mantine/core";
import { useRef, type ReactNode } from "react";
import type { BoundProps } from "./bound-fields.tsx";
import { More } from "../../components/more.tsx";

export interface FormulaName {
  readonly name: string;
  readonly says: string;
}

interface FormulaAtProps extends BoundProps<string> {
  readonly names: readonly FormulaName[];
  /** Whether functions over other rows may be used. */
  readonly hasWindows?: boolean;
  readonly isRequired?: boolean;
}

export const OF_SAMPLES = names({
  value: "The measured value",
  hour: "Hour of the day, 0 to 23",
  weekday: "Day of the week; 1 is Monday",
  isWeekend: "Saturday or Sunday",
  ts: "Time of the value, in milliseconds",
});

export const OF_DEVICES = names({
  "entity.name": "Name of the device",
  "entity.profile": "Its profile",
  "entity.customer": "Its customer",
  "entity.active": "Whether it is active",
  "attr.server.": "A server attribute, by its key",
  "attr.shared.": "A shared attribute, by its key",
  "attr.client.": "A client attribute, by its key",
});

const FUNCTIONS = names({
  "round(x, 1)": "Rounded to digits",
  "if(condition, a, b)": "One of two",
  "coalesce(a, b)": "The first that is not missing",
  "isMissing(x)": "Whether there is no value",
  "min(a, b)": "The smaller one",
  "max(a, b)": "The greater one",
  "abs(x)": "Without its minus sign",
  "clamp(x, 0, 100)": "Kept between two limits",
  "contains(text, 'part')": "Whether a text contains another",
  "concat(a, b)": "Texts joined",
  "number(text)": "The number in a text",
  "convert(x, 'C', 'F')": "From one unit to another",
  "dateText(ts, 'yyyy-MM-dd')": "A time as text",
});

const WINDOWS = names({
  "previous(x)": "The value of the previous row",
  "next(x)": "The value of the next row",
  "cumulativeSum(x)": "The sum up to this row",
  "movingAvg(x, 3)": "The mean of the last rows",
  "shareOfTotal(x)": "The share of the total, 0 to 1",
  "rank(x)": "The rank; 1 is the largest",
});

function names(says: Readonly<Record<string, string>>): readonly FormulaName[] {
  return Object.entries(says).map(([name, text]) => ({ name, says: text }));
}

export function FormulaAt(props: FormulaAtProps): ReactNode {
  const { at, names, hasWindows = false, isRequired = false, ...rest } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const text = at.value ?? "";
  const insert = (name: string): void => {
    const box = input.current;
    const [start, end] = [box?.selectionStart ?? text.length, box?.selectionEnd ?? text.length];
    at.set(text.slice(0, start) + name + text.slice(end));
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
        maxLength={at.shape.maxLength}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        value={text}
        error={at.error}
        onChange={(event) => {
          const next = event.currentTarget.value;
          at.set(next === "" && !isRequired ? undefined : next);
        }}
      />
      <Names label={`Names for: ${rest.label}`} names={names} onName={insert} />
      <More words={["Show functions", "Hide functions"]}>
        <Text size="xs" c="dimmed">
          Arithmetic with + - * / %, comparison with == != &lt; &lt;=, and, or, not, and condition ? a : b. If a value
          is missing, so is the result.
        </Text>
        <Names label="Functions" names={hasWindows ? [...FUNCTIONS, ...WINDOWS] : FUNCTIONS} onName={insert} />
      </More>
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
