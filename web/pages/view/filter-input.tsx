// The input for the values of one filter; for texts, it suggests values that devices have.
import { Combobox, Group, Select, TagsInput, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { Caller } from "../../api/caller.ts";
import { ask } from "../../api/client.ts";
import { choices } from "../../components/choices.ts";
import { AmountInput, numberOf, Pair } from "./amount-input.tsx";
import { TimeInput } from "./range-picker.tsx";
import type { FilterValue, FilterValues } from "./view-address.ts";
import { OPERATOR_WORDS, type ViewFilter } from "./view-filter.ts";
import { countText } from "../../words/format.ts";
import { words } from "../../words/words.ts";

const texts = words.view.filters;

interface FilterInputProps {
  readonly filter: ViewFilter;
  readonly values: readonly FilterValue[];
  readonly onValues: (values: readonly FilterValue[]) => void;
  readonly suggest: Suggest;
}

/** The source of suggestions; the other filters narrow them. */
export interface Suggest {
  readonly caller: Caller;
  readonly viewId: string;
  readonly filters: FilterValues;
}

const SUGGESTIONS_MAX = 50;
const PAUSE_MILLIS = 200;
/** Represents "no value" among texts. */
const NO_VALUE = texts.noValue;
const WIDTH = { base: "100%", xs: 240 };

export function FilterInputField(props: FilterInputProps): ReactNode {
  const { filter, values, onValues } = props;
  const [first = null, second = null] = values;
  const label = labelOf(filter);
  switch (filter.input) {
    case "none":
      return null;
    case "boolean":
      return (
        <Select
          label={label}
          placeholder={texts.any}
          w={{ base: "100%", xs: 160 }}
          clearable
          clearButtonProps={{ "aria-label": texts.clear(filter.label) }}
          data={choices({ true: words.components.common.yes, false: words.components.common.no })}
          value={first === null ? null : String(first)}
          onChange={(value) => onValues(value === null ? [] : [value === "true"])}
        />
      );
    case "number":
      return <AmountInput label={label} value={first} onValue={(value) => onValues(value === null ? [] : [value])} />;
    case "time":
      return <TimeInput label={label} ts={numberOf(first)} onTs={(ts) => onValues(ts === null ? [] : [ts])} />;
    case "numbers":
      return (
        <Pair label={label} first={first} second={second} onValues={onValues}>
          {(name, value, onValue) => <AmountInput key={name} label={name} value={value} onValue={onValue} />}
        </Pair>
      );
    case "times":
      return (
        <Pair label={label} first={first} second={second} onValues={onValues}>
          {(name, value, onValue) => <TimeInput key={name} label={name} ts={numberOf(value)} onTs={onValue} />}
        </Pair>
      );
    case "choice":
    case "choices":
    case "texts":
      return <TextsInput {...props} label={label} />;
  }
}

function TextsInput({
  filter,
  values,
  onValues,
  suggest,
  label,
}: FilterInputProps & { readonly label: string }): ReactNode {
  const [typed, setTyped] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [part] = useDebouncedValue(typed, PAUSE_MILLIS);
  const { caller, viewId, filters } = suggest;
  const others = [...filters].filter(([name]) => name !== filter.name);
  const found = useQuery({
    queryKey: ["suggestions", caller.key, viewId, filter.name, others, part],
    enabled: isOpen && filter.input !== "texts",
    retry: false,
    queryFn: ({ signal }) =>
      ask(
        caller.api.POST("/apiAnalytics/v1/views/{viewId}/filters/{name}/values", {
          params: { path: { viewId, name: filter.name } },
          body: {
            filters: Object.fromEntries(others.map(([name, list]) => [name, [...list]])),
            limit: SUGGESTIONS_MAX,
            ...(part === "" ? {} : { q: part }),
          },
          signal,
        }),
      ),
  });
  const devices = new Map((found.data ?? []).map(({ value, devices: count }) => [String(value), count]));
  const canBeMissing = filter.input !== "texts";
  return (
    <TagsInput
      label={label}
      placeholder={values.length === 0 ? texts.all : undefined}
      w={WIDTH}
      required={filter.isRequired}
      withAsterisk={filter.isRequired}
      maxTags={filter.input === "choice" ? 1 : undefined}
      splitChars={[]}
      // As of a select, because values are offered; it lets a click through to the field.
      rightSection={canBeMissing ? <Combobox.Chevron /> : undefined}
      rightSectionPointerEvents={values.length === 0 ? "none" : "all"}
      clearable
      clearButtonProps={{ "aria-label": texts.clear(filter.label) }}
      isDuplicate={(value, present) => present.includes(value)}
      data={[...devices.keys(), ...(canBeMissing ? [NO_VALUE] : [])]}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" w="100%">
          <Text className="foreign" lineClamp={2}>
            {option.value}
          </Text>
          {devices.has(option.value) && (
            <Text size="xs" c="dimmed" style={{ flexShrink: 0 }}>
              {countText(devices.get(option.value) ?? 0)}
            </Text>
          )}
        </Group>
      )}
      comboboxProps={{ withinPortal: true }}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      value={values.map((value) => (value === null ? NO_VALUE : String(value)))}
      onChange={(shown) => onValues(shown.map((text) => (canBeMissing && text === NO_VALUE ? null : text)))}
    />
  );
}

/** Like "Power above" or "Name contains". */
function labelOf({ label, operator }: ViewFilter): string {
  const word = OPERATOR_WORDS.get(operator);
  return word === undefined ? label : `${label} ${word}`;
}
