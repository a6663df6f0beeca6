// The devices of a report once they are chosen: dimensions by their source, series by their key, rows by the dense index that the
// engine knows devices by. Source: analytics contract 3.1 no. 5.
import type { DeviceId } from "../../ids.ts";
import type { Of } from "../view/table-view.ts";
import type { DeviceTable, DimensionSource } from "./device-dimensions-store.ts";
import type { DimensionPlan } from "./dimension-plan.ts";
import type { Cell, SeriesColumns } from "./report-engine.ts";

export class DeviceColumns {
  readonly ids: readonly DeviceId[];
  readonly #plan: DimensionPlan;
  readonly #table: DeviceTable;

  /** `table` is the answer to the dimensions and keys of `plan`. */
  constructor(plan: DimensionPlan, table: DeviceTable) {
    this.#plan = plan;
    this.#table = table;
    this.ids = table.ids;
  }

  get length(): number {
    return this.ids.length;
  }

  dimension(source: DimensionSource): readonly Cell[] {
    return this.#table.columns[this.#plan.dimension(source)] ?? [];
  }

  isHidden(source: DimensionSource): boolean {
    return this.#table.hidden.includes(this.#plan.dimension(source));
  }

  series(key: string, of: Of): SeriesColumns {
    return this.#table.series[this.#plan.key(key, of)] ?? { devices: new Int32Array(0), series: [] };
  }

  /** Only those devices, renumbered in their order. */
  only(keep: (device: number) => boolean): DeviceColumns {
    const kept: number[] = [];
    const newIndex = new Int32Array(this.length).fill(-1);
    for (let device = 0; device < this.length; device++) if (keep(device)) newIndex[device] = kept.push(device) - 1;
    if (kept.length === this.length) return this;
    return new DeviceColumns(this.#plan, {
      ids: picked(this.#table.ids, kept),
      columns: this.#table.columns.map((column) => kept.map((device) => column[device] ?? null)),
      hidden: this.#table.hidden,
      series: this.#table.series.map((series) => pickedSeries(series, newIndex)),
    });
  }
}

function picked<Item>(items: readonly Item[], kept: readonly number[]): Item[] {
  return kept.flatMap((index) => {
    const item = items[index];
    return item === undefined ? [] : [item];
  });
}

function pickedSeries({ devices, series }: SeriesColumns, newIndex: Int32Array): SeriesColumns {
  const kept: number[] = [];
  for (const [row, device] of devices.entries()) if ((newIndex[device] ?? -1) >= 0) kept.push(row);
  return {
    devices: Int32Array.from(kept, (row) => newIndex[devices[row] ?? 0] ?? 0),
    series: picked(series, kept),
  };
}
