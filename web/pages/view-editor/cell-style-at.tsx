// The style of a column's cells: a prefix, names for the parts of the calendar, and colours by value.
import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import type { CellColor } from "../view/cell-style.ts";
import { NumberAt, TagsAt, TextAt } from "./bound-fields.tsx";
import { listOf, textAt, type Path } from "./document.ts";
import { useAt, useEditing } from "./editing.ts";
import { Act } from "./entry-card.tsx";

const COLORS = choices<CellColor>({
  red: "Red",
  orange: "Orange",
  yellow: "Yellow",
  green: "Green",
  teal: "Teal",
  blue: "Blue",
  grape: "Violet",
  gray: "Grey",
});
/** As many as the platform keeps. */
const RULES_MAX = 64;

export function CellStyleAt({ path }: { readonly path: Path }): ReactNode {
  const { view } = useEditing();
  return (
    <>
      <TextAt path={[...path, "format", "prefix"]} label="Prefix" placeholder="≈ " charsMax={32} />
      {textAt(view, [...path, "source", "type"]) === "timePart" && (
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
  const { value, error, set } = useAt(path);
  const rules = listOf(value);
  return (
    <Stack gap={6} role="group" aria-label="Colours by value">
      <Text fw={500}>Colours by value</Text>
      {rules.map((_, place) => (
        <RuleAt
          key={place}
          path={[...path, place]}
          number={place + 1}
          onRemove={() => set(rules.length === 1 ? undefined : rules.toSpliced(place, 1))}
        />
      ))}
      {error !== undefined && (
        <Text c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      {rules.length > 1 && (
        <Text size="xs" c="dimmed">
          The first one that matches a value applies.
        </Text>
      )}
      <Button
        size="compact-sm"
        variant="default"
        w="fit-content"
        disabled={rules.length >= RULES_MAX}
        leftSection={<Plus size={14} />}
        onClick={() => set([...rules, { color: "red" }])}
      >
        Add a colour
      </Button>
    </Stack>
  );
}

interface RuleAtProps {
  readonly path: Path;
  readonly number: number;
  readonly onRemove: () => void;
}

function RuleAt({ path, number, onRemove }: RuleAtProps): ReactNode {
  const color = useAt([...path, "color"]);
  return (
    <Group gap="xs" wrap="nowrap">
      <NumberAt path={[...path, "from"]} label={`From of colour ${number}`} placeholder="From" isBare />
      <NumberAt path={[...path, "to"]} label={`Below of colour ${number}`} placeholder="Below" isBare />
      <Select
        aria-label={`Colour ${number}`}
        flex={1}
        miw={0}
        data={COLORS}
        // Another colour, from JSON, is shown as none and stays until one of these is chosen.
        value={COLORS.find(({ value }) => value === color.value)?.value ?? null}
        onChange={color.set}
      />
      <Act icon={X} label={`Remove colour ${number}`} onAct={onRemove} />
    </Group>
  );
}
