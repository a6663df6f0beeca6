// What the address of a dashboard says in place of what is saved: range and filters as for a view, and `refresh`. Addresses are
// untrusted, so invalid parts are ignored.
import { textOf, type Address } from "../../app/list-state.ts";
import { lastOf, type RunSelection } from "../view/view-address.ts";
import type { Configuration, DashboardFilter, Refresh } from "./configuration.ts";

/** `off`: once, and again by hand. */
export type ChosenRefresh = Refresh | { readonly type: "off" };

/** The body of the call that computes panels, without which panels. */
export interface PanelsRequest {
  readonly range?: Readonly<Record<string, unknown>>;
  readonly filters?: Readonly<Record<string, unknown[]>>;
  readonly configuration?: Readonly<Record<string, unknown>>;
}

export const REFRESHES: ReadonlyMap<string, ChosenRefresh> = new Map<string, ChosenRefresh>([
  ["live", { type: "live" }],
  ["5s", { type: "interval", millis: 5_000 }],
  ["30s", { type: "interval", millis: 30_000 }],
  ["1m", { type: "interval", millis: 60_000 }],
  ["5m", { type: "interval", millis: 300_000 }],
  ["15m", { type: "interval", millis: 900_000 }],
  ["off", { type: "off" }],
]);

/** Null for the saved one. */
export function chosenRefresh(address: Address): string | null {
  const text = textOf(address, "refresh");
  return REFRESHES.has(text) ? text : null;
}

/** `now` in milliseconds: the end of a range with an open end. */
export function panelsRequest(
  { range, filters: chosen }: RunSelection,
  filters: Configuration["filters"],
  now: number,
): PanelsRequest {
  const values = filters.flatMap(({ name }) => {
    const sent = chosen.get(name);
    return sent === undefined ? [] : [[name, sent.filter((value) => value !== null)] as const];
  });
  return {
    ...(range.kind === "saved" ? {} : { range: rangeOf(range, now) }),
    ...(values.length === 0 ? {} : { filters: Object.fromEntries(values) }),
  };
}

export function rangeOf(
  range: Exclude<RunSelection["range"], { kind: "saved" }>,
  now: number,
): Record<string, unknown> {
  if (range.kind === "between") return { type: "absolute", startTs: range.from ?? 0, endTs: range.to ?? now };
  return { type: "rolling", ...lastOf(range.text) };
}

/** Filters that a reader can use: a customer's user sees one customer alone, and who has no account (null) no lists to choose from. */
export function usableFilters(
  filters: readonly DashboardFilter[],
  isAdministrator: boolean | null,
): readonly DashboardFilter[] {
  return filters.filter(({ type }) =>
    isAdministrator === null ? type === "attribute" : isAdministrator || type !== "customer",
  );
}
