// Selects a customer by typing a part of its title, because a tenant may have more customers than fit into a list.
import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import { api, ask, read } from "../../api/client.ts";
import { pageIn } from "../../api/schemas.ts";
import { words } from "../../words/words.ts";

interface CustomerSelectProps {
  readonly label: string;
  /** Shown instead of a visible label. */
  readonly placeholder?: string;
  readonly isLabelHidden?: boolean;
  /** The id; null if none is chosen. */
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly isRequired?: boolean;
  /** Whether it has the focus when its dialog opens, without its list, which would cover what is below. */
  readonly isFirst?: boolean;
  readonly width?: SelectProps["w"];
}

const PAUSE_MILLIS = 120;
const SHOWN_MAX = 50;

export function CustomerSelect(props: CustomerSelectProps): ReactNode {
  const {
    label,
    placeholder,
    isLabelHidden = false,
    value,
    onChange,
    isRequired = false,
    isFirst = false,
    width,
  } = props;
  const [typed, setTyped] = useState("");
  const [text] = useDebouncedValue(typed, PAUSE_MILLIS);
  const found = useQuery({
    queryKey: ["customers", "choices", text],
    queryFn: async ({ signal }) =>
      pageIn(
        await ask(
          api.GET("/api/customers", {
            params: {
              query: {
                pageSize: SHOWN_MAX,
                page: 0,
                sortProperty: "title",
                ...(text === "" ? {} : { textSearch: text }),
              },
            },
            signal,
          }),
        ),
      ),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    queryKey: ["customers", "one", value],
    queryFn: read("/api/customer/{customerId}", { path: { customerId: value ?? "" } }),
    enabled: value !== null,
  });
  const data = useMemo(() => {
    const titles = new Map((found.data?.data ?? []).map(({ id, title }) => [id.id, title]));
    if (chosen.data !== undefined && value !== null) titles.set(value, chosen.data.title);
    return [...titles].map(([id, title]) => ({ value: id, label: title }));
  }, [found.data, chosen.data, value]);
  return (
    <Select
      label={isLabelHidden ? undefined : label}
      aria-label={isLabelHidden ? label : undefined}
      placeholder={placeholder}
      searchable
      data-autofocus={isFirst || undefined}
      openOnFocus={!isFirst}
      clearable={!isRequired}
      required={isRequired}
      w={width}
      data={data}
      // The platform has already searched among all customers.
      filter={({ options }) => options}
      nothingFoundMessage={found.isPending ? words.devices.selects.searching : words.devices.selects.noCustomers}
      value={value}
      onChange={onChange}
      onSearchChange={(next) => {
        // The field shows the title of the chosen customer, which is not a search text.
        setTyped(data.some((option) => option.label === next) ? "" : next);
      }}
    />
  );
}
