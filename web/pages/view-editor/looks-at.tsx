// How the cells of a column look: what stands before them, names for the parts of the calendar, and colours by value.
import { ActionIcon, Button, Group, NumberInput, Select, Stack, Text } from "@mantine/core";
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { CELL_COLORS, type CellColor } from "../view/cell-look.ts";
import { TagsAt, TextAt } from "./bound-fields.tsx";
import { listOf, numberAt, textAt, valueAt, type Path } from "./document.ts";
import { useEditing, useProblemAt } from "./editing.ts";

const COLOR_NAMES: Readonly<Record<CellColor, string>> = {
  red: "Red",
  orange: "Orange",
  yellow: "Yellow",
  green: "Green",
  teal: "Teal",
  blue: "Blue",
  grape: "Violet",
  gray: "Grey",
};
/** As many as the platform keeps. */
const RULES_MAX = 64;

export function LooksAt({ path }: { readonly path: Path }): ReactNode {
  const { view } = useEditing();
  const isCalendar = textAt(view, [...path, "source", "type"]) === "timePart";
  return (
    <>
      <TextAt path={[...path, "format", "prefix"]} label="Before each value" placeholder="≈ " charsMax={32} />
      {isCalendar && (
        <TagsAt
          path={[...path, "format", "labels"]}
          label="Names of the parts"
          description="In their order, each with Enter: Mon, Tue, …"
        />
      )}
      <ColorsAt path={[...path, "colors"]} />
    </>
  );
}

function ColorsAt({ path }: { readonly path: Path }): ReactNode {
  const { view, set } = useEditing();
  const problem = useProblemAt(path);
  const rules = listOf(valueAt(view, path));
  const keep = (next: readonly unknown[]): void => set(path, next.length === 0 ? undefined : next);
  return (
    <Stack gap={6} role="group" aria-label="Colours by value">
      <Text size="sm" fw={500}>
        Colours by value
      </Text>
      {rules.map((_, place) => (
        <RuleAt key={place} path={[...path, place]} place={place} onRemove={() => keep(rules.toSpliced(place, 1))} />
      ))}
      {problem !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      {rules.length > 1 && (
        <Text size="xs" c="dimmed">
          The first that is about a value holds.
        </Text>
      )}
      <Button
        size="compact-sm"
        variant="default"
        w="fit-content"
        disabled={rules.length >= RULES_MAX}
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => keep([...rules, { color: "red" }])}
      >
        Add a colour
      </Button>
    </Stack>
  );
}

interface RuleAtProps {
  readonly path: Path;
  readonly place: number;
  readonly onRemove: () => void;
}

function RuleAt({ path, place, onRemove }: RuleAtProps): ReactNode {
  const { view, set } = useEditing();
  const color = textAt(view, [...path, "color"]);
  const end = (name: "from" | "to", label: string, placeholder: string): ReactNode => (
    <NumberInput
      aria-label={`${label} of colour ${String(place + 1)}`}
      placeholder={placeholder}
      flex={1}
      miw={0}
      hideControls
      value={numberAt(view, [...path, name]) ?? ""}
      onChange={(next) => set([...path, name], typeof next === "number" ? next : undefined)}
    />
  );
  return (
    <Group gap="xs" wrap="nowrap">
      {end("from", "From", "From")}
      {end("to", "Below", "Below")}
      <Select
        aria-label={`Colour ${String(place + 1)}`}
        flex={1}
        miw={0}
        allowDeselect={false}
        data={CELL_COLORS.map((value) => ({ value, label: COLOR_NAMES[value] }))}
        // One that was written as JSON and is none of these is shown as nothing, and stays until another is chosen.
        value={CELL_COLORS.find((known) => known === color) ?? null}
        onChange={(next) => {
          if (next !== null) set([...path, "color"], next);
        }}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove colour ${String(place + 1)}`} onClick={onRemove}>
        <X size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
