// The style of a column's cells: a prefix, names for calendar parts, and colours by value.
import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import type { CellColor } from "../../components/chart/cell-style.ts";
import { NumberAt, TagsAt, TextAt } from "./bound-fields.tsx";
import { Act } from "./entry-list.tsx";
import type { Place } from "./place.ts";
import type { FieldDraft } from "./view-draft.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.cells;

export const COLORS = choices<CellColor>(texts.colorNames);

export function CellStyleAt({ field }: { readonly field: Place<FieldDraft> }): ReactNode {
  const format = field.at("format");
  return (
    <>
      <TextAt at={format.at("prefix")} label={texts.prefix} placeholder="≈ " maxLength={32} />
      {field.value?.source?.type === "timePart" && (
        <TagsAt at={format.at("labels")} label={texts.partNames} description={texts.partNamesSay} />
      )}
      <ColorsAt colors={field.at("colors")} />
    </>
  );
}

type Rules = NonNullable<FieldDraft["colors"]>;

interface ColorsAtProps {
  readonly colors: Place<Rules>;
  readonly label?: string;
  readonly description?: string;
}

export function ColorsAt({ colors, label = texts.colors, description }: ColorsAtProps): ReactNode {
  const { value: rules = [], error } = colors;
  return (
    <Stack gap={6} role="group" aria-label={label}>
      <Text fw={500} className="foreign">
        {label}
      </Text>
      {description !== undefined && (
        <Text size="xs" c="dimmed">
          {description}
        </Text>
      )}
      {rules.map((_, place) => (
        <RuleAt
          key={place}
          rule={colors.at(place)}
          number={place + 1}
          onRemove={() => colors.set(rules.length === 1 ? undefined : rules.toSpliced(place, 1))}
        />
      ))}
      {error !== undefined && (
        <Text c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      {rules.length > 1 && (
        <Text size="xs" c="dimmed">
          {texts.firstApplies}
        </Text>
      )}
      <Button
        size="compact-sm"
        variant="default"
        w="fit-content"
        disabled={colors.isFull}
        leftSection={<Plus size={14} />}
        onClick={() => colors.set([...rules, {}])}
      >
        {texts.addColor}
      </Button>
    </Stack>
  );
}

interface RuleAtProps {
  readonly rule: Place<Rules[number]>;
  readonly number: number;
  readonly onRemove: () => void;
}

/** Saved with the first bound: a colour alone would be that of all values. */
const FIRST_COLOR: CellColor = "red";

/** For an input in a row of others; problems are shown below the row. */
const BARE = { allowDecimal: true, error: undefined, flex: 1, miw: 0, hideControls: true };

function RuleAt({ rule, number, onRemove }: RuleAtProps): ReactNode {
  const color = rule.value?.color ?? FIRST_COLOR;
  const boundAt = (bound: "from" | "to"): Place<number> => ({
    ...rule.at(bound),
    set: (value) => {
      if (value === undefined || rule.value?.color !== undefined) rule.at(bound).set(value);
      else rule.set({ ...rule.value, [bound]: value, color });
    },
  });
  return (
    <Group gap="xs" wrap="nowrap">
      <NumberAt at={boundAt("from")} aria-label={texts.fromOf(number)} placeholder={texts.from} {...BARE} />
      <NumberAt at={boundAt("to")} aria-label={texts.belowOf(number)} placeholder={texts.below} {...BARE} />
      <Select
        aria-label={texts.colorOf(number)}
        flex={1}
        miw={0}
        data={COLORS}
        // An unknown colour, from JSON, is shown as none and stays until one of these is chosen.
        value={COLORS.find(({ value }) => value === color)?.value ?? null}
        onChange={(next) => rule.at("color").set(next ?? undefined)}
      />
      <Act icon={X} label={texts.removeColor(number)} onAct={onRemove} />
    </Group>
  );
}
