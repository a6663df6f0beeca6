// The filters of the device list in its address, and the call for the list.
import type { PageRead } from "../../app/entity-list.tsx";
import { choiceOf, textOf, type Address, type ListQuery } from "../../app/list-state.ts";
import { findDevices, type DeviceConditions, type ListedDevice } from "./listed-devices.ts";

const YES_NO = ["yes", "no"] as const;
export type YesNo = (typeof YES_NO)[number];

export interface DeviceFilters {
  /** Ids; null leaves the condition out. */
  readonly profile: string | null;
  readonly customer: string | null;
  readonly active: YesNo | null;
  readonly gateway: YesNo | null;
}

/** Their names in the address. */
export const FILTER_NAMES = ["profile", "customer", "active", "gateway"];
export const NO_FILTERS: DeviceFilters = { profile: null, customer: null, active: null, gateway: null };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const REFRESH_MILLIS = 15_000;
const FRESH_MILLIS = 1_000;

export function filtersOf(address: Address): DeviceFilters {
  return {
    profile: idOf(address, "profile"),
    customer: idOf(address, "customer"),
    active: choiceOf(address, "active", YES_NO),
    gateway: choiceOf(address, "gateway", YES_NO),
  };
}

/** What a list with these filters and this search has. `customerId`: the only customer of the list, if it has one. */
export function conditionsOf(
  { profile, customer, active, gateway }: DeviceFilters,
  customerId: string | null,
  textSearch?: string,
): DeviceConditions {
  return {
    ...(textSearch === undefined || textSearch === "" ? {} : { textSearch }),
    customerId: customerId ?? customer,
    deviceProfileId: profile,
    active: active === null ? null : active === "yes",
    gateway: gateway === null ? null : gateway === "yes",
  };
}

/** Sorted by the word of a column. A customer's user sees only that customer's devices. */
export function devicesQuery(
  list: ListQuery<string>,
  filters: DeviceFilters,
  customerId: string | null,
  words: readonly string[] = [],
): PageRead<ListedDevice> {
  const { page, pageSize, textSearch, sortProperty, sortOrder = "ASC" } = list;
  const query = {
    conditions: conditionsOf(filters, customerId, textSearch),
    page,
    pageSize,
    ...(sortProperty === undefined ? {} : { sort: { word: sortProperty, direction: sortOrder } }),
    words,
  };
  return {
    queryKey: ["devices", "list", query],
    queryFn: ({ signal }) => findDevices(query, signal),
    refetchInterval: REFRESH_MILLIS,
    // Read while the user types, and not again when the page shows it.
    staleTime: FRESH_MILLIS,
  };
}

function idOf(address: Address, name: string): string | null {
  const id = textOf(address, name);
  return UUID.test(id) ? id : null;
}
