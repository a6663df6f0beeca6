// What the switch between a picture and the table calls the picture: a pivot table or a map is no chart.
import type { DrawingKind } from "../../components/chart/drawing.ts";
import { words } from "../../words/words.ts";

const { pictures } = words.viewEditor.chart;
const NAMES: Readonly<Partial<Record<DrawingKind, string>>> = {
  figures: words.view.report.figures,
  gauges: pictures.gauge.label,
  pivot: pictures.pivotTable.label,
  map: pictures.map.label,
};

export function pictureName(kind: DrawingKind): string {
  return NAMES[kind] ?? words.view.report.chart;
}
