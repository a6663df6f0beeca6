// A length of time that the view keeps in milliseconds, in the unit in which people think of it.
import { Group, NumberInput, Select } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { numberAt } from "./document.ts";
import { useEditing, useProblemAt } from "./editing.ts";
import type { BoundProps } from "./bound-fields.tsx";

const UNITS = [
  { value: "1", label: "milliseconds" },
  { value: "1000", label: "seconds" },
  { value: "60000", label: "minutes" },
  { value: "3600000", label: "hours" },
  { value: "86400000", label: "days" },
] as const;
const MINUTE = "60000";

export function DurationAt({ path, label, description, placeholder }: BoundProps): ReactNode {
  const { view, set } = useEditing();
  const millis = numberAt(view, path);
  const [unit, setUnit] = useState(() => unitOf(millis));
  const error = useProblemAt(path);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <NumberInput
        label={label}
        description={description}
        placeholder={placeholder}
        inputWrapperOrder={["label", "input", "description", "error"]}
        min={0}
        allowNegative={false}
        flex={1}
        value={millis === null ? "" : millis / Number(unit)}
        error={error}
        onChange={(value) => {
          const next = typeof value === "number" ? Math.round(value * Number(unit)) : null;
          if (next !== millis) set(path, next ?? undefined);
        }}
      />
      <Select
        aria-label={`Unit of: ${label}`}
        w={130}
        allowDeselect={false}
        data={UNITS}
        value={unit}
        onChange={(value) => {
          if (value === null) return;
          setUnit(value);
          if (millis !== null) set(path, Math.round((millis / Number(unit)) * Number(value)));
        }}
        mb={description === undefined && error === undefined ? 0 : 22}
      />
    </Group>
  );
}

/** The greatest one that gives a whole number. */
function unitOf(millis: number | null): string {
  if (millis === null || millis === 0) return MINUTE;
  return UNITS.findLast(({ value }) => millis % Number(value) === 0)?.value ?? "1";
}
