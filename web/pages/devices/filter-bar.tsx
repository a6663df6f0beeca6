// The search and the filters above the list of devices.
import { Button, Group, Select } from "@mantine/core";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { AddressChange } from "../../app/list-state.ts";
import { SearchBox } from "../../components/search-box.tsx";
import { CustomerSelect } from "./customer-select.tsx";
import { isFiltered, NO_FILTERS, type DeviceFilters } from "./device-filters.ts";
import { ProfileSelect } from "./profile-select.tsx";

interface FilterBarProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly filters: DeviceFilters;
  /** Of the address. */
  readonly onChange: (change: AddressChange) => void;
  readonly hasCustomers: boolean;
}

/** The platform answers sooner than the next character comes, also where there are very many devices. */
const PAUSE_MILLIS = 0;

/** Two in a row on a phone. */
const HALF = "calc(50% - 5px)";
const W130 = { base: HALF, xs: 130 };
const W160 = { base: HALF, xs: 160 };
const W170 = { base: HALF, xs: 170 };

const STATES = [
  { value: "yes", label: "Active" },
  { value: "no", label: "Inactive" },
];
const GATEWAYS = [
  { value: "yes", label: "Gateways only" },
  { value: "no", label: "Without gateways" },
];

export function FilterBar({ text, onText, filters, onChange, hasCustomers }: FilterBarProps): ReactNode {
  const set = (name: keyof DeviceFilters) => (value: string | null) =>
    onChange({ [name]: value ?? undefined, page: undefined });
  return (
    <Group gap="xs" mb="md" role="search" aria-label="Devices">
      <SearchBox label="Search devices" text={text} onText={onText} pauseMillis={PAUSE_MILLIS} />
      <ProfileSelect
        label="Profile"
        placeholder="Any profile"
        isLabelHidden
        width={W160}
        value={filters.profile}
        onChange={set("profile")}
      />
      {hasCustomers && (
        <CustomerSelect
          label="Customer"
          placeholder="Any customer"
          isLabelHidden
          width={W170}
          value={filters.customer}
          onChange={set("customer")}
        />
      )}
      <Select
        aria-label="State"
        placeholder="Any state"
        clearable
        w={W130}
        data={STATES}
        value={filters.active}
        onChange={set("active")}
      />
      <Select
        aria-label="Gateways"
        placeholder="All kinds"
        clearable
        w={W160}
        data={GATEWAYS}
        value={filters.gateway}
        onChange={set("gateway")}
      />
      {(isFiltered(filters) || text !== "") && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<X size={16} aria-hidden />}
          onClick={() => onChange({ ...NO_FILTERS, q: undefined, page: undefined })}
        >
          Clear
        </Button>
      )}
    </Group>
  );
}
