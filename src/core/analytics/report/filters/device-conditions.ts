// Which devices a report is about, as far as dimensions decide: the condition of its scope, filters on entity fields and
// attributes, and filters on the newest value of a key. Source: analytics contract 2.3, 2.8, 3.1 no. 5.
import type { Expression } from "../../expressions/expression.ts";
import { compileCondition } from "../../expressions/compile.ts";
import type { Filter } from "../../view/table-view.ts";
import type { DeviceColumns } from "../device-columns.ts";
import type { DimensionSource } from "../device-dimensions-store.ts";
import { dimensionOfName, type DimensionPlan } from "../dimension-plan.ts";
import type { SampleFilter } from "../report-engine.ts";
import { cellTest, ofTimes } from "./cell-filter.ts";

/** What is asked of devices before any sample is read. */
export interface DeviceConditions {
  /** `where` of the scope. */
  readonly where: Expression | null;
  /** Filters in force; those that look at samples or results are passed over. */
  readonly filters: readonly Filter[];
}

/** The dimension that a filter compares; undefined for a filter that no dimension decides. */
export function dimensionOfFilter({ target, apply }: Filter): DimensionSource | undefined {
  if (target.kind === "field" || target.source.type === "timePart") return undefined;
  const { source } = target;
  if (source.type !== "telemetry") return source;
  return apply === "latest" ? { type: "latest", source } : undefined;
}

/** Notes the dimensions that the conditions look at. */
export function planConditions(plan: DimensionPlan, { where, filters }: DeviceConditions): void {
  plan.names(where);
  for (const filter of filters) {
    const dimension = dimensionOfFilter(filter);
    if (dimension !== undefined) plan.dimension(dimension);
  }
}

/** Those of the devices for which all conditions hold; a missing one does not. Their dimensions have been planned. */
export function devicesMeeting(devices: DeviceColumns, { where, filters }: DeviceConditions): DeviceColumns {
  const tests: ((device: number) => boolean)[] = [];
  if (where !== null)
    tests.push(
      compileCondition<number>(where, {
        read: (name) => {
          const dimension = dimensionOfName(name);
          const column = dimension === undefined ? [] : devices.dimension(dimension);
          return (device) => column[device] ?? null;
        },
        // A scope does not move with the zone of the report.
        localTime: (ts) => ts,
      }),
    );
  for (const filter of filters) {
    const dimension = dimensionOfFilter(filter);
    if (dimension === undefined) continue;
    const column = devices.dimension(dimension);
    const holds = cellTest(asDimensionFilter(filter, dimension));
    tests.push((device) => holds(column[device] ?? null));
  }
  return tests.length === 0 ? devices : devices.only((device) => tests.every((holds) => holds(device)));
}

function asDimensionFilter(filter: Filter, dimension: DimensionSource): SampleFilter {
  const isTime =
    dimension.type === "entity" && (dimension.field === "createdTime" || dimension.field === "lastActivityTime");
  return isTime ? ofTimes(filter) : filter;
}
