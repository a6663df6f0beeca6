// A view while it is edited. The kinds of its values are those of the schema; what choices, names and formulas say may be
// wrong, which the service tells. Members that no form knows stay where they are.
import type { Draft, Schema } from "../../api/schemas.ts";

/** The style of a column's cells, which the platform keeps as it is. */
type CellStyle = Readonly<{
  format?: Readonly<{ prefix?: string; labels?: readonly string[] }>;
  colors?: readonly Readonly<{ from?: number; to?: number; color?: string }>[];
}>;

export type FieldDraft = Omit<Draft<Schema<"ViewField">>, keyof CellStyle> & CellStyle;
export type FilterDraft = Omit<Draft<Schema<"ViewFilter">>, "target"> & Readonly<{ target?: SourceDraft }>;
export type ViewDraft = Omit<Draft<Schema<"ViewDefinition">>, "fields" | "filters"> &
  Readonly<{ fields?: readonly FieldDraft[]; filters?: readonly FilterDraft[] }>;
/** Of a column or of a filter, which one form edits. */
export type SourceDraft = Draft<Schema<"FieldSource"> | Schema<"FilterTarget">>;
export type RangeDraft = Draft<Schema<"TimeRange">>;
export type VisualizationDraft = Draft<Schema<"Visualization">>;
export type FieldKind = NonNullable<Schema<"ViewField">["kind"]>;

type ServerMember = Exclude<keyof Schema<"TableView">, keyof ViewDraft>;

/** What its author decides of a saved view: all but what the server adds, and does not accept. */
export function definitionOf(view: ViewDraft & Readonly<Partial<Record<ServerMember, unknown>>>): ViewDraft {
  const { id: _id, revision: _revision, owner: _owner, createdTime: _created, ...more } = view;
  const { updatedTime: _updated, updatedBy: _by, links: _links, ...definition } = more;
  return definition;
}
