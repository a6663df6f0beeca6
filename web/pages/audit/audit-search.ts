// The state of the audit log's page in its address.
import { choiceOf, numberOf, textOf, type Address } from "../../app/list-state.ts";
import { isAction, isAuditedType, type AuditAction, type AuditedType } from "./audit-words.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const RANGES = ["hour", "day", "week", "month", "all", "custom"] as const;
export type Range = (typeof RANGES)[number];

const RANGE_MILLIS: Readonly<Record<Range, number | null>> = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
  all: null,
  custom: null,
};

export interface AuditSearch {
  readonly range: Range;
  /** For `custom`, in milliseconds. */
  readonly from: number | null;
  readonly to: number | null;
  readonly actions: readonly AuditAction[];
  readonly result: "SUCCESS" | "FAILURE" | null;
  /** A filter by user or by entity, as an id. */
  readonly user: string | null;
  readonly entity: { readonly type: AuditedType; readonly id: string } | null;
}

export function parseAuditSearch(address: Address): AuditSearch {
  const idIn = (name: string): string | null => {
    const text = textOf(address, name);
    return UUID.test(text) ? text : null;
  };
  const type = textOf(address, "type");
  const id = idIn("entity");
  return {
    range: choiceOf(address, "range", RANGES) ?? "week",
    from: numberOf(address, "from"),
    to: numberOf(address, "to"),
    actions: textOf(address, "actions").split(",").filter(isAction),
    result: choiceOf(address, "result", ["SUCCESS", "FAILURE"]),
    user: idIn("user"),
    entity: !isAuditedType(type) || id === null ? null : { type, id },
  };
}

/** Rounded to the minute, so that the query stays the same while the list is read. */
export function timesOf({ range, from, to }: AuditSearch, now: number): { startTime?: number; endTime?: number } {
  if (range === "custom")
    return { ...(from === null ? {} : { startTime: from }), ...(to === null ? {} : { endTime: to }) };
  const span = RANGE_MILLIS[range];
  const minute = Math.floor(now / 60_000) * 60_000;
  return span === null ? {} : { startTime: minute - span };
}
