// Which devices a report is about, with what it needs to know of them: those that the reader may see, inside the scope,
// that meet the filters on facts. Source: analytics contract 3.1 no. 5, 2.3, 3.7.
import type { Reader } from "../reader.ts";
import type { Field, Filter } from "../view/table-view.ts";
import type { ViewFormulas } from "../view/view-formulas.ts";
import { DeviceColumns } from "./device-columns.ts";
import type { DeviceFactsStore, FactSource } from "./device-facts-store.ts";
import { FactPlan, isFact } from "./fact-plan.ts";
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
  store: DeviceFactsStore,
  choice: DeviceChoice,
  signal: AbortSignal,
): Promise<DeviceColumns> {
  const { view, formulas, filters, reader, now, notes } = choice;
  const plan = new FactPlan();
  for (const field of view.fields) planField(plan, field, formulas);
  for (const filter of filters) planFilter(plan, filter);
  const conditions = { where: formulas.scopeWhere, filters };
  planConditions(plan, conditions);
  const { facts, keys } = plan;
  const table = await store.devices({ reader, scope: view.scope, facts, keys, now }, signal);
  for (const index of table.hidden) warnOfHidden(notes, facts[index]);
  return devicesMeeting(new DeviceColumns(plan, table), conditions);
}

function planField(plan: FactPlan, field: Field, formulas: ViewFormulas): void {
  const { source, aggregation } = field;
  switch (source.type) {
    case "entity":
    case "attribute":
      plan.fact(source);
      break;
    case "telemetry":
      plan.key(source.key, source.of);
      break;
    case "expression":
      for (const input of source.inputs.values())
        if (isFact(input)) plan.fact(input);
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
function planFilter(plan: FactPlan, { target, apply }: Filter): void {
  if (target.kind === "source" && target.source.type === "telemetry" && apply !== "latest")
    plan.key(target.source.key, target.source.of);
}

function warnOfHidden(notes: RunNotes, fact: FactSource | undefined): void {
  if (fact?.type !== "attribute") return;
  notes.warn(
    "ATTRIBUTE_HIDDEN",
    `The attribute "${fact.key}" (${fact.scope}) is hidden from this reader and missing throughout.`,
    null,
  );
}
