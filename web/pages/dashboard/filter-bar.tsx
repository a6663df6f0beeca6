// The bar of a dashboard: range, refresh and filters that all its panels follow, from the address, or as saved.
import { Button, Group, Select, TagsInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { RefreshCw, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { SIGNED_IN } from "../../api/caller.ts";
import { read } from "../../api/client.ts";
import { useAddress } from "../../app/list-state.ts";
import { useIdentity } from "../../app/use-session.ts";
import { choices } from "../../components/choices.ts";
import { FoldedControls } from "../../components/folded-controls.tsx";
import { LiveBadge } from "../../components/live-badge.tsx";
import { CustomersAt, DevicesAt } from "../view-editor/device-lists.tsx";
import { useKnownKeys } from "../view-editor/known-keys.ts";
import { unboundPlace } from "../view-editor/place.ts";
import { FilterInputField } from "../view/filter-input.tsx";
import { RangePicker } from "../view/range-picker.tsx";
import { chosenWords, savedRangeWords } from "../view/range-words.ts";
import { filterChange, savedChange, type FilterValue, type RunSelection } from "../view/view-address.ts";
import { overridableFilters } from "../view/view-filter.ts";
import { words } from "../../words/words.ts";
import { filterLabel, refreshWords, valuesOf, type Configuration, type DashboardFilter } from "./configuration.ts";
import { chosenRefresh, usableFilters } from "./dashboard-address.ts";
import { usePanelCaller } from "./panel-caller.ts";
import type { ShownPanels } from "./use-panels.ts";

export interface FilterBarProps {
  readonly configuration: Configuration;
  readonly selection: RunSelection;
  readonly shown: Pick<ShownPanels, "live" | "again">;
  /** Whether every panel is computed only when asked. */
  readonly isOff: boolean;
  /** What can be done with what is chosen, beside the way back to what is saved. */
  readonly action?: ReactNode;
}

const WORDS = words.dashboard.bar;
const REFRESH_CHOICES = choices(WORDS.refreshes);
const SAVED = "saved";

export function FilterBar({ configuration, selection, shown, isOff, action }: FilterBarProps): ReactNode {
  const { timeRange, refresh, filters } = configuration;
  const role = useIdentity()?.role;
  const { isBearer } = usePanelCaller();
  const { address, change } = useAddress();
  const refreshText = chosenRefresh(address);
  const isChanged = selection.range.kind !== "saved" || selection.filters.size > 0 || refreshText !== null;
  const live = shown.live !== null && <LiveBadge state={shown.live} />;
  const savedRange = savedRangeWords(timeRange);
  const usable = usableFilters(filters, isBearer ? null : role === "TENANT_ADMIN");
  const valuesNow = (filter: DashboardFilter): readonly FilterValue[] =>
    selection.filters.get(filter.name) ?? valuesOf(filter);
  const chosen = chosenWords(selection.range, savedRange, usable.map(valuesNow));
  return (
    <FoldedControls label={WORDS.label} chosen={chosen} aside={live} mb="sm">
      <Group gap="sm" align="flex-end" role="search" aria-label={WORDS.label} mb="md">
        <RangePicker range={selection.range} saved={savedRange} shown={null} onChange={change} />
        <Select
          label={WORDS.refresh}
          w={{ base: "100%", xs: 220 }}
          data={[{ value: SAVED, label: WORDS.savedRefresh(refreshWords(refresh)) }, ...REFRESH_CHOICES]}
          value={refreshText ?? SAVED}
          onChange={(next) => change({ refresh: next === SAVED || next === null ? undefined : next })}
        />
        {usable.map((filter) => {
          const Input = isBearer ? TypedFilterInput : BarFilterInput;
          return (
            <Input
              key={filter.name}
              filter={filter}
              values={valuesNow(filter)}
              onValues={(values) => change(filterChange(filter.name, values))}
            />
          );
        })}
        {isOff && (
          <Button variant="default" leftSection={<RefreshCw />} onClick={shown.again}>
            {WORDS.refresh}
          </Button>
        )}
        {isChanged && (
          <Group gap={0}>
            <Button
              variant="subtle"
              leftSection={<RotateCcw />}
              onClick={() => change({ ...savedChange(selection), refresh: undefined })}
            >
              {WORDS.asSaved}
            </Button>
            {action}
          </Group>
        )}
        {live !== false && (
          <Group h={36} visibleFrom="sm">
            {live}
          </Group>
        )}
      </Group>
    </FoldedControls>
  );
}

interface BarFilterInputProps {
  readonly filter: DashboardFilter;
  readonly values: readonly FilterValue[];
  readonly onValues: (values: readonly FilterValue[] | undefined) => void;
}

export function BarFilterInput({ filter, values, onValues }: BarFilterInputProps): ReactNode {
  const label = filterLabel(filter);
  const ids = unboundPlace<readonly string[]>(values.map(String), (next) => onValues(next ?? []));
  switch (filter.type) {
    case "device":
      return (
        <DevicesAt at={ids} label={label} placeholder={values.length === 0 ? WORDS.anyValue : undefined} isNarrow />
      );
    case "customer":
      return (
        <CustomersAt at={ids} label={label} placeholder={values.length === 0 ? WORDS.anyValue : undefined} isNarrow />
      );
    case "attribute":
      return <AttributeInput filter={filter} label={label} values={values} onValues={onValues} />;
    case "view":
      return <ViewFilterInput filter={filter} values={values} onValues={onValues} />;
  }
}

interface AttributeInputProps extends BarFilterInputProps {
  readonly filter: Extract<DashboardFilter, { type: "attribute" }>;
  readonly label: string;
}

function AttributeInput({ filter, label, values, onValues }: AttributeInputProps): ReactNode {
  const known = useKnownKeys(filter.key, "attribute");
  const samples = known.data?.find(({ key }) => key === filter.key)?.samples ?? [];
  return <ValuesInput label={label} samples={samples} values={values} onValues={onValues} />;
}

/** Through a share link, whose bearer is told no values of attributes. */
function TypedFilterInput({ filter, values, onValues }: BarFilterInputProps): ReactNode {
  return <ValuesInput label={filterLabel(filter)} samples={[]} values={values} onValues={onValues} />;
}

interface ValuesInputProps extends Omit<BarFilterInputProps, "filter"> {
  readonly label: string;
  /** Those that are offered. */
  readonly samples: readonly unknown[];
}

function ValuesInput({ label, samples, values, onValues }: ValuesInputProps): ReactNode {
  const offered = new Map([...samples, ...values].filter(isFilterValue).map((value) => [String(value), value]));
  return (
    <TagsInput
      label={label}
      placeholder={values.length === 0 ? WORDS.anyValue : undefined}
      w={{ base: "100%", xs: 240 }}
      splitChars={[]}
      clearable
      clearButtonProps={{ "aria-label": WORDS.clear(label) }}
      data={[...offered.keys()]}
      value={values.map(String)}
      // A number that devices have is one, and not the text that spells it.
      onChange={(texts) => onValues(texts.map((text) => offered.get(text) ?? text))}
    />
  );
}

function isFilterValue(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

interface ViewFilterInputProps extends BarFilterInputProps {
  readonly filter: Extract<DashboardFilter, { type: "view" }>;
}

/** The input that the view has for its filter; none if the view cannot be read. */
function ViewFilterInput({ filter, values, onValues }: ViewFilterInputProps): ReactNode {
  const { viewId } = filter;
  const view = useQuery({
    queryKey: ["views", viewId],
    queryFn: read("/apiAnalytics/v1/views/{viewId}", { path: { viewId } }),
    // In the settings of a dashboard, none may be chosen yet.
    enabled: viewId !== "",
    retry: false,
  });
  const found = overridableFilters(view.data?.filters ?? []).find(({ name }) => name === filter.filter);
  if (found === undefined) return null;
  return (
    <FilterInputField
      filter={{ ...found, label: filter.label === "" ? found.label : filter.label }}
      values={values}
      onValues={onValues}
      suggest={{ caller: SIGNED_IN, viewId, filters: new Map() }}
    />
  );
}
