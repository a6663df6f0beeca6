// The named filters of the view: on what devices have or send, on the calendar, or on figures of the result.
import { Button, Collapse, Group, Menu, Paper, Stack, Text, UnstyledButton } from "@mantine/core";
import { ChevronDown, ChevronRight, Plus, Trash2, ArrowUp, ArrowDown } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Act } from "./column-card.tsx";
import { listOf, moved, recordAt, textAt, type Json } from "./document.ts";
import { problemsBelow, useEditing, useProblemAt } from "./editing.ts";
import { asJson, fieldsOfKinds, idOf, labelOf } from "./fields.ts";
import { FilterForm } from "./filter-form.tsx";
import { isValue, OPERATORS } from "./filter-words.ts";
import { SourcePicker } from "./source-picker.tsx";
import { sourceTitle, wordOf } from "./source-words.ts";

const FILTERS_MAX = 32;

interface FiltersPanelProps {
  readonly open: number | null;
  readonly onOpen: (place: number | null) => void;
}

export function FiltersPanel({ open, onOpen }: FiltersPanelProps): ReactNode {
  const { view, set, problems } = useEditing();
  const [isPicking, setPicking] = useState(false);
  const filters = listOf(view["filters"]).map(asJson);
  const measures = fieldsOfKinds(view, ["measure"]);
  const problem = useProblemAt(["filters"]);
  const add = (filter: Json): void => {
    set(["filters"], [...filters, filter]);
    onOpen(filters.length);
  };
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        A filter has a name, saved values, and may have others in each run. All filters have to fit.
      </Text>
      {filters.length === 0 && problem !== undefined && (
        <Text size="sm" c="red">
          {problem}
        </Text>
      )}
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: "none" }} aria-label="Filters">
        {filters.map((filter, place) => {
          const name = textAt(filter, ["name"]) || "Unnamed";
          const wrong = problemsBelow(problems, ["filters", place]).length;
          const isOpen = open === place;
          return (
            <Paper key={place} withBorder component="li" aria-label={`Filter ${name}`}>
              <Group gap={4} p="xs" wrap="nowrap">
                <UnstyledButton flex={1} miw={0} aria-expanded={isOpen} onClick={() => onOpen(isOpen ? null : place)}>
                  <Group gap="xs" wrap="nowrap">
                    {isOpen ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
                    <Stack gap={0} miw={0}>
                      <Text size="sm" fw={600} className="foreign" lineClamp={2}>
                        {name}
                        {wrong > 0 && ` (${wrong === 1 ? "1 problem" : `${wrong} problems`})`}
                      </Text>
                      <Text size="xs" c="dimmed" className="foreign" lineClamp={1}>
                        {summaryOf(filter, view)}
                      </Text>
                    </Stack>
                  </Group>
                </UnstyledButton>
                <Act
                  icon={ArrowUp}
                  label={`Move ${name} up`}
                  isDisabled={place === 0}
                  onAct={() => {
                    set(["filters"], moved(filters, place, place - 1));
                    onOpen(null);
                  }}
                />
                <Act
                  icon={ArrowDown}
                  label={`Move ${name} down`}
                  isDisabled={place === filters.length - 1}
                  onAct={() => {
                    set(["filters"], moved(filters, place, place + 1));
                    onOpen(null);
                  }}
                />
                <Act
                  icon={Trash2}
                  label={`Remove ${name}`}
                  onAct={() => {
                    set(["filters"], filters.toSpliced(place, 1));
                    onOpen(null);
                  }}
                />
              </Group>
              <Collapse expanded={isOpen}>
                {isOpen && (
                  <Stack gap="sm" p="sm" pt={4}>
                    <FilterForm path={["filters", place]} />
                  </Stack>
                )}
              </Collapse>
            </Paper>
          );
        })}
      </Stack>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            w="fit-content"
            variant="light"
            leftSection={<Plus size={16} aria-hidden />}
            disabled={filters.length >= FILTERS_MAX}
          >
            Add a filter
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setPicking(true)}>On values, attributes, devices or the calendar</Menu.Item>
          <Menu.Item
            disabled={measures.length === 0}
            onClick={() => {
              const [first] = measures;
              if (first === undefined) return;
              const name = freshName(labelOf(first), filters);
              add({ name, target: { field: idOf(first) }, operator: "gte", values: [0] });
            }}
          >
            On a figure of the result
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isPicking && (
        <SourcePicker
          title="What the filter looks at"
          offer="filter"
          onClose={() => setPicking(false)}
          onPicked={({ source, label }) => {
            setPicking(false);
            add({ name: freshName(label, filters), target: source, operator: "in", values: [] });
          }}
        />
      )}
    </Stack>
  );
}

function freshName(wish: string, filters: readonly Json[]): string {
  const taken = new Set(filters.map((filter) => textAt(filter, ["name"])));
  let name = wish;
  for (let count = 2; taken.has(name); count++) name = `${wish} ${count}`;
  return name;
}

const SHOWN_VALUES_MAX = 3;

function summaryOf(filter: Json, view: Json): string {
  const target = recordAt(filter, ["target"]);
  const field = fieldsOfKinds(view, ["measure"]).find((one) => idOf(one) === textAt(target, ["field"]));
  const what =
    textAt(target, ["type"]) === "" ? (field === undefined ? "a figure" : labelOf(field)) : sourceTitle(target);
  const values = listOf(filter["values"]).map((value) => (isValue(value) ? String(value) : "no value"));
  const shown = values.slice(0, SHOWN_VALUES_MAX).join(", ") + (values.length > SHOWN_VALUES_MAX ? ", …" : "");
  return `${what} ${wordOf(OPERATORS, textAt(filter, ["operator"]) || "in")} ${shown === "" ? "anything yet" : shown}`;
}
