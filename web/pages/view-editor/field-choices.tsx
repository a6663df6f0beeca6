// Selects columns of the view by their labels; a column that no longer exists is shown by its name.
import { MultiSelect, Select } from "@mantine/core";
import type { ReactNode } from "react";
import type { BoundProps } from "./bound-fields.tsx";
import { useEditing } from "./editing.ts";
import { fieldsOf, fieldsOfKinds, idOf, labelOf } from "./fields.ts";
import type { FieldKind, ViewDraft } from "./view-draft.ts";

interface FieldAtProps extends BoundProps<string> {
  readonly kinds?: readonly FieldKind[];
  readonly isClearable?: boolean;
  readonly isLabelHidden?: boolean;
}

export function FieldAt({ at, kinds, isClearable = false, isLabelHidden = false, label, ...rest }: FieldAtProps) {
  const { view } = useEditing();
  return (
    <Select
      {...rest}
      {...(isLabelHidden ? { "aria-label": label } : { label })}
      clearable={isClearable}
      allowDeselect={isClearable}
      flex={1}
      data={optionsOf(view, kinds, [at.value ?? ""])}
      value={at.value ?? null}
      error={at.error}
      onChange={(next) => at.set(next ?? undefined)}
    />
  );
}

interface FieldsAtProps extends BoundProps<readonly string[]> {
  readonly kinds?: readonly FieldKind[];
  /** An empty list is omitted from the view. */
  readonly isOptional?: boolean;
}

export function FieldsAt({ at, kinds, isOptional = false, ...rest }: FieldsAtProps): ReactNode {
  const { view } = useEditing();
  const ids = at.value ?? [];
  return (
    <MultiSelect
      {...rest}
      clearable
      data={optionsOf(view, kinds, ids)}
      value={[...ids]}
      error={at.error}
      onChange={(next) => at.set(next.length === 0 && isOptional ? undefined : next)}
    />
  );
}

function optionsOf(view: ViewDraft, kinds: readonly FieldKind[] | undefined, chosen: readonly string[]) {
  const fields = kinds === undefined ? fieldsOf(view) : fieldsOfKinds(view, kinds);
  const options = new Map(fields.map((field) => [idOf(field), labelOf(field)]));
  for (const id of chosen) if (!options.has(id)) options.set(id, id);
  options.delete("");
  return [...options].map(([value, label]) => ({ value, label }));
}
