// What a time row without values shows, for the whole view or for one column.
import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import { ChoiceAt, NumberAt } from "./bound-fields.tsx";
import { hasNumber, type Place } from "./place.ts";
import type { FieldDraft } from "./view-draft.ts";

const FILLS = choices({
  missing: "Nothing",
  zero: "Zero",
  constant: "A fixed value",
  previous: "The previous value",
  linear: "A straight line between the neighbours",
  next: "The next value",
});

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
        placeholder={isOptional ? "As in the view" : undefined}
        otherwise={isOptional ? null : undefined}
        onChoice={(next) => {
          const start = next === "constant" ? { constant: 0 } : {};
          fill.set(next === undefined ? undefined : { ...fill.value, value: next, ...start });
        }}
      />
      <Group grow align="flex-start" gap="sm">
        {value === "constant" && hasNumber(constant) && <NumberAt at={constant} label="Fixed value" allowDecimal />}
        {(value === "previous" || value === "linear" || value === "next") && (
          <NumberAt at={fill.at("maxBuckets")} label="Maximum steps to fill" placeholder="Any" />
        )}
      </Group>
    </>
  );
}
