// What a time row without values shows, for the whole view or for one column.
import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import { ChoiceAt, NumberAt } from "./bound-fields.tsx";
import { hasNumber, type Place } from "./place.ts";
import type { FieldDraft } from "./view-draft.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.fill;

const FILLS = choices(texts.kinds);

interface FillFieldsProps {
  readonly fill: Place<NonNullable<FieldDraft["fill"]>>;
  readonly label: string;
  /** If omitted, the view's rule applies. */
  readonly isOptional?: boolean;
}

export function FillFields({ fill, label, isOptional = false }: FillFieldsProps): ReactNode {
  const value = fill.value?.value;
  const constant = fill.at("constant");
  return (
    <>
      <ChoiceAt
        at={fill.at("value")}
        label={label}
        choices={FILLS}
        placeholder={isOptional ? texts.asInView : undefined}
        otherwise={isOptional ? null : undefined}
        onChoice={(next) => {
          const start = next === "constant" ? { constant: 0 } : {};
          fill.set(next === undefined ? undefined : { ...fill.value, value: next, ...start });
        }}
      />
      <Group grow align="flex-start" gap="sm">
        {value === "constant" && hasNumber(constant) && <NumberAt at={constant} label={texts.constant} allowDecimal />}
        {(value === "previous" || value === "linear" || value === "next") && (
          <NumberAt at={fill.at("maxBuckets")} label={texts.maxSteps} placeholder={texts.maxStepsPlaceholder} />
        )}
      </Group>
    </>
  );
}
