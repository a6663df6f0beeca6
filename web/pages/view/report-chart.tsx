// A report as lines, areas or bars.
import { Paper } from "@mantine/core";
import { useMemo, type ReactNode } from "react";
import { Chart } from "../../components/chart/chart.tsx";
import type { Drawing } from "./drawing.ts";
import { cellText, type Report } from "./report-cell.ts";

interface ReportChartProps {
  readonly report: Report;
  readonly drawing: Drawing;
  readonly name: string;
}

export function ReportChart({ report, drawing, name }: ReportChartProps): ReactNode {
  const option = useMemo(() => optionOf(report, drawing), [report, drawing]);
  return (
    <Paper withBorder p="md">
      <Chart option={option} height={420} summary={`Chart of ${name}; the table has the same figures`} />
    </Paper>
  );
}

function optionOf({ columns, rows }: Report, { kind, x, y, series }: Drawing) {
  const placeOf = (id: string): number => columns.findIndex((column) => column.id === id);
  const column = columns[placeOf(x)];
  const isTime = column?.type === "time";
  const xText = (row: readonly unknown[]): string => (column === undefined ? "" : cellText(row[placeOf(x)], column));
  const groups = series === null ? [null] : [...new Set(rows.map((row) => textAt(row, placeOf(series))))];
  const measures = y.map((id) => ({ place: placeOf(id), column: columns[placeOf(id)] }));
  const units = [...new Set(measures.map((measure) => measure.column?.unit ?? ""))];
  const isBar = kind === "bar" || kind === "stackedBar";
  return {
    xAxis: isTime ? { type: "time" } : { type: "category", data: [...new Set(rows.map(xText))] },
    yAxis: { type: "value", name: units.length === 1 ? units[0] : "", scale: kind === "line" },
    series: groups.flatMap((group) =>
      measures.map((measure) => ({
        name: seriesName(group, measure.column?.label ?? "", measures.length),
        type: isBar ? "bar" : "line",
        stack: kind === "stackedBar" ? (measure.column?.id ?? "all") : undefined,
        areaStyle: kind === "area" ? { opacity: 0.25 } : undefined,
        showSymbol: false,
        data: rows
          .filter((row) => series === null || textAt(row, placeOf(series)) === group)
          .map((row) => [isTime ? row[placeOf(x)] : xText(row), row[measure.place]]),
      })),
    ),
  };
}

function seriesName(group: string | null, label: string, measures: number): string {
  if (group === null) return label;
  return measures === 1 ? group : `${group}, ${label}`;
}

function textAt(row: readonly unknown[], place: number): string {
  const cell = row[place];
  if (cell === null || cell === undefined) return "(none)";
  return typeof cell === "string" ? cell : JSON.stringify(cell);
}
