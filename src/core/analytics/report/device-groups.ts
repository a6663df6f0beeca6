// Devices by the values of their dimensions: which group each falls into, and what the cells of a group show. Values of one
// canonical text are one group. Source: analytics contract 3.4, 3.7.
import { JsonText } from "../../values.ts";
import { canonicalText } from "./filters/cell-filter.ts";
import type { Cell } from "./report-engine.ts";

export interface DeviceGroups {
  /** Group of each device; -1 for a device that is left out. */
  readonly groupOfDevice: Int32Array;
  readonly count: number;
  /** Devices of each group, ascending. */
  readonly members: readonly (readonly number[])[];
  /** The cell of each dimension, by group. */
  readonly cells: readonly (readonly Cell[])[];
}

/**
 * `columns`: one per dimension. `isEntity`: devices of equal values stay apart. `isLeftOut` keeps a device out of all groups;
 * `dropMissing` does so for devices without a value of a dimension.
 */
export function groupDevices(
  devices: number,
  columns: readonly (readonly Cell[])[],
  options: {
    readonly isEntity: boolean;
    readonly dropMissing: boolean;
    readonly isLeftOut?: (device: number) => boolean;
  },
): DeviceGroups {
  const groupOfDevice = new Int32Array(devices).fill(-1);
  const groups = new Map<string, number>();
  const members: number[][] = [];
  for (let device = 0; device < devices; device++) {
    if (options.isLeftOut?.(device) === true) continue;
    const values = columns.map((column) => column[device] ?? null);
    if (options.dropMissing && values.includes(null)) continue;
    const key = options.isEntity ? String(device) : groupKey(values.map(textOrNull));
    let group = groups.get(key);
    if (group === undefined) {
      group = members.push([]) - 1;
      groups.set(key, group);
    }
    members[group]?.push(device);
    groupOfDevice[device] = group;
  }
  return {
    groupOfDevice,
    count: members.length,
    members,
    cells: columns.map((column) => members.map((group) => groupCell(group.map((device) => column[device] ?? null)))),
  };
}

/** One text for each tuple of canonical texts; missing is no text. */
export function groupKey(texts: readonly (string | null)[]): string {
  return texts.length === 1 && texts[0] !== null && texts[0] !== undefined ? `"${texts[0]}` : JSON.stringify(texts);
}

export function textOrNull(cell: Cell): string | null {
  return cell === null ? null : canonicalText(cell);
}

/** What a group of equal canonical values shows: the value itself where all are of one type, else their text. */
export function groupCell(values: readonly Cell[]): Cell {
  const [first = null] = values;
  if (first === null) return null;
  const isSame = values.every((value) => value !== null && typeOfCell(value) === typeOfCell(first));
  return isSame ? first : canonicalText(first);
}

export type CellKind = "number" | "text" | "boolean" | "json";

export function typeOfCell(cell: Exclude<Cell, null>): CellKind {
  if (cell instanceof JsonText) return "json";
  if (typeof cell === "boolean") return "boolean";
  return typeof cell === "string" ? "text" : "number";
}
