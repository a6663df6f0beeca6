// Builds the engine's query for one measure: its samples, the conditions on them, and their grouping. Source: analytics
// contract 2.5 to 2.8, 3.4.
import type { SeriesNumber } from "../../devices/known-device.ts";
import type { TimeWindow } from "../../telemetry/telemetry.ts";
import { nameKey } from "../expressions/name-key.ts";
import { LOOKBACK_DEFAULT_MS, LOOKBACK_MAX_MS } from "../view/aggregate-rules.ts";
import { isOfGroups } from "../view/source-rules.ts";
import type { Field, Filter, FilterValue, TelemetrySource, TimePart } from "../view/table-view.ts";
import { type DeviceColumns, isDimension, namedDimensions } from "./choose-devices.ts";
import type {
  Cell,
  DeviceDimensions,
  GroupKeys,
  MeasureQuery,
  SampleConditions,
  Samples,
  SampleSource,
  WallClock,
} from "./report-engine.ts";
import { formulasOf, type RunBasis } from "./report-run.ts";

/** `aggregation`: that of the field, or a substitute if the field has none. */
export function measureQuery(
  run: RunBasis,
  field: Field,
  { aggregation, window, keys }: Pick<MeasureQuery, "aggregation" | "window" | "keys">,
): MeasureQuery {
  const inputs = [...(aggregation.inputs ?? [])];
  return {
    window,
    now: run.now,
    samples: distinctSamples(field, samplesOf(run, field), keys.groupOfDevice),
    conditions: conditionsOf(run, field),
    keys,
    dimensions: dimensionsOf(run, field),
    aggregation,
    state: formulasOf(run, field).state,
    stateInputs: new Map(inputs.map(([name, input]) => [name, sampleSource(input, run.devices)] as const)),
    rowsMax: run.tableRowsMax,
  };
}

function sampleSource(source: TelemetrySource, devices: DeviceColumns): SampleSource {
  return { series: devices.series(source.key, source.of), path: pathOf(source), cast: source.cast };
}

function distinctSamples({ source }: Field, samples: Samples, groupOfDevice: Int32Array): Samples {
  if (source.type !== "telemetry" || source.of === "self" || samples.kind !== "series") return samples;
  return { kind: "series", source: distinctInGroups(samples.source, groupOfDevice) };
}

/**
 * The offsets also cover the samples before the window that LOCF reads, because conditions test their local time too.
 */
export function wallClock({ calendar }: RunBasis, { startTs, endTs }: TimeWindow): WallClock {
  const { zone, weekStart, fiscalStartMonth } = calendar;
  const offsets = zone.offsets({ startTs: Math.max(0, startTs - LOOKBACK_MAX_MS), endTs });
  return { offsets, weekStart, fiscalStartMonth };
}

/** A group key by a telemetry value: the one in force at each sample. */
export function locfKey(source: TelemetrySource, devices: DeviceColumns): GroupKeys["locf"][number] {
  return { source: sampleSource(source, devices), lookbackMs: LOOKBACK_DEFAULT_MS };
}

/** The samples of a field that is computed from samples. */
export function samplesOf(run: RunBasis, { id, source, aggregation }: Field): Samples {
  if (source.type === "telemetry") return { kind: "series", source: sampleSource(source, run.devices) };
  const expression = run.formulas.fields.get(id)?.expression ?? null;
  if (source.type !== "expression" || expression === null) throw new Error(`a ${source.type} has no samples`);
  const inputs = new Map<string, SampleSource>();
  for (const [name, input] of source.inputs)
    if (input.type === "telemetry") inputs.set(name, sampleSource(input, run.devices));
  const lookbackMs = aggregation?.lookbackMs ?? LOOKBACK_DEFAULT_MS;
  return { kind: "derived", inputs, align: source.align, lookbackMs, expression };
}

export function conditionsOf(run: RunBasis, field: Field): SampleConditions {
  const { filters, devices } = run;
  const own: SampleConditions["own"][number][] = [];
  const aligned: SampleConditions["aligned"][number][] = [];
  const parts: SampleConditions["parts"][number][] = [];
  for (const filter of filters) {
    const { target: source } = filter;
    if (!("type" in source)) continue;
    if (source.type === "timePart") parts.push({ part: source.part, filter: ofPart(source.part, filter) });
    if (source.type !== "telemetry") continue;
    if (filter.apply === "aligned")
      aligned.push({ source: sampleSource(source, devices), lookbackMs: LOOKBACK_DEFAULT_MS, filter });
    else if (filter.apply === "samples" && isOfKey(field, source))
      own.push({ path: pathOf(source), cast: source.cast, filter });
  }
  return { where: formulasOf(run, field).where, own, aligned, parts };
}

/** `isWeekend` is a boolean that is shown as 1 and 0, so a filter may use either form. */
function ofPart(part: TimePart, filter: Filter): Filter {
  if (part !== "isWeekend") return filter;
  const digits = new Map<FilterValue, number>([
    ...([true, "true"] as const).map((value) => [value, 1] as const),
    ...([false, "false"] as const).map((value) => [value, 0] as const),
  ]);
  return { ...filter, values: filter.values.map((value) => digits.get(value) ?? value) };
}

/** False for formulas, whose inputs are read unfiltered. */
function isOfKey({ source }: Field, { key, of }: TelemetrySource): boolean {
  return source.type === "telemetry" && source.key === key && source.of === of;
}

function pathOf({ path }: TelemetrySource): readonly string[] | null {
  return path === null ? null : path.split(".");
}

/** The dimensions that a field's formulas use, including inputs that are dimensions. */
export function dimensionsOf(run: RunBasis, field: Field): DeviceDimensions {
  const { source } = field;
  const { devices } = run;
  const { expression, where, state } = formulasOf(run, field);
  const columns = new Map<string, readonly Cell[]>();
  for (const [name, dimension] of namedDimensions([isOfGroups(source) ? null : expression, where, state]))
    columns.set(name, devices.dimension(dimension));
  if (source.type === "expression")
    for (const [input, each] of source.inputs)
      if (isDimension(each)) columns.set(nameKey({ kind: "input", input }), devices.dimension(each));
  return { columns };
}

/** The source with each series only once per group, assigned to the group's first device. */
export function distinctInGroups(source: SampleSource, groupOfDevice: Int32Array): SampleSource {
  const { devices, series } = source.series;
  const seen = new Set<string>();
  const keptDevices: number[] = [];
  const keptSeries: SeriesNumber[] = [];
  for (const [row, number] of series.entries()) {
    const device = devices[row] ?? 0;
    const key = `${String(groupOfDevice[device] ?? -1)},${String(number)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    keptDevices.push(device);
    keptSeries.push(number);
  }
  return { ...source, series: { devices: Int32Array.from(keptDevices), series: keptSeries } };
}
