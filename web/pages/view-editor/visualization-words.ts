// The pictures that a view can be shown as, and the columns that each needs. Source: analytics contract 2.12.
import type { Schema } from "../../api/schemas.ts";
import type { ChartOptionsDraft, FieldKind } from "./view-draft.ts";

type Visualization = Schema<"Visualization">;
type Role = Exclude<keyof Visualization, "type" | "options">;
type RoleOfSeveral = "y" | "columns" | "values";

export interface RoleWords {
  readonly role: Role;
  readonly label: string;
  /** If omitted, any column. */
  readonly kinds?: readonly FieldKind[];
  readonly isRequired?: true;
}

/** A setting of a chart. "thresholds" are the colours by value of its figures. */
export type OptionName = Exclude<keyof ChartOptionsDraft, "min" | "max"> | "ends" | "thresholds";

export type PictureType = NonNullable<Visualization["type"]>;

export interface PictureWords {
  readonly type: PictureType;
  readonly label: string;
  readonly says: string;
  readonly roles: readonly RoleWords[];
  readonly options: readonly OptionName[];
}

const GROUPS: readonly FieldKind[] = ["dimension", "time"];
const MEASURES: readonly FieldKind[] = ["measure"];
const AXES: readonly RoleWords[] = [
  { role: "x", label: "Along the bottom", kinds: GROUPS, isRequired: true },
  { role: "y", label: "Figures", kinds: MEASURES, isRequired: true },
  { role: "series", label: "One colour for each", kinds: GROUPS },
];
const SLICES: readonly RoleWords[] = [
  { role: "x", label: "A slice for each", kinds: GROUPS, isRequired: true },
  { role: "y", label: "Size of a slice", kinds: MEASURES, isRequired: true },
];
const AXIS: readonly OptionName[] = ["axisName", "ends", "scale", "thresholds", "legend", "colors"];
const FIGURE: readonly RoleWords[] = [{ role: "y", label: "Figures", kinds: MEASURES, isRequired: true }];

export const PICTURES: readonly PictureWords[] = [
  { type: "table", label: "Table", says: "Rows and columns.", roles: [], options: [] },
  { type: "line", label: "Lines", says: "How figures change over time.", roles: AXES, options: AXIS },
  {
    type: "area",
    label: "Areas",
    says: "Lines with the area below them filled.",
    roles: AXES,
    options: ["stacking", ...AXIS],
  },
  { type: "bar", label: "Bars", says: "Groups side by side.", roles: AXES, options: AXIS },
  {
    type: "stackedBar",
    label: "Stacked bars",
    says: "Parts of a whole in each group.",
    roles: AXES,
    options: ["stacking", ...AXIS],
  },
  { type: "pie", label: "Pie", says: "Parts of one whole.", roles: SLICES, options: ["colors"] },
  { type: "donut", label: "Donut", says: "A pie with a hole.", roles: SLICES, options: ["colors"] },
  { type: "card", label: "Figure", says: "One number, large.", roles: FIGURE, options: ["row"] },
  {
    type: "gauge",
    label: "Gauge",
    says: "One number on a scale.",
    roles: FIGURE,
    options: ["row", "ends", "thresholds"],
  },
  {
    type: "heatMap",
    label: "Heat map",
    says: "Two groups, and a colour for the figure.",
    roles: [
      { role: "x", label: "Along the bottom", kinds: GROUPS, isRequired: true },
      { role: "y", label: "Along the side", kinds: GROUPS, isRequired: true },
      { role: "value", label: "Colour", kinds: MEASURES },
    ],
    options: ["ends"],
  },
  {
    type: "scatter",
    label: "Dots",
    says: "One figure against another.",
    roles: [
      { role: "x", label: "Along the bottom", kinds: MEASURES, isRequired: true },
      { role: "y", label: "Along the side", kinds: MEASURES, isRequired: true },
      { role: "series", label: "One colour for each", kinds: GROUPS },
      { role: "size", label: "Size of a dot", kinds: MEASURES },
    ],
    options: ["axisName", "ends", "legend", "colors"],
  },
  {
    type: "timeline",
    label: "Timeline",
    says: "States one after the other.",
    roles: [
      { role: "x", label: "A line for each", kinds: GROUPS, isRequired: true },
      { role: "y", label: "State", kinds: MEASURES, isRequired: true },
    ],
    options: ["legend", "colors"],
  },
  {
    type: "pivotTable",
    label: "Pivot table",
    says: "Groups across the top.",
    roles: [
      { role: "columns", label: "Across the top", kinds: GROUPS, isRequired: true },
      { role: "values", label: "Figures", kinds: MEASURES, isRequired: true },
    ],
    options: ["thresholds"],
  },
  {
    type: "map",
    label: "Map",
    says: "Places by latitude and longitude.",
    roles: [
      { role: "latitude", label: "Latitude", isRequired: true },
      { role: "longitude", label: "Longitude", isRequired: true },
      { role: "value", label: "Figure", kinds: MEASURES },
    ],
    options: ["thresholds"],
  },
];

export function isOfSeveral(role: Role): role is RoleOfSeveral {
  return role === "y" || role === "columns" || role === "values";
}

export function pictureOf(type: string): PictureWords | undefined {
  return PICTURES.find((known) => known.type === type);
}
