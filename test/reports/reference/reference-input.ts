// What a report is computed from, by the second computation that reports are held against: devices with their dimensions and all
// their samples, in plain lists. Nothing here knows of stores or engines. Source: analytics contract 3.
import type { JsonText, Value } from "../../../src/core/values.ts";
import type { ViewDefinition } from "../../../src/core/analytics/view/table-view.ts";

export type Cell = Value | null;
export type { JsonText };

export interface ReferenceSample {
  readonly ts: number;
  readonly value: Value;
}

export type AttributeLists = Readonly<Record<"client" | "shared" | "server", ReadonlyMap<string, Value>>>;

export interface ReferenceCustomer {
  readonly id: string;
  readonly title: string;
  readonly createdTime: number;
  readonly attributes: AttributeLists;
}

export interface ReferenceDevice {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly profileId: string;
  readonly profile: string;
  readonly customer: ReferenceCustomer | null;
  readonly gatewayId: string | null;
  readonly createdTime: number;
  readonly active: boolean;
  readonly lastActivityTime: number | null;
  readonly attributes: AttributeLists;
  /** By key, in ascending order of ts. */
  readonly samples: ReadonlyMap<string, readonly ReferenceSample[]>;
}

export interface ReferenceInput {
  readonly view: ViewDefinition;
  /** The access set. */
  readonly devices: readonly ReferenceDevice[];
  /** Gateways that are not in the access set. */
  readonly otherDevices?: readonly ReferenceDevice[];
  readonly now: number;
  /** What a request overrides. */
  readonly rangeStartTs?: number;
  readonly rangeEndTs?: number;
  readonly filters?: ReadonlyMap<string, readonly (string | number | boolean | null)[]>;
}

export interface ReferenceTotal {
  readonly groupedBy: readonly string[];
  readonly cells: readonly Cell[];
}

export interface ReferenceTable {
  readonly columns: readonly { readonly id: string; readonly label: string; readonly isTime: boolean }[];
  readonly rows: readonly (readonly Cell[])[];
  readonly filled: readonly (readonly [row: number, column: number])[];
  readonly totals: readonly ReferenceTotal[];
  readonly skippedValues: ReadonlyMap<string, number>;
  readonly truncated: boolean;
}

export const NO_ATTRIBUTES: AttributeLists = { client: new Map(), shared: new Map(), server: new Map() };
