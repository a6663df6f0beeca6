// A report as a picture, or as figures if it has a single row; the table has the same figures.
import { Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { useMemo, type ReactNode } from "react";
import { Chart } from "./chart.tsx";
import { chartOf } from "./report-option.ts";
import type { Drawing } from "./drawing.ts";
import { cellText, type Report } from "./report-cell.ts";

interface ReportChartProps {
  readonly report: Report;
  readonly drawing: Drawing;
  readonly name: string;
  readonly height?: number | string;
}

export function ReportChart({ report, drawing, name, height = 420 }: ReportChartProps): ReactNode {
  if (drawing.kind === "figures") return <Figures report={report} drawing={drawing} />;
  return <Picture report={report} drawing={drawing} name={name} height={height} />;
}

function Picture({ report, drawing, name, height }: ReportChartProps): ReactNode {
  const { option, leftOut } = useMemo(() => chartOf(report, drawing), [report, drawing]);
  return (
    <Paper withBorder p={{ base: "xs", sm: "md" }}>
      <Chart option={option} height={height} summary={`Chart of ${name}; the table has the same figures`} />
      {leftOut > 0 && (
        <Text c="dimmed" mt="xs" role="note">
          {leftOut.toLocaleString()} more are not shown, because the chart would be hard to read. The table has them
          all. To see them in the chart, use a filter.
        </Text>
      )}
    </Paper>
  );
}

/** Shows the first row: a view that is drawn like this has only one. */
function Figures({
  report: { columns, rows },
  drawing: { y },
}: Pick<ReportChartProps, "report" | "drawing">): ReactNode {
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: Math.min(4, Math.max(1, y.length)) }} m={0}>
      {columns.map((column, place) =>
        y.includes(column.id) ? (
          <Paper key={column.id} withBorder p="lg">
            <Stack gap={4}>
              <Text component="dt" c="dimmed" className="foreign">
                {column.label}
              </Text>
              <Group component="dd" gap={6} m={0} align="baseline">
                <Text fz={36} fw={650} lh={1.1} className="foreign">
                  {cellText(rows[0]?.[place], column)}
                </Text>
                <Text size="md" c="dimmed" className="foreign">
                  {column.unit}
                </Text>
              </Group>
            </Stack>
          </Paper>
        ) : null,
      )}
    </SimpleGrid>
  );
}
