// What a caller may say about one run of a view. Values are taken as they came: the report service checks them against the
// view. Source: analytics contract 3.2, 3.7, 4.1, 4.3.
import type { Reader } from "../reader.ts";
import type { BucketUnit, ViewDefinition } from "../view/table-view.ts";

/** A view that has been saved, or one that is tried. */
export type RunnableView = ViewDefinition & { readonly revision?: number };

export interface ReportRequest {
  /** Milliseconds; null takes the saved range. Anything but an integer of 0 to 4102444800000 is refused. */
  readonly rangeStartTs: number | null;
  readonly rangeEndTs: number | null;
  /** Members of the JSON object, by filter name, as they came; null where there are none. */
  readonly filters: ReadonlyMap<string, unknown> | null;
  readonly overrides: ReportOverrides;
}

/** Of the own endpoints; absent members leave the view as it is. */
export interface ReportOverrides {
  /** IANA name, `viewer` or `tenant`. */
  readonly timezone?: string;
  /** Rows wanted at most; never more than the server's maximum. */
  readonly limit?: number;
  /** Rows wanted of those that the view gives: a sample never has more than the whole. */
  readonly sampleRows?: number;
  /** Rows to leave out at the begin. */
  readonly offset?: number;
  readonly sort?: readonly {
    readonly field: string;
    readonly direction: "asc" | "desc";
    readonly missing?: "first" | "last";
  }[];
  readonly bucket?: { readonly bucket: BucketUnit; readonly amount: number };
  /** In place of the settings, for files that may be larger than answers. */
  readonly rowsMax?: number;
  readonly bytesMax?: number;
}

/** Zones of people and tenants, for ranges that follow them; null where none is set. */
export interface ReaderZones {
  ofReader(reader: Reader): Promise<string | null>;
  ofTenant(tenantId: Reader["tenantId"]): Promise<string | null>;
}
