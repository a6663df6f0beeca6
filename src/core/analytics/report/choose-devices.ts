// Which devices a report is about, with what it needs to know of them: those that the reader may see, inside the scope,
// that meet the filters on dimensions. Source: analytics contract 3.1 no. 5, 2.3, 3.7.
import type { Reader } from "../reader.ts";
import type { Field, Filter } from "../view/table-view.ts";
import type { ViewFormulas } from "../view/view-formulas.ts";
import { DeviceColumns } from "./device-columns.ts";
import type { DeviceDimensionsStore, DimensionSource } from "./device-dimensions-store.ts";
import { DimensionPlan, isDimension } from "./dimension-plan.ts";
import { devicesMeeting, planConditions } from "./filters/device-conditions.ts";
import type { RunnableView } from "./report-request.ts";
import type { RunNotes } from "./run-notes.ts";

export interface DeviceChoice {
  readonly view: RunnableView;
  readonly formulas: ViewFormulas;
  /** Those in force. */
  readonly filters: readonly Filter[];
  readonly reader: Reader;
  readonly now: number;
  readonly notes: RunNotes;
}

export async function chooseDevices(
  store: DeviceDimensionsStore,
  choice: DeviceChoice,
  signal: AbortSignal,
): Promise<DeviceColumns> {
  const { view, formulas, filters, reader, now, notes } = choice;
  const plan = new DimensionPlan();
  for (const field of view.fields) planField(plan, field, formulas);
  for (const filter of filters) planFilter(plan, filter);
  const conditions = { where: formulas.scopeWhere, filters };
  planConditions(plan, conditions);
  const { dimensions, keys } = plan;
  const table = await store.devices({ reader, scope: view.scope, dimensions, keys, now }, signal);
  for (const index of table.hidden) warnOfHidden(notes, dimensions[index]);
  return devicesMeeting(new DeviceColumns(plan, table), conditions);
}

function planField(plan: DimensionPlan, field: Field, formulas: ViewFormulas): void {
  const { source, aggregation } = field;
  switch (source.type) {
    case "entity":
    case "attribute":
      plan.dimension(source);
      break;
    case "telemetry":
      plan.key(source.key, source.of);
      break;
    case "expression":
      for (const input of source.inputs.values())
        if (isDimension(input)) plan.dimension(input);
        else plan.key(input.key, input.of);
      break;
    default:
      break;
  }
  for (const input of aggregation?.inputs?.values() ?? []) plan.key(input.key, input.of);
  const own = formulas.fields.get(field.id);
  if (own === undefined) return;
  if (source.type === "expression" && source.stage === "row") plan.names(own.expression);
  plan.names(own.where);
  plan.names(own.state);
}

/** A filter on samples reads the series of its key. */
function planFilter(plan: DimensionPlan, { target, apply }: Filter): void {
  if (target.kind === "source" && target.source.type === "telemetry" && apply !== "latest")
    plan.key(target.source.key, target.source.of);
}

function warnOfHidden(notes: RunNotes, dimension: DimensionSource | undefined): void {
  if (dimension?.type !== "attribute") return;
  notes.warn(
    "ATTRIBUTE_HIDDEN",
    `The attribute "${dimension.key}" (${dimension.scope}) is hidden from this reader and missing throughout.`,
    null,
  );
}
