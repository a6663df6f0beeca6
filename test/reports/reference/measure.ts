// One measure over one layout: samples fall into places, each series of a place becomes a value where the function needs it,
// and the values of a place are combined. Source: analytics contract 3.5, 3.6.
import type { Aggregation, CombineRule, Field } from "../../../src/core/analytics/view/table-view.ts";
import type { Range } from "./edges.ts";
import type { DeviceGroup, Layout, Place } from "./layout.ts";
import { intervalAt, placeAt } from "./layout.ts";
import { cut, numberPieces, statePieces } from "./pieces.ts";
import { extreme, pool, readFor, skippedBy, sum } from "./pooled.ts";
import type { Cell, ReferenceDevice } from "./reference-input.ts";
import type { Run } from "./run.ts";
import { isTelemetry, ownerOf } from "./run.ts";
import type { Selected } from "./samples.ts";
import { LOOKBACK_MS, rawSamples, selectedSamples } from "./samples.ts";
import { finite, numbersOf, numeric, withNumber } from "./values.ts";
import type { Value } from "../../../src/core/values.ts";

export interface MeasureRow {
  readonly place: Place;
  readonly cell: Cell;
}

export interface Measured {
  readonly rows: ReadonlyMap<string, MeasureRow>;
  readonly skipped: number;
}

interface Series {
  readonly id: string;
  readonly device: ReferenceDevice;
  readonly group: DeviceGroup;
}

/** What a series gives in one place. */
interface SeriesValue {
  readonly id: string;
  readonly value: Cell;
  readonly weight: number;
  readonly ts: number;
}

const PER_MS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
const UNIT_MS = { ms: 1, second: 1_000, minute: 60_000, hour: 3_600_000 } as const;
const STEPS: ReadonlySet<string> = new Set(["delta", "increase", "rate"]);
const NUMERIC_SERIES: ReadonlySet<string> = new Set([...STEPS, "timeWeightedAvg", "integral"]);
const STATES: ReadonlySet<string> = new Set(["duration", "durationPercent", "transitions"]);

/** `layout.window` is the field's own range where it has one. */
export function measure(run: Run, layout: Layout, field: Field): Measured {
  const { aggregation } = field;
  if (aggregation === null) throw new Error(`${field.id} is not aggregated`);
  return new Measuring(run, layout, field, aggregation).measure();
}

/** Items that fell into one place, by series. */
interface Gathered<Item> {
  readonly place: Place;
  readonly bySeries: Map<Series, Item[]>;
}

class Measuring {
  readonly #run: Run;
  readonly #layout: Layout;
  readonly #window: Range;
  readonly #field: Field;
  readonly #aggregation: Aggregation;
  /** Until then values hold: the end of the range or now. */
  readonly #limit: number;
  #skipped = 0;

  constructor(run: Run, layout: Layout, field: Field, aggregation: Aggregation) {
    this.#run = run;
    this.#layout = layout;
    this.#window = layout.window;
    this.#field = field;
    this.#aggregation = aggregation;
    this.#limit = Math.min(layout.window.end, run.now);
  }

