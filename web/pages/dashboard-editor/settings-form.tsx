// What belongs to the whole dashboard: its title, range, refresh, filters and grid. Changes apply at once.
import { Button, Group, Menu, NumberInput, Paper, Stack, Text, TextInput } from "@mantine/core";
import { Check, Plus, X } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { DialogFooter, SideDialog } from "../../components/dialog.tsx";
import { choices } from "../../components/choices.ts";
import { inColumns } from "../dashboard/arrange.ts";
import { filterLabel, valuesOf, type Configuration, type DashboardFilter } from "../dashboard/configuration.ts";
import { BarFilterInput } from "../dashboard/filter-bar.tsx";
import { Act } from "../view-editor/entry-list.tsx";
import { unboundPlace } from "../view-editor/place.ts";
import { TimeRangeForm } from "../view-editor/time-range-form.tsx";
import type { RangeDraft } from "../view-editor/view-draft.ts";
import { words } from "../../words/words.ts";
import { withConfiguration, type DashboardDraft } from "./dashboard-draft.ts";
import { FilterForm } from "./filter-form.tsx";
import { RefreshSelect } from "./refresh-select.tsx";

interface SettingsFormProps {
  readonly draft: DashboardDraft;
  readonly onDraft: (draft: DashboardDraft, step: string) => void;
  readonly onClose: () => void;
}

const WORDS = words.dashboardEditor.dashboard;
const TITLE_CHARS_MAX = 255;
const COLUMNS_MAX = 48;
const FILTERS_MAX = 16;
const ROW_PIXELS = { min: 8, max: 400 };

export function SettingsForm({ draft, onDraft, onClose }: SettingsFormProps): ReactNode {
  const { title, configuration } = draft;
  const { timeRange, grid, filters, panels } = configuration;
  const set = (change: Partial<Configuration>, step: string): void => onDraft(withConfiguration(draft, change), step);
  return (
    <SideDialog title={WORDS.title} position="right" size={520} onClose={onClose}>
      <Stack gap="lg">
        <TextInput
          label={words.components.common.title}
          required
          data-autofocus
          maxLength={TITLE_CHARS_MAX}
          value={title}
          onChange={(event) => onDraft({ ...draft, title: event.currentTarget.value }, "title")}
        />
        <Paper withBorder p="md">
          <TimeRangeForm
            range={unboundPlace<RangeDraft>(timeRange, (next) =>
              set({ timeRange: (next ?? {}) as Configuration["timeRange"] }, "range"),
            )}
          />
        </Paper>
        <RefreshSelect refresh={configuration.refresh} onRefresh={(refresh) => set({ refresh }, "refresh")} />
        <Filters
          filters={filters}
          onFilters={(next, step) => set({ filters: next, panels: withoutGone(panels, next) }, step)}
        />
        <Group grow align="flex-start">
          <NumberInput
            label={WORDS.columns}
            min={1}
            max={COLUMNS_MAX}
            allowDecimal={false}
            value={grid.columns}
            onChange={(next) => {
              if (typeof next !== "number" || next < 1 || next > COLUMNS_MAX) return;
              set({ grid: { ...grid, columns: next }, panels: inColumns(panels, next) }, "columns");
            }}
          />
          <NumberInput
            label={WORDS.rowHeight}
            suffix=" px"
            {...ROW_PIXELS}
            allowDecimal={false}
            value={grid.rowHeight}
            onChange={(next) => {
              if (typeof next === "number" && next >= ROW_PIXELS.min && next <= ROW_PIXELS.max)
                set({ grid: { ...grid, rowHeight: next } }, "rowHeight");
            }}
          />
        </Group>
        <DialogFooter>
          <Button ml="auto" leftSection={<Check />} onClick={onClose}>
            {words.dashboardEditor.panel.done}
          </Button>
        </DialogFooter>
      </Stack>
    </SideDialog>
  );
}

/** A panel names only filters that there are. */
function withoutGone(panels: Configuration["panels"], filters: readonly DashboardFilter[]): Configuration["panels"] {
  const names = new Set(filters.map(({ name }) => name));
  return panels.map((panel) => {
    const filtersIgnored = panel.overrides.filtersIgnored.filter((name) => names.has(name));
    return { ...panel, overrides: { ...panel.overrides, filtersIgnored } };
  });
}

const FILTER_TYPES = choices(WORDS.filterTypes);

interface FiltersProps {
  readonly filters: readonly DashboardFilter[];
  readonly onFilters: (filters: readonly DashboardFilter[], step: string) => void;
}

function Filters({ filters, onFilters }: FiltersProps): ReactNode {
  const replace = (place: number, filter: DashboardFilter): void =>
    onFilters(filters.with(place, filter), `filter ${place}`);
  const list = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<string | null>(null);
  /** Where one goes on: it has moved the button out of sight. */
  const focusAdded = (): void => {
    if (added !== null) list.current?.querySelector<HTMLElement>(`[data-filter="${added}"] input`)?.focus();
  };
  const add = (type: DashboardFilter["type"]): void => {
    const filter = newFilter(type, filters);
    onFilters([...filters, filter], "addFilter");
    setAdded(filter.name);
  };
  return (
    <Stack ref={list} gap="xs" role="group" aria-label={WORDS.filters}>
      <Text fw={500}>{WORDS.filters}</Text>
      {filters.map((filter, place) => (
        <Paper key={filter.name} data-filter={filter.name} withBorder p="sm">
          <Stack gap="xs">
            <Group justify="space-between" wrap="nowrap">
              <Text fw={600} className="foreign" lineClamp={1}>
                {filterLabel(filter)}
              </Text>
              <Act
                icon={X}
                label={WORDS.removeFilter(filterLabel(filter))}
                onAct={() => onFilters(filters.toSpliced(place, 1), "removeFilter")}
              />
            </Group>
            <FilterForm filter={filter} onFilter={(next) => replace(place, next)} />
            <BarFilterInput
              filter={{ ...filter, label: WORDS.defaultValue }}
              values={valuesOf(filter)}
              onValues={(values = []) => replace(place, beginningWith(filter, values))}
            />
          </Stack>
        </Paper>
      ))}
      <Menu
        position="bottom-start"
        returnFocus={added === null}
        onOpen={() => setAdded(null)}
        onExitTransitionEnd={focusAdded}
      >
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            w="fit-content"
            leftSection={<Plus size={14} />}
            disabled={filters.length >= FILTERS_MAX}
          >
            {WORDS.addFilter}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {FILTER_TYPES.map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => add(value)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Stack>
  );
}

function newFilter(type: DashboardFilter["type"], filters: readonly DashboardFilter[]): DashboardFilter {
  let number = filters.length + 1;
  while (filters.some(({ name }) => name === `filter-${number}`)) number++;
  const name = `filter-${number}`;
  switch (type) {
    case "device":
      return { type, name, label: words.components.common.device, deviceIds: [] };
    case "customer":
      return { type, name, label: words.components.common.customer, customerIds: [] };
    case "attribute":
      return { type, name, label: "", scope: "any", key: "building", values: [] };
    case "view":
      return { type, name, label: "", viewId: "", filter: "", values: [] };
  }
}

function beginningWith(filter: DashboardFilter, values: readonly unknown[]): DashboardFilter {
  const given = values.filter((value) => ["string", "number", "boolean"].includes(typeof value)) as (
    string | number | boolean
  )[];
  switch (filter.type) {
    case "device":
      return { ...filter, deviceIds: given.map(String) };
    case "customer":
      return { ...filter, customerIds: given.map(String) };
    case "attribute":
    case "view":
      return { ...filter, values: given };
  }
}
