// Which samples of a device count for a field, and as what. Source: analytics contract 2.7, 2.8, 2.11 (row-stage inputs), 3.7.
import type { Name } from "../../../src/core/analytics/expressions/expression.ts";
import type { Field, TelemetrySource, TimePart } from "../../../src/core/analytics/view/table-view.ts";
import type { ActiveFilter } from "./filters.ts";
import { meets } from "./filters.ts";
import { evaluate, holds } from "./formula.ts";
import type { Cell, ReferenceDevice, ReferenceSample } from "./reference-input.ts";
import type { Run } from "./run.ts";
import { dimensionByName, dimensionOf, isTelemetry, localPart, ownerOf } from "./run.ts";
import { atPath, castTo } from "./values.ts";

export const LOOKBACK_MS = 604_800_000;

/** A sample that passes all conditions; its value is null where the cast has failed. */
export interface Selected {
  readonly ts: number;
  readonly value: Cell;
}

/** In ascending order of ts; `device` is the one whose dimensions count. */
export function selectedSamples(run: Run, field: Field, device: ReferenceDevice): readonly Selected[] {
  const key = `${field.id}/${device.id}`;
  const known = run.selected.get(key) ?? selectSamples(run, field, device);
  run.selected.set(key, known);
  return known;
}

function selectSamples(run: Run, field: Field, device: ReferenceDevice): readonly Selected[] {
  const { source } = field;
  const { where = null } = run.formulas.fields.get(field.id) ?? {};
  if (source.type === "telemetry") {
    const own = run.filters.filter(({ target, apply }) => apply === "samples" && isOfKey(target, source));
    return rawSamples(run, source, device).flatMap((raw) => {
      const value = atPath(raw.value, source.path);
      if (value === undefined) return [];
      const sample = { ts: raw.ts, value: castTo(value, source.cast) };
      const passes =
        holds(where, { read: (name) => readSample(run, device, sample, name) }) &&
        own.every((filter) => meets(valueFor(raw, filter), filter)) &&
        isTaken(run, device, raw.ts);
      return passes ? [sample] : [];
    });
  }
  return derivedSamples(run, field, device).filter(
    (sample) =>
      holds(where, { read: (name) => readSample(run, device, sample, name) }) && isTaken(run, device, sample.ts),
  );
}

export function rawSamples(run: Run, source: TelemetrySource, device: ReferenceDevice): readonly ReferenceSample[] {
  return ownerOf(run, device, source.of)?.samples.get(source.key) ?? [];
}

/** Samples with a value, for inputs and dimensions, whatever the filters are. */
export function plainSamples(run: Run, source: TelemetrySource, device: ReferenceDevice): readonly Selected[] {
  return rawSamples(run, source, device).flatMap(({ ts, value: raw }) => {
    const value = atPath(raw, source.path);
    const cell = value === undefined ? null : castTo(value, source.cast);
    return cell === null ? [] : [{ ts, value: cell }];
  });
}

/** The newest value at or before `ts`, at most `lookback` older. */
export function inForce(samples: readonly Selected[], ts: number, lookback: number): Cell {
  const newest = samples.findLast((sample) => sample.ts <= ts);
  return newest === undefined || ts - newest.ts > lookback ? null : newest.value;
}

function isOfKey(target: ActiveFilter["target"], { key, of }: TelemetrySource): boolean {
  return "type" in target && target.type === "telemetry" && target.key === key && target.of === of;
}

/** The sample as the filter's own target reads it. */
function valueFor({ value: raw }: ReferenceSample, { target }: ActiveFilter): Cell {
  if (!("type" in target) || target.type !== "telemetry") return null;
  const value = atPath(raw, target.path);
  return value === undefined ? null : castTo(value, target.cast);
}

/** Filters on the moment: local parts, and values of other keys. */
function isTaken(run: Run, device: ReferenceDevice, ts: number): boolean {
  return run.filters.every((filter) => {
    const { target: source } = filter;
    if (!("type" in source)) return true;
    if (source.type === "timePart") return meets(localPart(run, source.part, ts), filter);
    if (source.type !== "telemetry" || filter.apply !== "aligned") return true;
    return meets(inForce(plainSamples(run, source, device), ts, LOOKBACK_MS), filter);
  });
}

function readSample(run: Run, device: ReferenceDevice, { ts, value }: Selected, name: Name): Cell {
  switch (name.kind) {
    case "value":
      return value;
    case "ts":
      return ts;
    case "part":
      return partByName(run, name.part, ts);
    default:
      return dimensionByName(run, device, name);
  }
}

const PARTS: readonly TimePart[] = [
  ...(["minuteOfHour", "hourOfDay", "dayOfWeek", "dayOfMonth", "weekOfMonth", "weekOfYear"] as const),
  ...(["monthOfYear", "quarterOfYear", "year", "isWeekend"] as const),
];

function partByName(run: Run, text: string, ts: number): Cell {
  const part = PARTS.find((known) => known === text);
  if (part === undefined) throw new Error(`no part ${text}`);
  const number = localPart(run, part, ts);
  return part === "isWeekend" ? number === 1 : number;
}

/** One candidate at each instant at which an input has a sample; a formula without a result gives none. */
function derivedSamples(run: Run, field: Field, device: ReferenceDevice): readonly Selected[] {
  const { source } = field;
  if (source.type !== "expression") throw new Error(`${field.id} has no samples`);
  const expression = run.formulas.fields.get(field.id)?.expression ?? null;
  if (expression === null) throw new Error(`${field.id} has no formula`);
  const inputs = new Map<string, readonly Selected[]>();
  for (const [name, input] of source.inputs) if (isTelemetry(input)) inputs.set(name, plainSamples(run, input, device));
  const instants = [...new Set([...inputs.values()].flatMap((samples) => samples.map(({ ts }) => ts)))];
  const lookback = source.align === "exact" ? 0 : (field.aggregation?.lookbackMs ?? LOOKBACK_MS);
  const read = (ts: number, name: Name): Cell => {
    if (name.kind !== "input") return readSample(run, device, { ts, value: null }, name);
    const input = source.inputs.get(name.input);
    if (input !== undefined && !isTelemetry(input)) return dimensionOf(run, device, input);
    return inForce(inputs.get(name.input) ?? [], ts, lookback);
  };
  return instants
    .sort((left, right) => left - right)
    .map((ts) => ({ ts, value: evaluate(expression, { read: (name) => read(ts, name) }) }))
    .filter(({ value }) => value !== null);
}

/** What a state looks at. */
export function readState(
  run: Run,
  device: ReferenceDevice,
  value: Cell,
  inputs: ReadonlyMap<string, Cell>,
  name: Name,
): Cell {
  if (name.kind === "value") return value;
  if (name.kind === "input") return inputs.get(name.input) ?? null;
  return dimensionByName(run, device, name);
}
