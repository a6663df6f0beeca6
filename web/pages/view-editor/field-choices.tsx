// Columns of the view to choose from by their labels; a column that is gone is shown by its name.
import { MultiSelect, Select } from "@mantine/core";
import type { ReactNode } from "react";
import type { BoundProps } from "./bound-fields.tsx";
import { textAt, textsAt, type Json } from "./document.ts";
import { useAt, useEditing } from "./editing.ts";
import { fieldsOf, fieldsOfKinds, idOf, labelOf, type FieldKind } from "./fields.ts";

interface FieldAtProps extends BoundProps {
  readonly kinds?: readonly FieldKind[];
  readonly isClearable?: boolean;
  readonly isLabelHidden?: boolean;
}

export function FieldAt({ path, kinds, isClearable = false, isLabelHidden = false, label, ...rest }: FieldAtProps) {
  const { view } = useEditing();
  const { value, error, set } = useAt(path);
  const id = textAt(value, []);
  return (
    <Select
      {...rest}
      {...(isLabelHidden ? { "aria-label": label } : { label })}
      clearable={isClearable}
      allowDeselect={isClearable}
      flex={1}
      data={optionsOf(view, kinds, [id])}
      value={id || null}
      error={error}
      onChange={(next) => set(next ?? undefined)}
    />
  );
}

interface FieldsAtProps extends BoundProps {
  readonly kinds?: readonly FieldKind[];
  /** An empty list is left out. */
  readonly isOptional?: boolean;
}

export function FieldsAt({ path, kinds, isOptional = false, ...rest }: FieldsAtProps): ReactNode {
  const { view } = useEditing();
  const { value, error, set } = useAt(path);
  const ids = textsAt(value, []);
  return (
    <MultiSelect
      {...rest}
      clearable
      data={optionsOf(view, kinds, ids)}
      value={[...ids]}
      error={error}
      onChange={(next) => set(next.length === 0 && isOptional ? undefined : next)}
    />
  );
}

function optionsOf(view: Json, kinds: readonly FieldKind[] | undefined, chosen: readonly string[]) {
  const fields = kinds === undefined ? fieldsOf(view) : fieldsOfKinds(view, kinds);
  const options = new Map(fields.map((field) => [idOf(field), labelOf(field)]));
  for (const id of chosen) if (!options.has(id)) options.set(id, id);
  options.delete("");
  return [...options].map(([value, label]) => ({ value, label }));
}