  measure(): Measured {
    const rows = this.#rows();
    for (const series of this.#series())
      for (const { ts, value } of this.#inRange(series))
        if (this.#placeOf(series, ts) !== undefined && this.#isSkipped(value)) this.#skipped++;
    return { rows, skipped: this.#skipped };
  }

  /** Of what each series decides; functions over sets know what they leave out. */
  #isSkipped(value: Cell): boolean {
    if (this.#aggregation.fn === "current" || this.#aggregation.inputs !== undefined) return false;
    return value === null || (NUMERIC_SERIES.has(this.#aggregation.fn) && numeric(this.#read(value)) === null);
  }

  /** For what counts numbers; results of formulas and of casts have the type that they have. */
  #read(value: Value): Value {
    const { source } = this.#field;
    return source.type === "telemetry" && source.cast === "auto" ? withNumber(value) : value;
  }

  #rows(): ReadonlyMap<string, MeasureRow> {
    const { fn } = this.#aggregation;
    if (STEPS.has(fn)) return this.#steps();
    if (STATES.has(fn)) return this.#states();
    switch (fn) {
      case "timeWeightedAvg":
      case "integral":
        return this.#integrals();
      case "first":
      case "latest":
      case "firstTs":
      case "latestTs":
        return this.#picks();
      case "lastKnown":
        return this.#lastKnown();
      case "current":
        return this.#current();
      case "completeness":
        return this.#completeness();
      default:
        return this.#pools();
    }
  }

  // --- Pooled ---

  #pools(): ReadonlyMap<string, MeasureRow> {
    const found = new Gathering<Value>();
    for (const series of this.#series())
      for (const { ts, value } of this.#inRange(series)) found.add(series, this.#placeOf(series, ts), value);
    return found.rows(({ bySeries }) => {
      if (this.#aggregation.perSeries !== true) {
        const values = this.#pooled([...bySeries.values()].flat());
        this.#skipped += skippedBy(this.#aggregation, values);
        return pool(this.#aggregation, values);
      }
      return this.#combined(bySeries, (items) => {
        const values = this.#pooled(items);
        this.#skipped += skippedBy(this.#aggregation, values);
        return { value: pool(this.#aggregation, values), weight: 1, ts: 0 };
      });
    });
  }

  #pooled(values: readonly Value[]): readonly Value[] {
    const { source } = this.#field;
    return source.type === "telemetry" && source.cast === "auto" ? readFor(this.#aggregation, values) : values;
  }

  // --- The oldest and the newest ---

  #picks(): ReadonlyMap<string, MeasureRow> {
    const { fn } = this.#aggregation;
    const found = new Gathering<Selected>();
    for (const series of this.#series())
      for (const sample of this.#inRange(series))
        found.add(series, this.#placeOf(series, sample.ts), sample.value === null ? null : sample);
    return found.rows(({ bySeries }) =>
      this.#combined(bySeries, (samples) => {
        const picked = fn === "first" || fn === "firstTs" ? samples[0] : samples.at(-1);
        if (picked === undefined) return null;
        return { value: fn.endsWith("Ts") ? picked.ts : picked.value, weight: 1, ts: picked.ts };
      }),
    );
  }

  #lastKnown(): ReadonlyMap<string, MeasureRow> {
    const maxGap = this.#aggregation.maxGapMs ?? Infinity;
    const found = new Gathering<Selected>();
    for (const series of this.#series()) {
      const known = this.#known(series);
      for (const [index, { from, to }] of this.#layout.intervals.entries()) {
        const carried = known.findLast(({ ts }) => ts < from);
        const end = Math.min(to, this.#run.now);
        if (carried !== undefined && from < this.#run.now && carried.ts + maxGap >= end)
          found.add(series, this.#place(series, index, from), carried);
      }
      for (const sample of this.#inRange(series))
        found.add(series, this.#placeOf(series, sample.ts), sample.value === null ? null : sample);
    }
    return found.rows(({ place, bySeries }) => {
      const end = Math.min(this.#layout.intervals[place.interval]?.to ?? 0, this.#run.now);
      return this.#combined(bySeries, (samples) => {
        const newest = samples.toSorted((left, right) => left.ts - right.ts).at(-1);
        if (newest === undefined || newest.ts + maxGap < end) return null;
        return { value: newest.value, weight: 1, ts: newest.ts };
      });
    });
  }

  #current(): ReadonlyMap<string, MeasureRow> {
    const found = new Gathering<Selected>();
    for (const series of this.#series()) {
      const newest = selectedSamples(this.#run, this.#field, series.device).findLast(({ value }) => value !== null);
      if (newest === undefined) continue;
      for (const [index, { from }] of this.#layout.intervals.entries())
        if (from < this.#run.now) found.add(series, this.#place(series, index, newest.ts), newest);
    }
    return found.rows(({ bySeries }) =>
      this.#combined(bySeries, ([newest]) => (newest === undefined ? null : { ...newest, weight: 1 })),
    );
  }

  // --- Steps ---

  #steps(): ReadonlyMap<string, MeasureRow> {
    const { fn, per = "hour" } = this.#aggregation;
    const found = new Gathering<number>();
    for (const series of this.#series()) {
      const numbers = this.#numbers(series);
      for (const { ts } of this.#inRange(series)) {
        const index = numbers.findIndex((known) => known.ts === ts);
        const [here, before] = [numbers[index], numbers[index - 1]];
        found.add(series, this.#placeOf(series, ts), stepOf(fn, before?.value, here?.value));
      }
    }
    return found.rows(({ place, bySeries }) =>
      this.#combined(bySeries, (steps) => {
        if (steps.length === 0) return null;
        const length = this.#lengthOf(place.interval);
        if (fn !== "rate") return { value: sum(steps), weight: 1, ts: 0 };
        return length > 0 ? { value: sum(steps) / (length / PER_MS[per]), weight: 1, ts: 0 } : null;
      }),
    );
  }

  // --- Time in which a value is known ---

  #integrals(): ReadonlyMap<string, MeasureRow> {
    const { fn, per = "hour" } = this.#aggregation;
    const found = new Gathering<{ readonly area: number; readonly time: number }>();
    for (const series of this.#series()) {
      const numbers = this.#numbers(series);
      for (const piece of numberPieces(numbers, this.#aggregation, this.#limit))
        for (const { index, from, to } of this.#cuts(piece)) {
          const part = cut(piece, from, to);
          const area = ((part.first + part.last) / 2) * (to - from);
          found.add(series, this.#place(series, index, from), { area, time: to - from });
        }
      for (const { ts } of this.#inRange(series)) found.add(series, this.#placeOf(series, ts), null);
    }
    return found.rows(({ bySeries }) =>
      this.#combined(bySeries, (parts) => {
        const area = sum(parts.map((part) => part.area));
        const time = sum(parts.map((part) => part.time));
        if (time === 0) return null;
        return { value: fn === "integral" ? area / PER_MS[per] : area / time, weight: time, ts: 0 };
      }),
    );
  }

  #states(): ReadonlyMap<string, MeasureRow> {
    const { fn, of = "known", durationUnit = "second", inputs } = this.#aggregation;
    const found = new Gathering<{ readonly on: number; readonly time: number; readonly turns: number }>();
    const { start, end } = this.#window;
    const bounds = { lookFrom: this.#lookFrom(), start, end, limit: this.#limit };
    for (const series of this.#series()) {
      for (const piece of statePieces(this.#run, this.#field, series.device, this.#known(series), bounds))
        for (const { index, from, to } of this.#cuts(piece)) {
          const turns = piece.isTurn && from === piece.from ? 1 : 0;
          found.add(series, this.#place(series, index, from), {
            on: piece.isOn ? to - from : 0,
            time: to - from,
            turns,
          });
        }
      if (inputs === undefined)
        for (const { ts } of this.#inRange(series)) found.add(series, this.#placeOf(series, ts), null);
    }
    return found.rows(({ place, bySeries }) =>
      this.#combined(bySeries, (parts) => {
        const time = sum(parts.map((part) => part.time));
        const on = sum(parts.map((part) => part.on));
        if (time === 0) return null;
        if (fn === "transitions") return { value: sum(parts.map(({ turns }) => turns)), weight: 1, ts: 0 };
        if (fn === "duration") return { value: on / UNIT_MS[durationUnit], weight: 1, ts: 0 };
        const divisor = of === "known" ? time : this.#lengthOf(place.interval);
        return divisor > 0 ? { value: (100 * on) / divisor, weight: divisor, ts: 0 } : null;
      }),
    );
  }

  #completeness(): ReadonlyMap<string, MeasureRow> {
    const { expectedEveryMs = 1 } = this.#aggregation;
    const isPlain = this.#layout.parts.length === 0 && this.#layout.carried.length === 0;
    const all = this.#series();
    const found = new Gathering<true>();
    for (const series of all)
      for (const { ts, value } of this.#inRange(series))
        found.add(series, this.#placeOf(series, ts), value === null ? null : true);
    return found.rows(({ place, bySeries }) => {
      const silent = all.filter(
        (series) => isPlain && series.group === place.group && !bySeries.has(series) && this.#hasKey(series),
      );
      const length = this.#lengthOf(place.interval);
      const members = new Map([...bySeries, ...silent.map((series) => [series, []] as [Series, true[]])]);
      return this.#combined(members, (counted) => ({
        value: length > 0 ? 100 * Math.min(1, counted.length / (length / expectedEveryMs)) : 0,
        weight: 1,
        ts: 0,
      }));
    });
  }

  #hasKey({ device }: Series): boolean {
    const { source } = this.#field;
    const sources =
      source.type === "expression" ? [...source.inputs.values()] : source.type === "telemetry" ? [source] : [];
    return sources.filter(isTelemetry).some((input) => rawSamples(this.#run, input, device).length > 0);
  }

  // --- Series and their samples ---

  /** Of a gateway's telemetry each gateway once in a group. */
  #series(): readonly Series[] {
    const { source } = this.#field;
    return this.#layout.groups.flatMap((group) => {
      const used = new Set<string>();
      return group.devices.flatMap((device) => {
        const isOfOwner = source.type === "telemetry" && this.#aggregation.inputs === undefined;
        const owner = isOfOwner ? ownerOf(this.#run, device, source.of) : device;
        if (owner === undefined || used.has(owner.id)) return [];
        used.add(owner.id);
        return [{ id: owner.id, device, group }];
      });
    });
  }

  #inRange({ device }: Series): readonly Selected[] {
    const { start, end } = this.#window;
    return selectedSamples(this.#run, this.#field, device).filter(({ ts }) => ts >= start && ts < end);
  }

  #lookFrom(): number {
    const { carryIn = true, lookbackMs = LOOKBACK_MS } = this.#aggregation;
    return this.#window.start - (carryIn ? lookbackMs : 0);
  }

  /** With those that are carried into the range, without those that are skipped. */
  #known({ device }: Series): readonly Selected[] {
    const from = this.#lookFrom();
    return selectedSamples(this.#run, this.#field, device).filter(
      ({ ts, value }) => value !== null && ts >= from && ts < this.#window.end,
    );
  }

  #numbers(series: Series): readonly { readonly ts: number; readonly value: number }[] {
    return this.#known(series).flatMap(({ ts, value }) => {
      const number = value === null ? null : numeric(this.#read(value));
      return number === null ? [] : [{ ts, value: number }];
    });
  }

  // --- Places ---

  #placeOf(series: Series, ts: number): Place | undefined {
    return this.#place(series, intervalAt(this.#layout, ts), ts);
  }

  #place({ group, device }: Series, interval: number, ts: number): Place | undefined {
    return placeAt(this.#run, this.#layout, group, device, interval, ts);
  }

  /** The parts of a piece in the intervals that it touches. */
  #cuts(piece: { readonly from: number; readonly to: number }): readonly { index: number; from: number; to: number }[] {
    return this.#layout.intervals.flatMap((interval, index) => {
      const [from, to] = [Math.max(piece.from, interval.from), Math.min(piece.to, interval.to)];
      return from < to ? [{ index, from, to }] : [];
    });
  }

  #lengthOf(interval: number): number {
    const { from, to } = this.#layout.intervals[interval] ?? { from: 0, to: 0 };
    return Math.max(0, Math.min(to, this.#run.now) - from);
  }

  #combined<Item>(
    bySeries: ReadonlyMap<Series, readonly Item[]>,
    valueOf: (items: readonly Item[]) => Omit<SeriesValue, "id"> | null,
  ): Cell {
    const values = [...bySeries].flatMap(([{ id }, items]) => {
      const value = valueOf(items);
      return value?.value === undefined || value.value === null ? [] : [{ ...value, id }];
    });
    const rule = this.#aggregation.combine ?? "avg";
    if (rule === "newest" || rule === "oldest") return combine(rule, values);
    return combine(
      rule,
      values.map((each) => ({ ...each, value: each.value === null ? null : this.#read(each.value) })),
    );
  }
}

/** By place and series. A null item makes the row, and nothing else. */
class Gathering<Item> {
  readonly #places = new Map<string, Gathered<Item>>();

  add(series: Series, place: Place | undefined, item: Item | null): void {
    if (place === undefined) return;
    const gathered = this.#places.get(place.key) ?? { place, bySeries: new Map<Series, Item[]>() };
    this.#places.set(place.key, gathered);
    const items = gathered.bySeries.get(series) ?? [];
    gathered.bySeries.set(series, items);
    if (item !== null) items.push(item);
  }

  rows(cellOf: (gathered: Gathered<Item>) => Cell): ReadonlyMap<string, MeasureRow> {
    const rows = [...this.#places].map(([key, gathered]) => {
      const cell = cellOf(gathered);
      return [key, { place: gathered.place, cell: typeof cell === "number" ? finite(cell) : cell }] as const;
    });
    return new Map(rows);
  }
}

/** Null where there is no earlier number, or none here. */
function stepOf(fn: string, before: number | undefined, here: number | undefined): number | null {
  if (before === undefined || here === undefined) return null;
  return fn === "delta" || here >= before ? here - before : here;
}

function combine(rule: CombineRule, values: readonly SeriesValue[]): Cell {
  const cells = values.map(({ value }) => value);
  const numbers = numbersOf(cells);
  switch (rule) {
    case "sum":
      return numbers.length === 0 ? null : sum(numbers);
    case "avg":
      return numbers.length === 0 ? null : sum(numbers) / numbers.length;
    case "min":
    case "max":
      return extreme(rule, cells);
    case "weighted": {
      const weight = sum(values.map((value) => value.weight));
      return weight === 0 ? null : sum(values.map((value) => (numeric(value.value) ?? 0) * value.weight)) / weight;
    }
    case "newest":
    case "oldest": {
      const [best] = [...values].sort((left, right) => {
        const order = rule === "newest" ? right.ts - left.ts : left.ts - right.ts;
        return order === 0 ? (left.id < right.id ? -1 : 1) : order;
      });
      return best?.value ?? null;
    }
  }
}
