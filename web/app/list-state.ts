// The state of a list in the address of its page: page, order and search. Addresses are untrusted: everything in them
// is parsed.
import { useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import type { TableState } from "../components/data-table.tsx";

export type Address = Readonly<Record<string, unknown>>;
/** Undefined members are removed from the address. */
export type AddressChange = Readonly<Record<string, AddressValue | readonly AddressValue[] | undefined>>;
type AddressValue = string | number | boolean | null;

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The search parameters of the page before this step, in a fixed order. */
    readonly before?: string;
  }
}

interface AddressState {
  readonly address: Address;
  /**
   * Makes a step that the browser's back button undoes. A change that leads back to where the last step came from goes
   * back instead.
   */
  readonly change: (change: AddressChange) => void;
  /** For changes while typing: no step for each character. */
  readonly type: (change: AddressChange) => void;
}

/** The search parameters of this page, and how to change some of them. */
export function useAddress(): AddressState {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const { state } = useLocation();
  const change = (next: AddressChange): void => {
    if (state.before !== undefined && state.before === ordered({ ...address, ...next })) {
      window.history.back();
      return;
    }
    const isRemoval = Object.values(next).every((value) => value === undefined);
    // A user who opened a link with the dialog in it has no step to go back, also not afterwards.
    const replace = isRemoval && state.before === undefined;
    void navigate({
      to: ".",
      search: (present: object) => ({ ...present, ...next }),
      replace,
      state: replace ? {} : { before: ordered(address) },
    });
  };
  const type = (next: AddressChange): void =>
    void navigate({
      to: ".",
      search: (present: object) => ({ ...present, ...next }),
      replace: true,
      state: true,
    });
  return { address, change, type };
}

function ordered(address: Address): string {
  const given = Object.entries(address).filter(([, value]) => value !== undefined);
  return JSON.stringify(given.sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function textOf(address: Address, name: string): string {
  const value = address[name];
  // The router reads an address such as ?q=42 as a number.
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

export function numberOf(address: Address, name: string): number | null {
  const value = Number(textOf(address, name) || "NaN");
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export function choiceOf<Choice extends string>(
  address: Address,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  const value = textOf(address, name);
  return choices.find((choice) => choice === value) ?? null;
}

interface ListOptions<Sort extends string> {
  /** The properties by which the platform can sort this list. */
  readonly sortable: readonly Sort[];
  readonly sort?: Sort;
  readonly order?: "ASC" | "DESC";
}

export interface ListQuery<Sort extends string> {
  readonly page: number;
  readonly pageSize: number;
  readonly textSearch?: string;
  readonly sortProperty?: Sort;
  readonly sortOrder?: "ASC" | "DESC";
}

export interface ListState<Sort extends string> {
  readonly table: TableState;
  readonly onTable: (state: TableState) => void;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** In the form of the platform's list calls. */
  readonly query: ListQuery<Sort>;
  /** The query for this search text. */
  readonly queryFor: (text: string) => ListQuery<Sort>;
}

const PAGE_SIZES: readonly number[] = [10, 20, 50, 100];
const PAGE_SIZE = 20;

export function useListState<const Sort extends string>({
  sortable,
  sort,
  order = "ASC",
}: ListOptions<Sort>): ListState<Sort> {
  const { address, change, type } = useAddress();
  const size = numberOf(address, "size");
  const text = textOf(address, "q");
  const sortProperty = choiceOf(address, "sort", sortable) ?? sort ?? null;
  const table: TableState = {
    page: Math.max(1, numberOf(address, "page") ?? 1) - 1,
    pageSize: size !== null && PAGE_SIZES.includes(size) ? size : PAGE_SIZE,
    sortProperty,
    sortOrder: choiceOf(address, "order", ["ASC", "DESC"]) ?? order,
  };
  const queryOf = (page: number, searched: string): ListQuery<Sort> => ({
    page,
    pageSize: table.pageSize,
    ...(searched === "" ? {} : { textSearch: searched }),
    ...(sortProperty === null ? {} : { sortProperty, sortOrder: table.sortOrder }),
  });
  return {
    table,
    onTable: (next) =>
      change({
        page: next.page === 0 ? undefined : next.page + 1,
        size: next.pageSize === PAGE_SIZE ? undefined : next.pageSize,
        sort: next.sortProperty ?? undefined,
        order: next.sortOrder,
      }),
    text,
    onText: (next) => type({ q: next === "" ? undefined : next, page: undefined }),
    query: queryOf(table.page, text),
    queryFor: (next) => queryOf(0, next),
  };
}
