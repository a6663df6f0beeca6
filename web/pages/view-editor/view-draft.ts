// A view while it is being edited. Its values have the kinds of the schema, but choices, names and formulas may be
// invalid, which the service reports. Members that no form knows are kept.
import type { Draft, Schema } from "../../api/schemas.ts";
import type { ColorScaleKind, ShownRow, Stacking } from "../../components/chart/chart-options.ts";

/** The style of a column's cells, which the platform stores unchanged. */
type CellStyle = Readonly<{
  format?: Readonly<{ prefix?: string; labels?: readonly string[] }>;
  colors?: readonly Readonly<{ from?: number; to?: number; color?: string }>[];
}>;

export type FieldDraft = Omit<Draft<Schema<"ViewField">>, keyof CellStyle> & CellStyle;
export type FilterDraft = Omit<Draft<Schema<"ViewFilter">>, "target"> & Readonly<{ target?: SourceDraft }>;
export type ViewDraft = Omit<Draft<Schema<"ViewDefinition">>, "fields" | "filters" | "visualization"> &
  Readonly<{
    fields?: readonly FieldDraft[];
    filters?: readonly FilterDraft[];
    visualization?: VisualizationDraft;
  }>;
/** The source of a column or the target of a filter; one form edits both. */
export type SourceDraft = Draft<Schema<"FieldSource"> | Schema<"FilterTarget">>;
export type RangeDraft = Draft<Schema<"TimeRange">>;
export type VisualizationDraft = Omit<Draft<Schema<"Visualization">>, "options"> &
  Readonly<{ options?: ChartOptionsDraft }>;

/** The settings of a chart, which the platform stores unchanged. */
export type ChartOptionsDraft = Readonly<{
  min?: number;
  max?: number;
  axisName?: string;
  scale?: "linear" | "logarithmic";
  stacking?: Stacking;
  legend?: "below" | "none";
  colorScale?: "none" | ColorScaleKind;
  row?: ShownRow;
  colors?: readonly Readonly<{ name?: string; color?: string }>[];
}>;
export type FieldKind = NonNullable<Schema<"ViewField">["kind"]>;

type ServerMember = Exclude<keyof Schema<"TableView">, keyof ViewDraft>;

/** The parts of a saved view that its author decides: all except those that the server adds and does not accept. */
export function definitionOf(view: ViewDraft & Readonly<Partial<Record<ServerMember, unknown>>>): ViewDraft {
  const { id: _id, revision: _revision, owner: _owner, createdTime: _created, ...more } = view;
  const { updatedTime: _updated, updatedBy: _by, links: _links, ...definition } = more;
  return definition;
}
