// Columns of the view to choose from, by their labels; what names one that is not there any more shows its name.
import { MultiSelect, Select } from "@mantine/core";
import type { ReactNode } from "react";
import type { BoundProps } from "./bound-fields.tsx";
import { textAt, textsAt, type Json } from "./document.ts";
import { useEditing, useProblemAt } from "./editing.ts";
import { fieldsOf, fieldsOfKinds, idOf, labelOf, type FieldKind } from "./fields.ts";

interface FieldAtProps extends BoundProps {
  readonly kinds?: readonly FieldKind[];
  readonly isClearable?: boolean;
  readonly isLabelHidden?: boolean;
}

export function FieldAt({ path, kinds, isClearable = false, isLabelHidden = false, label, ...rest }: FieldAtProps) {
  const { view, set } = useEditing();
  const id = textAt(view, path);
  return (
    <Select
      {...rest}
      label={isLabelHidden ? undefined : label}
      aria-label={isLabelHidden ? label : undefined}
      clearable={isClearable}
      allowDeselect={isClearable}
      flex={1}
      data={optionsOf(view, kinds, [id])}
      value={id === "" ? null : id}
      error={useProblemAt(path)}
      onChange={(next) => set(path, next ?? undefined)}
    />
  );
}

interface FieldsAtProps extends BoundProps {
  readonly kinds?: readonly FieldKind[];
  /** An empty list is left out. */
  readonly isOptional?: boolean;
}

export function FieldsAt({ path, kinds, isOptional = false, ...rest }: FieldsAtProps): ReactNode {
  const { view, set } = useEditing();
  const ids = textsAt(view, path);
  return (
    <MultiSelect
      {...rest}
      clearable
      data={optionsOf(view, kinds, ids)}
      value={[...ids]}
      error={useProblemAt(path)}
      onChange={(next) => set(path, next.length === 0 && isOptional ? undefined : next)}
    />
  );
}

function optionsOf(view: Json, kinds: readonly FieldKind[] | undefined, chosen: readonly string[]) {
  const fields = kinds === undefined ? fieldsOf(view) : fieldsOfKinds(view, kinds);
  const options = new Map(fields.map((field) => [idOf(field), labelOf(field)]));
  for (const id of chosen) if (id !== "" && !options.has(id)) options.set(id, id);
  options.delete("");
  return [...options].map(([value, label]) => ({ value, label }));
}
