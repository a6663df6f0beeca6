// Series over time: lines that break where nothing is known, panned and zoomed by mouse, wheel or touch.
import { useMemo, type ReactNode } from "react";
import { Chart } from "./chart.tsx";

export interface TimeSeries {
  readonly name: string;
  readonly unit?: string;
  /** Oldest first: ms and value; null breaks the line. */
  readonly points: readonly (readonly [ts: number, value: number | null])[];
  readonly isBar?: boolean;
  /** States hold until the next point. */
  readonly isStep?: boolean;
}

interface TimeChartProps {
  readonly series: readonly TimeSeries[];
  /** The whole of the axis, also where there are no points; ms. */
  readonly startTs?: number;
  readonly endTs?: number;
  readonly height?: number | string;
  readonly onZoom?: (startTs: number, endTs: number) => void;
}

/** More than this many points a series are thinned out for drawing, keeping their shape. */
const SAMPLED_FROM = 2_000;

export function TimeChart({ series, startTs, endTs, height, onZoom }: TimeChartProps): ReactNode {
  const option = useMemo(() => {
    const units = [...new Set(series.map(({ unit }) => unit ?? ""))];
    return {
      xAxis: { type: "time", min: startTs, max: endTs, axisLabel: { hideOverlap: true } },
      // One axis for each of two units; further units share the first.
      yAxis: units.slice(0, 2).map((unit, index) => ({
        type: "value",
        name: unit,
        scale: true,
        position: index === 0 ? "left" : "right",
        splitLine: { show: index === 0, lineStyle: { opacity: 0.4 } },
      })),
      dataZoom: [
        { type: "inside", filterMode: "none", throttle: 100 },
        { type: "slider", height: 22, bottom: 0, filterMode: "none", showDetail: false },
      ],
      grid: { left: 8, right: 16, top: 36, bottom: 36 },
      series: series.map(({ name, unit, points, isBar, isStep }) => ({
        name,
        type: isBar === true ? "bar" : "line",
        step: isStep === true ? "end" : undefined,
        yAxisIndex: Math.max(0, Math.min(1, units.indexOf(unit ?? ""))),
        showSymbol: points.length < 60,
        symbolSize: 5,
        sampling: points.length > SAMPLED_FROM ? "lttb" : undefined,
        lineStyle: { width: 1.75 },
        data: points,
      })),
    };
  }, [series, startTs, endTs]);
  const names = series.map(({ name }) => name).join(", ");
  return <Chart option={option} height={height} summary={`Values over time of ${names}`} onZoom={onZoom} />;
}
