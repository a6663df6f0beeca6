// What a row of time without values shows: of the whole view, or of one column.
import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import { ChoiceAt, NumberAt } from "./bound-fields.tsx";
import { recordAt, textAt, valueAt, type Path } from "./document.ts";
import { useEditing } from "./editing.ts";

const FILLS = choices({
  missing: "Nothing",
  zero: "Zero",
  constant: "A fixed value",
  previous: "The previous value",
  linear: "A straight line between the neighbours",
  next: "The next value",
});

interface FillFieldsProps {
  readonly path: Path;
  readonly label: string;
  /** Left out, the rule of the view holds. */
  readonly isOptional?: boolean;
}

export function FillFields({ path, label, isOptional = false }: FillFieldsProps): ReactNode {
  const { view, set } = useEditing();
  const fill = textAt(view, [...path, "value"]);
  return (
    <>
      <ChoiceAt
        path={[...path, "value"]}
        label={label}
        choices={FILLS}
        placeholder={isOptional ? "As in the view" : undefined}
        otherwise={isOptional ? undefined : "missing"}
        onChoice={(value) => {
          const constant = value === "constant" ? { constant: 0 } : {};
          set(path, value === null ? undefined : { ...recordAt(view, path), value, ...constant });
        }}
      />
      <Group grow align="flex-start" gap="sm">
        {fill === "constant" && typeof valueAt(view, [...path, "constant"]) !== "string" && (
          <NumberAt path={[...path, "constant"]} label="Fixed value" isWhole={false} />
        )}
        {["previous", "linear", "next"].includes(fill) && (
          <NumberAt
            path={[...path, "maxBuckets"]}
            label="At most so many steps"
            min={1}
            max={50_000}
            placeholder="Any"
          />
        )}
      </Group>
    </>
  );
}
