// Wire forms of computed panels.
import { Type } from "typebox";
import { typedText } from "../../core/analytics/report/encode-report.ts";
import type { ComputedPanel } from "../../core/dashboards/panels/dashboard-panels.ts";
import type { DomainError } from "../../core/errors.ts";
import { analyticsCodeOf } from "./analytics/analytics-errors.ts";
import { TypedReport } from "./analytics/report-wire.ts";
import { FreeObjectOrNull, nullable } from "./nullable.ts";

/** As the description shows it; a range has several forms, which its reader checks. */
export const PanelsInput = Type.Object(
  {
    range: Type.Optional(
      Type.Unsafe<unknown>({
        ...FreeObjectOrNull,
        description: "A time range as views have it; left out, the dashboard's.",
      }),
    ),
    filters: Type.Optional(
      nullable(
        Type.Record(Type.String(), Type.Array(Type.Unknown()), {
          description: "Values by the names of filters of the dashboard, in place of those that they begin with.",
        }),
      ),
    ),
    panels: Type.Optional(
      nullable(
        Type.Array(Type.String(), {
          description: "Ids of those that are visible; left out, all. Others cost nothing.",
        }),
      ),
    ),
    configuration: Type.Optional(
      Type.Unsafe<unknown>({
        ...FreeObjectOrNull,
        description:
          "A configuration that is not saved, in the place of the dashboard's, of those who may change it. Not for watching.",
      }),
    ),
  },
  { title: "DashboardPanelsInput", examples: [{ filters: { building: ["North"] }, panels: ["temperature"] }] },
);

const PanelErrorSchema = Type.Object(
  { code: Type.String({ description: "What was wrong, for programs." }), message: Type.String() },
  { title: "DashboardPanelError", examples: [{ code: "VIEW_NOT_FOUND", message: "the view does not exist" }] },
);

const ComputedPanelSchema = Type.Object(
  { id: Type.String(), result: Type.Optional(TypedReport), error: Type.Optional(PanelErrorSchema) },
  {
    title: "ComputedPanel",
    examples: [{ id: "energy", error: { code: "VIEW_NOT_FOUND", message: "the view does not exist" } }],
  },
);

export const PanelsSchema = Type.Object({ panels: Type.Array(ComputedPanelSchema) }, { title: "ComputedPanels" });

export function* panelsText(panels: readonly ComputedPanel[]): Generator<string, void, undefined> {
  yield '{"panels":[';
  for (const [place, { id, outcome }] of panels.entries()) {
    yield `${place === 0 ? "" : ","}{"id":${JSON.stringify(id)},`;
    if ("report" in outcome) {
      yield '"result":';
      yield* typedText(outcome.report, outcome.tookMillis);
    } else yield `"error":${panelErrorText(outcome.refusal)}`;
    yield "}";
  }
  yield "]}";
}

export function panelErrorText(error: DomainError): string {
  return JSON.stringify({ code: analyticsCodeOf(error), message: error.message });
}
