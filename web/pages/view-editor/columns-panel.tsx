// The columns of the view in their order: added from what devices have, moved, copied, changed and removed.
import { Badge, Stack, Text } from "@mantine/core";
import { EyeOff } from "lucide-react";
import { useState, type ReactNode } from "react";
import { aggregationOf } from "./aggregation-words.ts";
import { ColumnForm } from "./column-form.tsx";
import { listOf, moved, recordAt, textAt, withValue, type Json } from "./document.ts";
import { problemsBelow, useEditing, useProblemAt } from "./editing.ts";
import { EntryCard, EntryList } from "./entry-card.tsx";
import {
  asJson,
  freshId,
  freshLabel,
  idOf,
  kindOf,
  labelOf,
  newColumn,
  withoutField,
  type FieldKind,
} from "./fields.ts";
import { SourceButton } from "./source-picker.tsx";
import { sourceTitle } from "./source-words.ts";

const FIELDS_MAX = 64;
const KINDS: Readonly<Record<FieldKind, string>> = { dimension: "Group", time: "Time", measure: "Figure" };

interface ColumnsPanelProps {
  /** The one that is open; a problem elsewhere may open another. */
  readonly open: number | null;
  readonly onOpen: (place: number | null) => void;
}

export function ColumnsPanel({ open, onOpen }: ColumnsPanelProps): ReactNode {
  const { view, set, change, problems } = useEditing();
  const [said, setSaid] = useState("");
  const fields = listOf(view["fields"]).map(asJson);
  return (
    <Stack gap="sm">
      <Text c="dimmed">Groups and times come first; figures are computed for each of their combinations.</Text>
      <EntryList label="Columns" isOrdered problem={useProblemAt(["fields"])}>
        {fields.map((field, place) => (
          <EntryCard
            key={place}
            noun="Column"
            name={labelOf(field)}
            badges={<Badges field={field} />}
            summary={summaryOf(field)}
            problems={problemsBelow(problems, ["fields", place]).length}
            place={place}
            count={fields.length}
            isOpen={open === place}
            onOpen={() => onOpen(open === place ? null : place)}
            onMove={(to) => {
              set(["fields"], moved(fields, place, to));
              setSaid(`${labelOf(field)} is column ${to + 1} of ${fields.length} now.`);
              if (open === place) onOpen(to);
              else if (open === to) onOpen(place);
            }}
            onCopy={() => {
              const copy = { ...field, id: freshId(idOf(field), view), label: freshLabel(labelOf(field), view) };
              set(["fields"], fields.toSpliced(place + 1, 0, copy));
              onOpen(place + 1);
            }}
            onRemove={() => {
              change((present) => withoutField(present, place));
              setSaid(`${labelOf(field)} has been removed.`);
              onOpen(null);
            }}
          >
            <ColumnForm place={place} />
          </EntryCard>
        ))}
      </EntryList>
      <Text size="xs" c="dimmed" role="status" aria-live="polite">
        {said}
      </Text>
      <SourceButton
        title="Add a column"
        offer="column"
        variant={fields.length === 0 ? "filled" : "light"}
        disabled={fields.length >= FIELDS_MAX}
        onPicked={(picked) => {
          change((present) =>
            asJson(withValue(present, ["fields"], [...listOf(present["fields"]), newColumn(picked, present)])),
          );
          onOpen(fields.length);
        }}
      />
    </Stack>
  );
}

function Badges({ field }: { readonly field: Json }): ReactNode {
  return (
    <>
      <Badge size="sm" variant="default">
        {KINDS[kindOf(field)]}
      </Badge>
      {field["hidden"] === true && (
        <Badge size="sm" variant="default" leftSection={<EyeOff size={11} />}>
          hidden
        </Badge>
      )}
    </>
  );
}

function summaryOf(field: Json): string {
  const source = recordAt(field, ["source"]);
  const fn = textAt(field, ["aggregation", "fn"]);
  const title = (textAt(source, ["type"]) === "expression" && textAt(source, ["expr"])) || sourceTitle(source);
  const aggregated = fn === "" ? title : `${aggregationOf(fn)?.label ?? fn} · ${title}`;
  return labelOf(field) === idOf(field) ? aggregated : `${aggregated} · ${idOf(field)}`;
}
