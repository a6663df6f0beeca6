// The named filters of the view: on device data, on the calendar, or on figures of the result.
import { Button, Menu, Stack, Text } from "@mantine/core";
import { Plus } from "lucide-react";
import { useState, type ReactNode } from "react";
import { labelOfChoice } from "../../components/choices.ts";
import { useEditing } from "./editing.ts";
import { EntryList } from "./entry-list.tsx";
import { fieldsOf, fieldsOfKinds, firstFree, idOf, labelOf } from "./fields.ts";
import { FilterForm } from "./filter-form.tsx";
import { OPERATORS } from "./filter-words.ts";
import { SourcePicker } from "./source-picker.tsx";
import { sourceTitle } from "./source-words.ts";
import type { FilterDraft, ViewDraft } from "./view-draft.ts";
import { words } from "../../words/words.ts";

const texts = words.viewEditor.filters;

interface FiltersPanelProps {
  readonly open: number | null;
  readonly onOpen: (place: number | null) => void;
}

export function FiltersPanel({ open, onOpen }: FiltersPanelProps): ReactNode {
  const { view, at } = useEditing();
  const [isPicking, setPicking] = useState(false);
  const list = at("filters");
  const filters = list.value ?? [];
  const [measure] = fieldsOfKinds(view, ["measure"]);
  const add = (label: string, filter: FilterDraft): void => {
    const taken = new Set(filters.map(({ name = "" }) => name));
    const name = firstFree(label, (count) => `${label} ${count}`, taken);
    list.set([...filters, { name, ...filter }]);
    onOpen(filters.length);
  };
  return (
    <Stack gap="sm">
      <Text c="dimmed">{texts.about}</Text>
      <EntryList
        list={list}
        nouns={words.viewEditor.entries.filters}
        open={open}
        onOpen={onOpen}
        nameOf={({ name = "" }) => name || words.viewEditor.unnamed}
        summaryOf={(filter) => summaryOf(filter, view)}
        formOf={(place) => <FilterForm filter={list.at(place)} />}
        onRemove={(place) => list.set(filters.toSpliced(place, 1))}
      />
      <Menu position="bottom-start">
        <Menu.Target>
          <Button w="fit-content" variant="light" leftSection={<Plus />} disabled={list.isFull}>
            {texts.add}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setPicking(true)}>{texts.bySource}</Menu.Item>
          <Menu.Item
            disabled={measure === undefined}
            onClick={() => {
              if (measure !== undefined)
                add(labelOf(measure), { target: { field: idOf(measure) }, operator: "gte", values: [0] });
            }}
          >
            {texts.byMeasure}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isPicking && (
        <SourcePicker
          title={texts.what}
          offer="filter"
          onClose={() => setPicking(false)}
          onPicked={({ source, label }) => add(label, { target: source, operator: "in", values: [] })}
        />
      )}
    </Stack>
  );
}

const SHOWN_VALUES_MAX = 3;

function summaryOf({ target = {}, operator = "in", values = [] }: FilterDraft, view: ViewDraft): string {
  const field = fieldsOf(view).find(({ id }) => id === target.field);
  const ofResult = field === undefined ? texts.aMeasure : labelOf(field);
  const what = target.type === undefined ? ofResult : sourceTitle(target);
  const shown = values.slice(0, SHOWN_VALUES_MAX).map((value) => (value === null ? texts.noValue : String(value)));
  const list = shown.join(", ") + (values.length > SHOWN_VALUES_MAX ? ", …" : "");
  return `${what} ${labelOfChoice(OPERATORS, operator)} ${list || texts.anyValue}`;
}
