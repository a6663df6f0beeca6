// A formula: its text, buttons that insert the available names, and its problems, shown immediately.
import { Button, Group, Stack, Text, Textarea, Tooltip } from "@mantine/core";
import { useRef, type ReactNode } from "react";
import type { BoundProps } from "./bound-fields.tsx";
import { More } from "../../components/more.tsx";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.formulas;

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

export const OF_SAMPLES = names(texts.ofSamples);
export const OF_DEVICES = names(texts.ofDevices);
const FUNCTIONS = names(texts.functionsSay);
/** Over other rows. */
const WINDOWS = names(texts.windowsSay);

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
      <Names label={texts.namesFor(rest.label)} names={names} onName={insert} />
      <More words={[texts.showFunctions, texts.hideFunctions]}>
        <Text size="xs" c="dimmed">
          {texts.syntax}
        </Text>
        <Names label={texts.functions} names={hasWindows ? [...FUNCTIONS, ...WINDOWS] : FUNCTIONS} onName={insert} />
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
