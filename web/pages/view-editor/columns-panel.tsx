// The columns of the view in order: added from the devices' data, moved, copied, changed and removed.
import { Badge, Stack, Text } from "@mantine/core";
import { EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import { aggregationOf } from "./aggregation-words.ts";
import { ColumnForm } from "./column-form.tsx";
import { useEditing, useViewFormats } from "./editing.ts";
import { EntryList } from "./entry-list.tsx";
import { fieldsOf, freshId, freshLabel, idOf, kindOf, labelOf, newColumn, withoutField } from "./fields.ts";
import { SourceButton } from "./source-picker.tsx";
import { sourceTitle } from "./source-words.ts";
import type { FieldDraft, FieldKind } from "./view-draft.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.columns;

const KINDS: Readonly<Record<FieldKind, string>> = texts.kinds;

interface ColumnsPanelProps {
  readonly open: number | null;
  readonly onOpen: (place: number | null) => void;
}

export function ColumnsPanel({ open, onOpen }: ColumnsPanelProps): ReactNode {
  const { view, at, change } = useEditing();
  const list = at("fields");
  const fields = fieldsOf(view);
  const formats = useViewFormats();
  return (
    <Stack gap="sm">
      <Text c="dimmed">{texts.about}</Text>
      <EntryList
        list={list}
        nouns={words.viewEditor.entries.columns}
        isOrdered
        open={open}
        onOpen={onOpen}
        nameOf={labelOf}
        summaryOf={summaryOf}
        badgesOf={(field) => <Badges field={field} />}
        formOf={(place) => <ColumnForm place={place} field={list.at(place)} />}
        onCopy={(field, place) => {
          const copy = { ...field, id: freshId(idOf(field), view), label: freshLabel(labelOf(field), view) };
          list.set(fields.toSpliced(place + 1, 0, copy));
          onOpen(place + 1);
        }}
        onRemove={(place) => change((present) => withoutField(present, place))}
      />
      <SourceButton
        title={texts.add}
        offer="column"
        variant={fields.length === 0 ? "filled" : "light"}
        disabled={list.isFull}
        onPicked={(picked) => {
          change((present) => ({ ...present, fields: [...fieldsOf(present), newColumn(picked, present, formats)] }));
          onOpen(fields.length);
        }}
      />
    </Stack>
  );
}

function Badges({ field }: { readonly field: FieldDraft }): ReactNode {
  return (
    <>
      <Badge size="sm" variant="default">
        {KINDS[kindOf(field)]}
      </Badge>
      {field.hidden === true && (
        <Badge size="sm" variant="default" leftSection={<EyeOff size={11} />}>
          {texts.hidden}
        </Badge>
      )}
    </>
  );
}

function summaryOf(field: FieldDraft): string {
  const { source = {}, aggregation } = field;
  const { type, expr = "" } = source;
  const fn = aggregation?.fn;
  const title = type === "expression" && expr !== "" ? expr : sourceTitle(source);
  const aggregated = fn === undefined ? title : `${aggregationOf(fn)?.label ?? fn} · ${title}`;
  return labelOf(field) === idOf(field) ? aggregated : `${aggregated} · ${idOf(field)}`;
}
