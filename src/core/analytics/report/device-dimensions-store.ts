// The port to what is known of devices: which of them a reader may see inside a scope, their dimensions and the series they
// have, all in bulk and by columns, never one query for each device. Source: analytics contract 2.3, 3.4, 6.2.
import type { DeviceId } from "../../ids.ts";
import type { Reader } from "../reader.ts";
import type { AttributeSource, EntitySource, Of, Scope, TelemetrySource } from "../view/table-view.ts";
import type { Cell, SeriesColumns } from "./report-engine.ts";

/** The newest stored value of a key, whatever the range of a report. */
export interface LatestSource {
  readonly type: "latest";
  readonly source: TelemetrySource;
}

export type DimensionSource = EntitySource | AttributeSource | LatestSource;

export interface DevicesQuery {
  /** Whose devices count: those of the tenant, or those of the reader's customer. */
  readonly reader: Reader;
  /** All its lists hold; `where` is left to the caller, who knows formulas. */
  readonly scope: Omit<Scope, "where">;
  /** One column each, in this order. */
  readonly dimensions: readonly DimensionSource[];
  /** Keys of telemetry of which the series are wanted, in this order. */
  readonly keys: readonly { readonly key: string; readonly of: Of }[];
  /** For `active`. */
  readonly now: number;
}

/** One row per device, ordered by device id. */
export interface DeviceTable {
  readonly ids: readonly DeviceId[];
  /** One column per dimension asked for: times as numbers, texts of profile, customer and gateway by name, null where missing. */
  readonly columns: readonly (readonly Cell[])[];
  /** Indexes of dimensions that this reader may not see; their columns are missing throughout. */
  readonly hidden: readonly number[];
  /** One entry per key asked for: the devices that have a series of it, by their index in `ids`. */
  readonly series: readonly SeriesColumns[];
}

export interface DeviceDimensionsStore {
  /** Rejects with the reason of the signal when that has stopped it. */
  devices(query: DevicesQuery, signal: AbortSignal): Promise<DeviceTable>;
}
