// The named values that a formula over samples, or a state of several keys, uses.
import { Group, Stack, Text, TextInput } from "@mantine/core";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { recordAt, type Json, type Path } from "./document.ts";
import { problemsBelow, useEditing } from "./editing.ts";
import { Act } from "./entry-card.tsx";
import { asJson, identifier } from "./fields.ts";
import { SourceButton } from "./source-picker.tsx";
import { sourceTitle } from "./source-words.ts";

export function InputsAt({ path }: { readonly path: Path }): ReactNode {
  const { view, set, problems } = useEditing();
  const inputs = Object.entries(recordAt(view, path));
  const keep = (next: readonly (readonly [string, unknown])[]): void =>
    set(path, next.length === 0 ? undefined : Object.fromEntries(next));
  return (
    <Stack gap={6} role="group" aria-label="Inputs">
      <Text fw={500}>Inputs</Text>
      {inputs.map(([name, source], place) => (
        <Group key={place} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            aria-label={`Name of input ${place + 1}`}
            w={140}
            maxLength={64}
            value={name}
            error={problemsBelow(problems, [...path, name])[0]?.message}
            onChange={(event) => {
              const next = event.currentTarget.value;
              if (!inputs.some(([other]) => other === next)) keep(inputs.with(place, [next, source]));
            }}
          />
          <Text c="dimmed" className="foreign" pt={7} flex={1}>
            {sourceTitle(asJson(source))}
          </Text>
          <Act icon={X} label={`Remove input ${name}`} onAct={() => keep(inputs.toSpliced(place, 1))} />
        </Group>
      ))}
      <SourceButton
        title="Add an input"
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

/** Their names, for formulas. */
export function inputNames(view: Json, path: Path) {
  return Object.entries(recordAt(view, path)).map(([name, source]) => ({ name, says: sourceTitle(asJson(source)) }));
}
