// Range and filters of a run, which are those of the address; what is left alone is as the view has it saved.
import { Button, Group } from "@mantine/core";
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import type { AddressChange } from "../../app/list-state.ts";
import { FilterInputField, type Suggest } from "./filter-input.tsx";
import { RangePicker } from "./range-picker.tsx";
import { filterChange, savedChange, type RunWish } from "./view-address.ts";
import type { ViewFilter } from "./view-filter.ts";

interface FilterBarProps {
  readonly wish: RunWish;
  readonly filters: readonly ViewFilter[];
  readonly savedRange: string;
  readonly shownRange: readonly [startTs: number, endTs: number] | null;
  readonly suggest: Suggest;
  readonly onChange: (change: AddressChange) => void;
}

export function FilterBar({ wish, filters, savedRange, shownRange, suggest, onChange }: FilterBarProps): ReactNode {
  const isChanged = wish.range.kind !== "saved" || wish.filters.size > 0;
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Range and filters">
      <RangePicker range={wish.range} saved={savedRange} shown={shownRange} onChange={onChange} />
      {filters.map((filter) => (
        <FilterInputField
          key={filter.name}
          filter={filter}
          values={wish.filters.get(filter.name) ?? filter.saved}
          onValues={(values) => onChange(filterChange(filter.name, values))}
          suggest={suggest}
        />
      ))}
      {isChanged && (
        <Button
          variant="subtle"
          leftSection={<RotateCcw size={16} aria-hidden />}
          onClick={() => onChange(savedChange(wish))}
        >
          As saved
        </Button>
      )}
    </Group>
  );
}
