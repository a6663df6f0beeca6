// Selects a gateway by typing a part of its name.
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import { words } from "../../words/words.ts";

interface GatewaySelectProps {
  readonly label: string;
  /** The id; null if none is chosen. */
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  /** Whether one may go on without. */
  readonly isOptional?: boolean;
}

const PAUSE_MILLIS = 120;
const SHOWN_MAX = 50;

export function GatewaySelect({ label, value, onChange, isOptional = false }: GatewaySelectProps): ReactNode {
  const [chosen, setChosen] = useState<{ readonly value: string; readonly label: string } | null>(null);
  const [typed, setTyped] = useState("");
  const [text] = useDebouncedValue(typed, PAUSE_MILLIS);
  const query = { page: 0, pageSize: SHOWN_MAX, sortProperty: "name" as const };
  const found = useQuery({
    queryKey: ["gateways", "choices", text],
    queryFn: read("/api/gateways", { query: { ...query, ...(text === "" ? {} : { textSearch: text }) } }),
    placeholderData: keepPreviousData,
  });
  const options = (found.data?.data ?? []).map(({ id, name }) => ({ value: id.id, label: name }));
  const isHere = chosen === null || options.some((option) => option.value === chosen.value);
  const data = isHere ? options : [chosen, ...options];
  return (
    <Select
      label={label}
      searchable
      required={!isOptional}
      allowDeselect={false}
      data={data}
      // The platform has already searched among all gateways.
      filter={(input) => input.options}
      nothingFoundMessage={found.isPending ? words.rollouts.dialog.searching : words.rollouts.dialog.noGateways}
      value={value}
      onChange={(id) => {
        setChosen(data.find((option) => option.value === id) ?? null);
        onChange(id);
      }}
      onSearchChange={(next) => {
        // The field shows the name of the chosen gateway, which is not a search text.
        setTyped(data.some((option) => option.label === next) ? "" : next);
      }}
    />
  );
}
