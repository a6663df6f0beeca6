// The filters of the device list in its address, and the call for the list.
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import type { PageRead } from "../../app/entity-list.tsx";
import { choiceOf, textOf, type Address, type ListQuery } from "../../app/list-state.ts";

export type DeviceInfo = Schema<"DeviceInfo">;

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

export type DeviceSort = "name" | "deviceProfileName" | "customerTitle" | "createdTime";

/** A customer's user sees only that customer's devices. */
export function devicesQuery(
  list: ListQuery<DeviceSort>,
  filters: DeviceFilters,
  customerId: string | null,
): PageRead<DeviceInfo> {
  const { profile, active, gateway } = filters;
  const query = {
    ...list,
    ...(profile === null ? {} : { deviceProfileId: profile }),
    ...(active === null ? {} : { active: active === "yes" }),
    ...(gateway === null ? {} : { gateway: gateway === "yes" }),
  };
  const ofCustomer = customerId ?? filters.customer;
  return {
    queryKey: ["devices", "list", ofCustomer, query],
    queryFn: ({ signal }) =>
      ofCustomer === null
        ? ask(api.GET("/api/tenant/deviceInfos", { params: { query }, signal }))
        : ask(
            api.GET("/api/customer/{customerId}/deviceInfos", {
              params: { path: { customerId: ofCustomer }, query },
              signal,
            }),
          ),
    refetchInterval: REFRESH_MILLIS,
    // Read while the user types, and not again when the page shows it.
    staleTime: FRESH_MILLIS,
  };
}

function idOf(address: Address, name: string): string | null {
  const id = textOf(address, name);
  return UUID.test(id) ? id : null;
}
