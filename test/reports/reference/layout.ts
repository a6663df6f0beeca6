// How rows are split: groups of devices by their dimensions, intervals of time, calendar parts, telemetry in force. The same
// computation runs over finer and coarser layouts: rows, totals, ranking. Source: analytics contract 3.3, 3.4.
import type { Field } from "../../../src/core/analytics/view/table-view.ts";
import type { Range } from "./edges.ts";
import { edgesOf } from "./edges.ts";
import type { Cell, ReferenceDevice } from "./reference-input.ts";
import type { Run } from "./run.ts";
import { dimensionByName, dimensionOf, isTelemetry, localPart } from "./run.ts";
import { inForce, LOOKBACK_MS, plainSamples } from "./samples.ts";
import { evaluate } from "./formula.ts";
import type { Value } from "../../../src/core/values.ts";
import { canonical, sharedCell } from "./values.ts";

/** What all time bucket fields have in common, inside the range. */
export interface Interval {
  readonly from: number;
  readonly to: number;
  /** The whole bucket of each field. */
  readonly buckets: ReadonlyMap<string, Range>;
}

export interface DeviceGroup {
  readonly key: string;
  readonly devices: readonly ReferenceDevice[];
  readonly cells: ReadonlyMap<string, Cell>;
  readonly deviceId: string | null;
}

export interface Layout {
  readonly window: Range;
  readonly intervals: readonly Interval[];
  readonly groups: readonly DeviceGroup[];
  readonly parts: readonly Field[];
  readonly carried: readonly Field[];
}

export interface LayoutRequest {
  readonly window: Range;
  /** Dimensions and times that split the rows. */
  readonly keys: readonly Field[];
  readonly devices: readonly ReferenceDevice[];
  readonly withDevices: boolean;
  /** In place of a dimension's value. */
  readonly replaced?: { readonly field: Field; readonly cell: Cell };
}

export function layoutOf(run: Run, { window, keys, devices, withDevices, replaced }: LayoutRequest): Layout {
  const dimensions = keys.filter((field) => field.kind === "dimension" && !isCarried(field));
  const dimensionCell = (field: Field, device: ReferenceDevice): Cell =>
    replaced?.field === field ? replaced.cell : deviceCell(run, field, device);
  const grouped = new Map<string, ReferenceDevice[]>();
  for (const device of devices) {
    const cells = dimensions.map((field) => dimensionCell(field, device));
    if (run.view.grouping.missingGroup === "drop" && cells.includes(null)) continue;
    const key = JSON.stringify([...cells.map(canonicalOrNull), ...(withDevices ? [device.id] : [])]);
    grouped.set(key, [...(grouped.get(key) ?? []), device]);
  }
  const groups = [...grouped].map(([key, members]) => ({
    key,
    devices: members,
    deviceId: withDevices ? (members[0]?.id ?? null) : null,
    cells: new Map(
      dimensions.map((field) => [field.id, shared(members.map((device) => dimensionCell(field, device)))] as const),
    ),
  }));
  return {
    window,
    intervals: intervalsOf(run, window, keys),
    groups,
    parts: keys.filter(({ source }) => source.type === "timePart"),
    carried: keys.filter(isCarried),
  };
}

export function isCarried({ kind, source }: Field): boolean {
  return kind === "dimension" && source.type === "telemetry";
}

function canonicalOrNull(cell: Cell): string | null {
  return cell === null ? null : canonical(cell);
}

export function shared(cells: readonly Cell[]): Cell {
  return sharedCell(cells.filter((cell): cell is Value => cell !== null));
}

/** What a device has in a dimension, or for a measure of dimensions. */
export function deviceCell(run: Run, { id, source }: Field, device: ReferenceDevice): Cell {
  switch (source.type) {
    case "entity":
    case "attribute":
      return dimensionOf(run, device, source);
    case "constant":
      return source.value;
    case "expression": {
      const expression = run.formulas.fields.get(id)?.expression ?? null;
      if (expression === null) throw new Error(`${id} has no formula`);
      return evaluate(expression, {
        read: (name) => {
          if (name.kind !== "input") return dimensionByName(run, device, name);
          const input = source.inputs.get(name.input);
          if (input === undefined || isTelemetry(input)) throw new Error(`${name.input} is no dimension`);
          return dimensionOf(run, device, input);
        },
      });
    }
    default:
      throw new Error(`a ${source.type} is no dimension of a device`);
  }
}

function intervalsOf(run: Run, window: Range, keys: readonly Field[]): readonly Interval[] {
  const lists = keys.flatMap(({ id, source }) =>
    source.type === "timeBucket" ? [{ id, edges: edgesOf(source, window, run.calendar) }] : [],
  );
  const inside = lists.flatMap(({ edges }) => edges.filter((edge) => edge > window.start && edge < window.end));
  const bounds = [window.start, ...new Set(inside.sort((left, right) => left - right)), window.end];
  return bounds.slice(0, -1).map((from, index) => ({
    from,
    to: bounds[index + 1] ?? window.end,
    buckets: new Map(
      lists.map(({ id, edges }) => {
        const last = edges.findLastIndex((edge) => edge <= from);
        return [id, { start: edges[last] ?? from, end: edges[last + 1] ?? window.end }] as const;
      }),
    ),
  }));
}

// --- Places: where a sample falls ---

export interface Place {
  readonly key: string;
  readonly group: DeviceGroup;
  readonly interval: number;
  readonly parts: readonly (number | null)[];
  readonly carried: readonly Cell[];
}

/** Undefined where samples without a telemetry dimension are left out. `interval` is an index. */
export function placeAt(
  run: Run,
  layout: Layout,
  group: DeviceGroup,
  device: ReferenceDevice,
  interval: number,
  ts: number,
): Place | undefined {
  const parts = layout.parts.map(({ source }) => (source.type === "timePart" ? localPart(run, source.part, ts) : null));
  const carried = layout.carried.map(({ source }) =>
    source.type === "telemetry" ? inForce(plainSamples(run, source, device), ts, LOOKBACK_MS) : null,
  );
  if (run.view.grouping.missingGroup === "drop" && carried.includes(null)) return undefined;
  return makePlace(group, interval, parts, carried);
}

export function makePlace(
  group: DeviceGroup,
  interval: number,
  parts: readonly (number | null)[],
  carried: readonly Cell[],
): Place {
  const key = JSON.stringify([group.key, interval, parts, carried.map(canonicalOrNull)]);
  return { key, group, interval, parts, carried };
}

/** All of the key but the interval. */
export function remainingKey({ group, parts, carried }: Place): string {
  return JSON.stringify([group.key, parts, carried.map(canonicalOrNull)]);
}

/** -1 outside of the window. */
export function intervalAt({ intervals }: Layout, ts: number): number {
  return intervals.findIndex(({ from, to }) => from <= ts && ts < to);
}
