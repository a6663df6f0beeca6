// The differences from the saved view in the address of its page: `last=24h` or `from` and `to` in milliseconds, and
// `f.<name>` for each filter. Addresses are untrusted, so invalid parts are ignored. Source: analytics contract 3.7,
// 4.3.
import type { Schema } from "../../api/schemas.ts";
import type { Address, AddressChange } from "../../app/list-state.ts";
import { windowEndingAt } from "../../components/ranges.ts";

export type FilterValue = string | number | boolean | null;

/** Values by filter name; a filter that is missing keeps its saved values. */
export type FilterValues = ReadonlyMap<string, readonly FilterValue[]>;

export type RunRange =
  | { readonly kind: "saved" }
  | { readonly kind: "last"; readonly text: string; readonly millis: number }
  | { readonly kind: "between"; readonly from: number | null; readonly to: number | null };

export interface RunSelection {
  readonly range: RunRange;
  readonly filters: FilterValues;
}

export interface RunRequest {
  readonly rangeStartTs?: number;
  readonly rangeEndTs?: number;
  readonly filters?: Record<string, FilterValue[]>;
}

const TS_MAX = 4_102_444_800_000;
const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const LAST = /^([1-9][0-9]{0,3})([mhdw])$/;
const FILTER = "f.";

export function selectionOf(address: Address): RunSelection {
  const filters = new Map<string, readonly FilterValue[]>();
  for (const [name, value] of Object.entries(address))
    if (name.startsWith(FILTER) && name.length > FILTER.length) filters.set(name.slice(FILTER.length), valuesIn(value));
  return { range: rangeOf(address), filters };
}

/** The parts of `5m`, `24h`, `7d` or `4w`; null for anything else. */
export function lastOf(text: string): { readonly amount: number; readonly unit: keyof typeof UNITS } | null {
  const [, amount, unit] = LAST.exec(text) ?? [];
  return amount === undefined ? null : { amount: Number(amount), unit: unit as keyof typeof UNITS };
}

export function lastMillis(text: string): number | null {
  const last = lastOf(text);
  return last === null ? null : last.amount * UNITS[last.unit];
}

/** `now` in milliseconds: the end of ranges that move with the clock. */
export function requestOf({ range, filters }: RunSelection, now: number): RunRequest {
  return {
    ...boundsOf(range, now),
    // Built entry by entry, so that `__proto__` is a name like any other.
    ...(filters.size === 0
      ? {}
      : { filters: Object.fromEntries([...filters].map(([name, values]) => [name, [...values]])) }),
  };
}

export function rangeChange(range: RunRange): AddressChange {
  return {
    last: range.kind === "last" ? range.text : undefined,
    from: range.kind === "between" ? (range.from ?? undefined) : undefined,
    to: range.kind === "between" ? (range.to ?? undefined) : undefined,
    page: undefined,
  };
}

/** A range as long as that of this report, in which its newest value can be seen. */
export function rangeOfNewest(
  { rangeStartTs, rangeEndTs }: Pick<Schema<"ReportMeta">, "rangeStartTs" | "rangeEndTs">,
  ts: number,
): RunRange {
  const { startTs, endTs } = windowEndingAt({ startTs: rangeStartTs, endTs: rangeEndTs }, ts);
  return { kind: "between", from: Math.max(0, Math.round(startTs)), to: Math.min(TS_MAX, Math.round(endTs)) };
}

/** If `values` is undefined, the saved ones apply. */
export function filterChange(name: string, values: readonly FilterValue[] | undefined): AddressChange {
  const [only, ...others] = values ?? [];
  const isPlain = only !== undefined && only !== null && typeof only !== "boolean" && others.length === 0;
  return { [`${FILTER}${name}`]: isPlain ? only : values, page: undefined };
}

/** Resets everything to the saved view. */
export function savedChange({ filters }: RunSelection): AddressChange {
  return {
    ...rangeChange({ kind: "saved" }),
    ...Object.fromEntries([...filters.keys()].map((name) => [`${FILTER}${name}`, undefined])),
  };
}

function boundsOf(range: RunRange, now: number): Pick<RunRequest, "rangeStartTs" | "rangeEndTs"> {
  switch (range.kind) {
    case "saved":
      return {};
    case "last":
      return { rangeStartTs: Math.max(0, now - range.millis), rangeEndTs: now };
    case "between":
      return {
        ...(range.from === null ? {} : { rangeStartTs: range.from }),
        ...(range.to === null ? {} : { rangeEndTs: range.to }),
      };
  }
}

function rangeOf({ last, from, to }: Address): RunRange {
  const millis = typeof last === "string" ? lastMillis(last) : null;
  if (typeof last === "string" && millis !== null) return { kind: "last", text: last, millis };
  const [start, end] = [instantOf(from), instantOf(to)];
  return start === null && end === null ? { kind: "saved" } : { kind: "between", from: start, to: end };
}

function instantOf(value: unknown): number | null {
  const ts = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof ts === "number" && Number.isSafeInteger(ts) && ts >= 0 && ts <= TS_MAX ? ts : null;
}

/** A parameter that occurs several times, or is a JSON array, has several values. */
function valuesIn(value: unknown): readonly FilterValue[] {
  return (Array.isArray(value) ? value : [value]).filter(isFilterValue);
}

function isFilterValue(value: unknown): value is FilterValue {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
