// The parts of ECharts that the charts use; a chunk of its own, loaded with the first chart.
import { BarChart, CustomChart, HeatmapChart, LineChart, PieChart, ScatterChart } from "echarts/charts";
import {
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  MarkLineComponent,
  ToolboxComponent,
  TooltipComponent,
  VisualMapComponent,
} from "echarts/components";
import { init, use as register, type EChartsType } from "echarts/core";
import { LabelLayout } from "echarts/features";
import { CanvasRenderer } from "echarts/renderers";

register([
  BarChart,
  CustomChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  MarkLineComponent,
  ToolboxComponent,
  TooltipComponent,
  VisualMapComponent,
  LabelLayout,
  CanvasRenderer,
]);

/** `scale`: how much larger the element is shown. */
export function drawInto(element: HTMLElement, scale: number): EChartsType {
  return init(element, null, { renderer: "canvas", devicePixelRatio: Math.max(1, window.devicePixelRatio) * scale });
}
