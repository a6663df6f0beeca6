// The pictures that a view can be shown as, and the columns that each needs. Source: analytics contract 2.12.
import type { Schema } from "../../api/schemas.ts";
import type { ChartOptionsDraft, FieldKind } from "./view-draft.ts";
import { words } from "../../words/words.ts";

const { pictures: texts, roles: labels } = words.viewEditor.chart;

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
  { role: "x", label: labels.xAxis, kinds: GROUPS, isRequired: true },
  { role: "y", label: labels.measures, kinds: MEASURES, isRequired: true },
  { role: "series", label: labels.series, kinds: GROUPS },
];
const SLICES: readonly RoleWords[] = [
  { role: "x", label: labels.slices, kinds: GROUPS, isRequired: true },
  { role: "y", label: labels.sliceSize, kinds: MEASURES, isRequired: true },
];
const AXIS: readonly OptionName[] = ["axisName", "ends", "scale", "thresholds", "legend", "colors"];
const FIGURE: readonly RoleWords[] = [{ role: "y", label: labels.measures, kinds: MEASURES, isRequired: true }];

export const PICTURES: readonly PictureWords[] = [
  { type: "table", ...texts.table, roles: [], options: [] },
  { type: "line", ...texts.line, roles: AXES, options: AXIS },
  {
    type: "area",
    ...texts.area,
    roles: AXES,
    options: ["stacking", ...AXIS],
  },
  { type: "bar", ...texts.bar, roles: AXES, options: AXIS },
  {
    type: "stackedBar",
    ...texts.stackedBar,
    roles: AXES,
    options: ["stacking", ...AXIS],
  },
  { type: "pie", ...texts.pie, roles: SLICES, options: ["colors"] },
  { type: "donut", ...texts.donut, roles: SLICES, options: ["colors"] },
  { type: "card", ...texts.card, roles: FIGURE, options: ["row"] },
  {
    type: "gauge",
    ...texts.gauge,
    roles: FIGURE,
    options: ["row", "ends", "thresholds"],
  },
  {
    type: "heatMap",
    ...texts.heatMap,
    roles: [
      { role: "x", label: labels.xAxis, kinds: GROUPS, isRequired: true },
      { role: "y", label: labels.yAxis, kinds: GROUPS, isRequired: true },
      { role: "value", label: labels.color, kinds: MEASURES },
    ],
    options: ["ends"],
  },
  {
    type: "scatter",
    ...texts.scatter,
    roles: [
      { role: "x", label: labels.xAxis, kinds: MEASURES, isRequired: true },
      { role: "y", label: labels.yAxis, kinds: MEASURES, isRequired: true },
      { role: "series", label: labels.series, kinds: GROUPS },
      { role: "size", label: labels.dotSize, kinds: MEASURES },
    ],
    options: ["axisName", "ends", "legend", "colors"],
  },
  {
    type: "timeline",
    ...texts.timeline,
    roles: [
      { role: "x", label: labels.lines, kinds: GROUPS, isRequired: true },
      { role: "y", label: labels.state, kinds: MEASURES, isRequired: true },
    ],
    options: ["legend", "colors"],
  },
  {
    type: "pivotTable",
    ...texts.pivotTable,
    roles: [
      { role: "columns", label: labels.across, kinds: GROUPS, isRequired: true },
      { role: "values", label: labels.measures, kinds: MEASURES, isRequired: true },
    ],
    options: ["thresholds", "colorScale", "legend"],
  },
  {
    type: "map",
    ...texts.map,
    roles: [
      { role: "latitude", label: labels.latitude, isRequired: true },
      { role: "longitude", label: labels.longitude, isRequired: true },
      { role: "value", label: labels.measure, kinds: MEASURES },
    ],
    options: ["thresholds", "colorScale", "legend"],
  },
];

export function isOfSeveral(role: Role): role is RoleOfSeveral {
  return role === "y" || role === "columns" || role === "values";
}

export function pictureOf(type: string): PictureWords | undefined {
  return PICTURES.find((known) => known.type === type);
}
