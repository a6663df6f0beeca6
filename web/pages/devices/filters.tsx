// The filters above the list of devices.
import { Group, Select } from "@mantine/core";
import type { ReactNode } from "react";
import type { AddressChange } from "../../app/list-state.ts";
import { choices } from "../../components/choices.ts";
import { FoldedControls } from "../../components/folded-controls.tsx";
import { words } from "../../words/words.ts";
import { CustomerSelect } from "./customer-select.tsx";
import type { DeviceFilters } from "./device-filters.ts";
import { ProfileSelect } from "./profile-select.tsx";

interface FiltersProps {
  readonly filters: DeviceFilters;
  /** A change of the address. */
  readonly onChange: (change: AddressChange) => void;
  readonly hasCustomers: boolean;
  /** Beside the button that opens the filters on a phone. */
  readonly aside: ReactNode;
}

/** Two in a row on a phone. */
const HALF = "calc(50% - 5px)";
const W130 = { base: HALF, xs: 130 };
const W160 = { base: HALF, xs: 160 };
const W170 = { base: HALF, xs: 170 };

const WORDS = words.devices.filters;
const STATES = choices(WORDS.states);
const GATEWAYS = choices(WORDS.kinds);

export function Filters({ filters, onChange, hasCustomers, aside }: FiltersProps): ReactNode {
  const set = (name: keyof DeviceFilters) => (value: string | null) =>
    onChange({ [name]: value ?? undefined, page: undefined });
  return (
    <FoldedControls label={words.app.filters} aside={aside}>
      <Group gap="xs">
        <ProfileSelect
          label={WORDS.profile}
          placeholder={WORDS.anyProfile}
          isLabelHidden
          width={W160}
          value={filters.profile}
          onChange={set("profile")}
        />
        {hasCustomers && (
          <CustomerSelect
            label={WORDS.customer}
            placeholder={WORDS.anyCustomer}
            isLabelHidden
            width={W170}
            value={filters.customer}
            onChange={set("customer")}
          />
        )}
        <Select
          aria-label={WORDS.state}
          placeholder={WORDS.anyState}
          clearable
          w={W130}
          data={STATES}
          value={filters.active}
          onChange={set("active")}
        />
        <Select
          aria-label={WORDS.gateways}
          placeholder={WORDS.allKinds}
          clearable
          w={W160}
          data={GATEWAYS}
          value={filters.gateway}
          onChange={set("gateway")}
        />
      </Group>
    </FoldedControls>
  );
}
