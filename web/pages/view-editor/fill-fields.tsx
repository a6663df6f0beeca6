// What stands in a row of time without values: of the whole view, or of one column.
import { Group, NumberInput, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { ChoiceAt, NumberAt, type Choice } from "./bound-fields.tsx";
import { recordAt, textAt, valueAt, type Path } from "./document.ts";
import { useEditing, useProblemAt } from "./editing.ts";

const FILLS: readonly Choice[] = [
  { value: "missing", label: "Nothing", says: "The cell stays empty." },
  { value: "zero", label: "Zero" },
  { value: "constant", label: "A fixed value" },
  { value: "previous", label: "The value before" },
  { value: "linear", label: "A straight line between its neighbours" },
  { value: "next", label: "The value after" },
];
const RUNS = ["previous", "linear", "next"];

interface FillFieldsProps {
  readonly path: Path;
  readonly label: string;
  /** Left out, the rule of the view holds. */
  readonly isOptional?: boolean;
}

export function FillFields({ path, label, isOptional = false }: FillFieldsProps): ReactNode {
  const { view, set } = useEditing();
  const value = textAt(view, [...path, "value"]);
  const constant = valueAt(view, [...path, "constant"]);
  const problem = useProblemAt([...path, "constant"]);
  return (
    <Stack gap="sm">
      <ChoiceAt
        path={[...path, "value"]}
        label={label}
        choices={FILLS}
        placeholder={isOptional ? "As the view fills them" : undefined}
        otherwise={isOptional ? undefined : "missing"}
        onChoice={(next) => {
          if (next === null) set(path, undefined);
          else set(path, { ...recordAt(view, path), value: next, ...(next === "constant" ? { constant: 0 } : {}) });
        }}
      />
      <Group grow align="flex-start" gap="sm">
        {value === "constant" && typeof constant !== "string" && (
          <NumberInput
            label="Fixed value"
            value={typeof constant === "number" ? constant : ""}
            error={problem}
            onChange={(next) => {
              if (next !== constant) set([...path, "constant"], typeof next === "number" ? next : undefined);
            }}
          />
        )}
        {RUNS.includes(value) && (
          <NumberAt
            path={[...path, "maxBuckets"]}
            label="Steps in a row at most"
            min={1}
            max={50_000}
            placeholder="Any"
          />
        )}
      </Group>
    </Stack>
  );
}
