// The named values used by a formula over samples, or by a state over several keys.
import { Group, Stack, Text, TextInput } from "@mantine/core";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Act } from "./entry-list.tsx";
import { identifier } from "./fields.ts";
import type { Place } from "./place.ts";
import { SourceButton } from "./source-picker.tsx";
import { sourceTitle } from "./source-words.ts";
import type { SourceDraft } from "./view-draft.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.formulaInputs;

type Inputs = Readonly<Record<string, SourceDraft>>;

export function InputsAt({ inputs: at }: { readonly inputs: Place<Inputs> }): ReactNode {
  const inputs = Object.entries(at.value ?? {});
  const keep = (next: readonly (readonly [string, SourceDraft])[]): void =>
    at.set(next.length === 0 ? undefined : Object.fromEntries(next));
  return (
    <Stack gap={6} role="group" aria-label={texts.title}>
      <Text fw={500}>{texts.title}</Text>
      {inputs.map(([name, source], place) => (
        <Group key={place} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            aria-label={texts.nameOf(place + 1)}
            w={140}
            maxLength={64}
            value={name}
            error={at.at(name).error}
            onChange={(event) => {
              const next = event.currentTarget.value;
              if (!inputs.some(([other]) => other === next)) keep(inputs.with(place, [next, source]));
            }}
          />
          <Text c="dimmed" className="foreign" pt={7} flex={1}>
            {sourceTitle(source)}
          </Text>
          <Act icon={X} label={texts.remove(name)} onAct={() => keep(inputs.toSpliced(place, 1))} />
        </Group>
      ))}
      <SourceButton
        title={texts.add}
        offer="data"
        size="compact-sm"
        variant="default"
        onPicked={({ source, label }) => {
          const taken = new Set(inputs.map(([name]) => name));
          keep([...inputs, [identifier(label, "input", taken), source]]);
        }}
      />
    </Stack>
  );
}

/** The names of the inputs, for formulas. */
export function inputNames(inputs: Inputs | undefined) {
  return Object.entries(inputs ?? {}).map(([name, source]) => ({ name, says: sourceTitle(source) }));
}
