// The differences between two states of a view, place by place.
import { pointerTo } from "./view-shape.ts";
import { isObject } from "../../../src/lib/members.ts";

export interface Difference {
  /** In the form of the service's pointers. */
  readonly pointer: string;
  /** As JSON; null if there is no value. */
  readonly before: string | null;
  readonly after: string | null;
}

/** In the order of the newer state; at most `countMax`. */
export function differencesOf(before: unknown, after: unknown, countMax: number): readonly Difference[] {
  const found: Difference[] = [];
  collect(before, after, "", found, countMax);
  return found;
}

function collect(before: unknown, after: unknown, pointer: string, found: Difference[], countMax: number): void {
  if (found.length >= countMax || textOf(before) === textOf(after)) return;
  if (isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(after), ...Object.keys(before)]))
      collect(member(before, name), member(after, name), pointerTo(pointer, name), found, countMax);
    return;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let place = 0; place < Math.max(before.length, after.length); place++)
      collect(before[place], after[place], pointerTo(pointer, place), found, countMax);
    return;
  }
  found.push({ pointer, before: textOf(before), after: textOf(after) });
}

function member(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function textOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
