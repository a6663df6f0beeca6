// The named values that a formula over samples, or a state of several keys, looks at.
import { ActionIcon, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { Plus, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { asJson } from "./fields.ts";
import { recordAt, type Json, type Path } from "./document.ts";
import { problemsBelow, useEditing } from "./editing.ts";
import { SourcePicker } from "./source-picker.tsx";
import { sourceTitle } from "./source-words.ts";

export function InputsAt({ path }: { readonly path: Path }): ReactNode {
  const { view, set, problems } = useEditing();
  const [isPicking, setPicking] = useState(false);
  const inputs = Object.entries(recordAt(view, path));
  const keep = (next: readonly (readonly [string, unknown])[]): void =>
    set(path, next.length === 0 ? undefined : Object.fromEntries(next));
  return (
    <Stack gap={6} role="group" aria-label="Values that it looks at">
      <Text size="sm" fw={500}>
        Values that it looks at
      </Text>
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
          <Text size="sm" c="dimmed" className="foreign" pt={7} flex={1}>
            {sourceTitle(asJson(source))}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={4}
            aria-label={`Remove input ${name}`}
            onClick={() => keep(inputs.toSpliced(place, 1))}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        w="fit-content"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => setPicking(true)}
      >
        Add a value
      </Button>
      {isPicking && (
        <SourcePicker
          title="A value to look at"
          offer="data"
          onClose={() => setPicking(false)}
          onPicked={({ source, label }) => {
            setPicking(false);
            keep([...inputs, [freshName(label, inputs), source]]);
          }}
        />
      )}
    </Stack>
  );
}

function freshName(label: string, inputs: readonly (readonly [string, unknown])[]): string {
  const plain = label.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  const start = /^[A-Za-z_]/.test(plain) ? plain : `input_${plain}`;
  let name = start;
  for (let count = 2; inputs.some(([other]) => other === name); count++) name = `${start}_${count}`;
  return name;
}

/** Their names, for formulas. */
export function inputNames(view: Json, path: Path) {
  return Object.entries(recordAt(view, path)).map(([name, source]) => ({ name, says: sourceTitle(asJson(source)) }));
}
