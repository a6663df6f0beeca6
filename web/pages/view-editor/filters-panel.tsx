// The named filters of the view: on what devices have or send, on the calendar, or on figures of the result.
import { Button, Menu, Stack, Text } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { labelOfChoice } from "../../components/choices.ts";
import { listOf, moved, recordAt, textAt, type Json } from "./document.ts";
import { problemsBelow, useEditing, useProblemAt } from "./editing.ts";
import { EntryCard, EntryList } from "./entry-card.tsx";
import { asJson, fieldsOfKinds, firstFree, idOf, labelOf } from "./fields.ts";
import { FilterForm } from "./filter-form.tsx";
import { isValue, OPERATORS } from "./filter-words.ts";
import { SourcePicker } from "./source-picker.tsx";
import { sourceTitle } from "./source-words.ts";

const FILTERS_MAX = 32;

interface FiltersPanelProps {
  readonly open: number | null;
  readonly onOpen: (place: number | null) => void;
}

export function FiltersPanel({ open, onOpen }: FiltersPanelProps): ReactNode {
  const { view, set, problems } = useEditing();
  const [isPicking, setPicking] = useState(false);
  const filters = listOf(view["filters"]).map(asJson);
  const [measure] = fieldsOfKinds(view, ["measure"]);
  const replace = (next: readonly Json[], opened: number | null): void => {
    set(["filters"], next);
    onOpen(opened);
  };
  const add = (label: string, filter: Json): void => {
    const taken = new Set(filters.map((one) => textAt(one, ["name"])));
    const name = firstFree(label, (count) => `${label} ${count}`, taken);
    replace([...filters, { name, ...filter }], filters.length);
  };
  return (
    <Stack gap="sm">
      <Text c="dimmed">
        A filter has a name and saved values, which a run may replace. A row has to match all filters.
      </Text>
      <EntryList label="Filters" problem={useProblemAt(["filters"])}>
        {filters.map((filter, place) => (
          <EntryCard
            key={place}
            noun="Filter"
            name={textAt(filter, ["name"]) || "Unnamed"}
            summary={summaryOf(filter, view)}
            problems={problemsBelow(problems, ["filters", place]).length}
            place={place}
            count={filters.length}
            isOpen={open === place}
            onOpen={() => onOpen(open === place ? null : place)}
            onMove={(to) => replace(moved(filters, place, to), null)}
            onRemove={() => replace(filters.toSpliced(place, 1), null)}
          >
            <FilterForm path={["filters", place]} />
          </EntryCard>
        ))}
      </EntryList>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button w="fit-content" variant="light" leftSection={<Plus />} disabled={filters.length >= FILTERS_MAX}>
            Add a filter
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setPicking(true)}>On values, attributes, devices or the calendar</Menu.Item>
          <Menu.Item
            disabled={measure === undefined}
            onClick={() => {
              if (measure !== undefined)
                add(labelOf(measure), { target: { field: idOf(measure) }, operator: "gte", values: [0] });
            }}
          >
            On a figure of the result
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isPicking && (
        <SourcePicker
          title="What to filter by"
          offer="filter"
          onClose={() => setPicking(false)}
          onPicked={({ source, label }) => add(label, { target: source, operator: "in", values: [] })}
        />
      )}
    </Stack>
  );
}

const SHOWN_VALUES_MAX = 3;

function summaryOf(filter: Json, view: Json): string {
  const target = recordAt(filter, ["target"]);
  const field = fieldsOfKinds(view, ["measure"]).find((one) => idOf(one) === textAt(target, ["field"]));
  const ofResult = field === undefined ? "a figure" : labelOf(field);
  const what = textAt(target, ["type"]) === "" ? ofResult : sourceTitle(target);
  const values = listOf(filter["values"]).map((value) => (isValue(value) ? String(value) : "no value"));
  const shown = values.slice(0, SHOWN_VALUES_MAX).join(", ") + (values.length > SHOWN_VALUES_MAX ? ", …" : "");
  return `${what} ${labelOfChoice(OPERATORS, textAt(filter, ["operator"]) || "in")} ${shown || "anything yet"}`;
}
