// The columns of the view in their order: added from what devices have, moved, copied, changed and removed.
import { Button, Group, Stack, Text } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { ColumnCard } from "./column-card.tsx";
import { ColumnForm } from "./column-form.tsx";
import { listOf, moved, withValue, type Json } from "./document.ts";
import { problemsBelow, useEditing, useProblemAt } from "./editing.ts";
import { asJson, freshId, freshLabel, idOf, labelOf, withoutField } from "./fields.ts";
import { newColumn } from "./new-column.ts";
import { SourcePicker } from "./source-picker.tsx";

const FIELDS_MAX = 64;

interface ColumnsPanelProps {
  /** The one that is open; a problem elsewhere may open another. */
  readonly open: number | null;
  readonly onOpen: (place: number | null) => void;
}

export function ColumnsPanel({ open, onOpen }: ColumnsPanelProps): ReactNode {
  const { view, set, change, problems } = useEditing();
  const [isPicking, setPicking] = useState(false);
  const [said, setSaid] = useState("");
  const fields = listOf(view["fields"]).map(asJson);
  const problem = useProblemAt(["fields"]);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Columns that tell rows apart come first; figures are computed for each of their combinations.
      </Text>
      {fields.length === 0 && problem !== undefined && (
        <Text size="sm" c="red">
          {problem}
        </Text>
      )}
      <Stack gap="xs" component="ol" m={0} p={0} style={{ listStyle: "none" }} aria-label="Columns">
        {fields.map((field, place) => (
          <ColumnCard
            key={place}
            field={field}
            place={place}
            count={fields.length}
            isOpen={open === place}
            problems={problemsBelow(problems, ["fields", place]).length}
            onOpen={() => onOpen(open === place ? null : place)}
            onMove={(to) => {
              set(["fields"], moved(fields, place, to));
              setSaid(`${labelOf(field)} is column ${to + 1} of ${fields.length} now.`);
              if (open === place) onOpen(to);
              else if (open === to) onOpen(place);
            }}
            onCopy={() => {
              set(["fields"], fields.toSpliced(place + 1, 0, copyOf(field, view)));
              onOpen(place + 1);
            }}
            onRemove={() => {
              change((present) => withoutField(present, place));
              setSaid(`${labelOf(field)} has been removed.`);
              onOpen(null);
            }}
          >
            <ColumnForm place={place} />
          </ColumnCard>
        ))}
      </Stack>
      <Text size="xs" c="dimmed" role="status" aria-live="polite">
        {said}
      </Text>
      <Group>
        <Button
          leftSection={<Plus size={16} aria-hidden />}
          variant={fields.length === 0 ? "filled" : "light"}
          disabled={fields.length >= FIELDS_MAX}
          onClick={() => setPicking(true)}
        >
          Add a column
        </Button>
      </Group>
      {isPicking && (
        <SourcePicker
          title="Add a column"
          offer="column"
          onClose={() => setPicking(false)}
          onPicked={(picked) => {
            setPicking(false);
            change((present) =>
              asJson(withValue(present, ["fields"], [...listOf(present["fields"]), newColumn(picked, present)])),
            );
            onOpen(fields.length);
          }}
        />
      )}
    </Stack>
  );
}

function copyOf(field: Json, view: Json): Json {
  return { ...field, id: freshId(idOf(field), view), label: freshLabel(labelOf(field), view) };
}
