// Selects the content of the chart: keys of the device, and other devices with the same keys.
import { Group, MultiSelect, Pill, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useUser } from "../../../app/use-session.ts";
import { words } from "../../../words/words.ts";
import { devicesQuery, NO_FILTERS } from "../../devices/device-filters.ts";
import { KEYS_MAX, OTHERS_MAX } from "./chart-address.ts";
import type { ChartDevice } from "./use-chart.ts";

/** Nobody scrolls through more: people type a part of the name. */
const SHOWN_MAX = 100;
const KEYS = words.device.charts.keys;
const OTHERS = words.device.charts.others;

interface KeysFieldProps {
  readonly known: readonly string[];
  readonly chosen: readonly string[];
  readonly onKeys: (keys: readonly string[]) => void;
}

export function KeysField({ known, chosen, onKeys }: KeysFieldProps): ReactNode {
  const options = [...new Set([...chosen, ...known])];
  return (
    <MultiSelect
      label={KEYS.label}
      description={chosen.length >= KEYS_MAX ? KEYS.most(KEYS_MAX) : undefined}
      searchable
      clearable={chosen.length > 1}
      clearButtonProps={{ "aria-label": KEYS.clear }}
      hidePickedOptions
      limit={SHOWN_MAX}
      maxValues={KEYS_MAX}
      nothingFoundMessage={KEYS.noMatch}
      placeholder={chosen.length === 0 ? KEYS.placeholder : undefined}
      data={options}
      value={[...chosen]}
      onChange={onKeys}
      renderOption={({ option }) => <Name text={option.label} />}
      renderPill={({ option, onRemove }) => <NamePill text={option.label} onRemove={onRemove} />}
    />
  );
}

interface OthersFieldProps {
  /** The device whose page this is. */
  readonly deviceId: string;
  readonly others: readonly Pick<ChartDevice, "id" | "name">[];
  readonly onOthers: (ids: readonly string[]) => void;
}

export function OthersField({ deviceId, others, onOthers }: OthersFieldProps): ReactNode {
  const { role, customerId } = useUser();
  const [text, setText] = useState("");
  // The list is read only when it is opened.
  const [isWanted, setWanted] = useState(false);
  const list = {
    page: 0,
    pageSize: SHOWN_MAX,
    sortProperty: "name" as const,
    sortOrder: "ASC" as const,
    ...(text === "" ? {} : { textSearch: text }),
  };
  const found = useQuery({
    ...devicesQuery(list, NO_FILTERS, role === "TENANT_ADMIN" ? null : customerId),
    refetchInterval: false,
    enabled: isWanted,
  });
  const names = new Map([
    ...others.map(({ id, name }) => [id, name] as const),
    ...(found.data?.data ?? []).filter(({ id }) => id !== deviceId).map(({ id, name }) => [id, name] as const),
  ]);
  return (
    <MultiSelect
      label={OTHERS.label}
      searchable
      clearable={others.length > 1}
      clearButtonProps={{ "aria-label": OTHERS.clear }}
      hidePickedOptions
      maxValues={OTHERS_MAX}
      nothingFoundMessage={found.isPending ? OTHERS.searching : OTHERS.noMatch}
      placeholder={others.length === 0 ? OTHERS.placeholder : undefined}
      data={[...names].map(([value, label]) => ({ value, label }))}
      // The platform has already searched, and in more than the name.
      filter={({ options }) => options}
      value={others.map(({ id }) => id)}
      onChange={onOthers}
      onSearchChange={setText}
      onDropdownOpen={() => setWanted(true)}
      renderOption={({ option }) => <Name text={option.label} />}
      renderPill={({ option, onRemove }) => <NamePill text={option.label} onRemove={onRemove} />}
    />
  );
}

function Name({ text }: { readonly text: string }): ReactNode {
  return (
    <Text span className="foreign" lineClamp={2}>
      {text}
    </Text>
  );
}

function NamePill({ text, onRemove }: { readonly text: string; readonly onRemove?: () => void }): ReactNode {
  return (
    <Pill
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ "aria-label": words.device.charts.remove(text) }}
      maw={220}
    >
      <Group component="span" className="foreign" style={{ display: "inline" }}>
        {text}
      </Group>
    </Pill>
  );
}
