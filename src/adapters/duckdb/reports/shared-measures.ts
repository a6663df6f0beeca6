// Which measures one statement computes, so that the points, which are read in whole blocks, are read once for all of them: those that
// count every sample as stored and need a few numbers for each group. They may differ in their series and in their functions.
import type { GroupKeys, MeasureQuery, SampleSource } from "../../../core/analytics/report/report-engine.ts";
import type { SeriesNumber } from "../../../core/devices/known-device.ts";
import { isOfOnePass } from "./aggregate-sql.ts";
import { plainSource } from "./newest-functions.ts";

/** Measures of one statement. Those of one source differ only in their functions. */
export interface SharedMeasures {
  readonly sources: readonly (readonly MeasureQuery[])[];
  /** One query for all sources: each has groups of its own, numbered after those of the source before it. */
  readonly query: MeasureQuery;
  /** The number of groups of each source. */
  readonly groups: number;
}

/** Every query is in one of the statements. */
export function sharedMeasures(queries: readonly MeasureQuery[]): readonly SharedMeasures[] {
  const alone = queries.filter((query) => !canShare(query)).map((query) => statement([[query]], query));
  const byKeys = Map.groupBy(queries.filter(canShare), ({ keys }) => keys);
  return [...alone, ...[...byKeys.values()].flatMap(statements)];
}

function canShare(query: MeasureQuery): boolean {
  const { fn, perSeries } = query.aggregation;
  return isOfOnePass(fn) && perSeries !== true && plainSource(query) !== undefined;
}

/** Those of queries with the same keys, and so over the same samples but for their series. */
function statements(queries: readonly MeasureQuery[]): readonly SharedMeasures[] {
  const [first] = queries;
  if (first === undefined) return [];
  // A statement computes each of its functions for all of its sources, and extremes of texts are as long as the texts: they are computed
  // only for sources that are asked for them.
  const sources = Map.groupBy(Map.groupBy(queries, plainSource).values(), (ofSource) => ofSource.some(isExtreme));
  // It has at most as many groups as an answer may have rows, so that it needs no more memory than one measure may.
  const sourcesMax = Math.max(1, Math.floor(first.rowsMax / mostRows(first.keys)));
  const found: SharedMeasures[] = [];
  for (const alike of sources.values())
    for (let from = 0; from < alike.length; from += sourcesMax)
      found.push(statement(alike.slice(from, from + sourcesMax), first));
  return found;
}

function isExtreme({ aggregation: { fn } }: MeasureQuery): boolean {
  return fn === "min" || fn === "max";
}

/** The most rows that a measure of one source has; calendar parts and telemetry make any number of them. */
function mostRows(keys: GroupKeys): number {
  if (keys.parts.length > 0 || keys.locf.length > 0) return Infinity;
  return Math.max(1, groupsOf(keys)) * Math.max(1, (keys.edges?.length ?? 2) - 1);
}

function groupsOf({ groupOfDevice }: GroupKeys): number {
  return groupOfDevice.reduce((most, group) => Math.max(most, group + 1), 0);
}

function statement(sources: SharedMeasures["sources"], first: MeasureQuery): SharedMeasures {
  const groups = groupsOf(first.keys);
  const [alone] = sources;
  if (sources.length === 1) return { sources, groups, query: alone?.[0] ?? first };
  const { groupOfDevice } = first.keys;
  const devices: number[] = [];
  const series: SeriesNumber[] = [];
  const groupOfEach = new Int32Array(sources.length * groupOfDevice.length).fill(-1);
  for (const [place, [query]] of sources.entries()) {
    const source = query === undefined ? undefined : plainSource(query);
    const firstDevice = place * groupOfDevice.length;
    for (const device of source?.devices ?? []) devices.push(firstDevice + device);
    for (const number of source?.series ?? []) series.push(number);
    for (const [device, group] of groupOfDevice.entries())
      if (group >= 0) groupOfEach[firstDevice + device] = place * groups + group;
  }
  const source: SampleSource = { series: { devices: Int32Array.from(devices), series }, path: null, cast: "auto" };
  const query: MeasureQuery = {
    ...first,
    samples: { kind: "series", source },
    keys: { ...first.keys, groupOfDevice: groupOfEach },
  };
  return { sources, groups, query };
}
