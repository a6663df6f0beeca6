// By which fields rows are told apart, at the report's own level or at a coarser one (totals, ranking), and the groups of
// devices that follow from it. Source: analytics contract 3.4.
import { compile } from "../expressions/compile.ts";
import { nameKey } from "../expressions/name-key.ts";
import { isOfSamples } from "../view/source-rules.ts";
import type { Field, FieldId, TelemetrySource, TimePartSource } from "../view/table-view.ts";
import type { DeviceGroups } from "./device-groups.ts";
import { groupDevices } from "./device-groups.ts";
import { dimensionsOf } from "./measure-query.ts";
import type { Cell } from "./report-engine.ts";
import { formulasOf, type ReportRun } from "./report-run.ts";

export interface Keying {
  /** Dimension and time fields that tell rows apart, in the order of the view. */
  readonly fields: readonly Field[];
  /** Devices of equal values stay apart. */
  readonly isEntity: boolean;
  /** Whether the view's gaps are filled here. */
  readonly fillsGaps: boolean;
  /** Columns in place of a dimension's own, one cell per device. */
  readonly replaced: ReadonlyMap<FieldId, readonly Cell[]>;
  readonly isLeftOut: ((device: number) => boolean) | null;
}

export function viewKeying({ view }: ReportRun): Keying {
  return {
    fields: keyFields(view.fields),
    isEntity: view.grouping.mode === "perEntity",
    fillsGaps: view.gaps.buckets === "all",
    replaced: new Map(),
    isLeftOut: null,
  };
}

/** Fewer key fields, and no gaps filled. */
export function coarserKeying(fields: readonly Field[]): Keying {
  return { fields, isEntity: false, fillsGaps: false, replaced: new Map(), isLeftOut: null };
}

export function keyFields(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ kind }) => kind === "dimension" || kind === "time");
}

/** Key fields by what they look at. */
export interface KeyFields {
  readonly ofDevice: readonly Field[];
  readonly buckets: readonly Field[];
  readonly parts: readonly { readonly field: Field; readonly source: TimePartSource }[];
  readonly carried: readonly { readonly field: Field; readonly source: TelemetrySource }[];
}

export function sortedKeyFields(fields: readonly Field[]): KeyFields {
  return {
    ofDevice: fields.filter(({ kind, source }) => kind === "dimension" && source.type !== "telemetry"),
    buckets: fields.filter(({ source }) => source.type === "timeBucket"),
    parts: fields.flatMap((field) => (field.source.type === "timePart" ? [{ field, source: field.source }] : [])),
    carried: fields.flatMap((field) =>
      field.kind === "dimension" && field.source.type === "telemetry" ? [{ field, source: field.source }] : [],
    ),
  };
}

export function groupsOf(run: ReportRun, keying: Keying, ofDevice: readonly Field[]): DeviceGroups {
  const columns = ofDevice.map((field) => keying.replaced.get(field.id) ?? deviceColumn(run, field));
  return groupDevices(run.devices.length, columns, {
    isEntity: keying.isEntity,
    dropMissing: run.view.grouping.missingGroup === "drop",
    ...(keying.isLeftOut === null ? {} : { isLeftOut: keying.isLeftOut }),
  });
}

/** The value of a field that looks at dimensions of devices alone, for each device. */
export function deviceColumn(run: ReportRun, field: Field): readonly Cell[] {
  const { devices, calendar } = run;
  const { source } = field;
  switch (source.type) {
    case "entity":
    case "attribute":
      return devices.dimension(source);
    case "constant":
      return new Array<Cell>(devices.length).fill(source.value);
    case "expression": {
      const formulas = formulasOf(run, field);
      if (formulas.expression === null || isOfSamples(source)) break;
      const { columns } = dimensionsOf(field, formulas, devices);
      const evaluate = compile<number>(formulas.expression, {
        read: (name) => {
          const column = columns.get(nameKey(name)) ?? [];
          return (device) => column[device] ?? null;
        },
        localTime: (ts) => calendar.zone.toLocal(ts),
      });
      return Array.from(devices.ids, (_, device) => evaluate(device));
    }
    default:
      break;
  }
  throw new Error(`a ${source.type} is no dimension of a device`);
}
