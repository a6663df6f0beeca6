// The legend below a picture whose figures have colours by value: thresholds, a scale, or both.
import { Box, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { words } from "../../words/words.ts";
import type { ColorScale } from "./color-scale.ts";
import { evenFigures } from "./figure-text.ts";
import { cellWithUnit, type ReportColumn } from "./report-cell.ts";
import { SeriesLegend, type LegendItem } from "./series-legend.tsx";

interface ColorLegendProps {
  /** Of the figures. */
  readonly column: ReportColumn;
  readonly items: readonly LegendItem[];
  readonly scale: ColorScale | null;
}

export function ColorLegend({ column, items, scale }: ColorLegendProps): ReactNode {
  if (items.length === 0 && scale === null) return null;
  return (
    <Group gap="0 6px" mt={4}>
      <Text size="xs" c="dimmed" className="foreign">
        {column.label}
      </Text>
      {scale !== null && <Scale scale={scale} column={column} />}
      {items.length > 0 && <SeriesLegend items={items} isDense label={words.charts.legend.colors} />}
    </Group>
  );
}

function Scale({ scale: { min, max, colors }, column }: { readonly scale: ColorScale; readonly column: ReportColumn }) {
  const evenly = evenFigures([min, max]);
  const [least, most] = [min, max].map((end) => cellWithUnit(end, column, evenly));
  return (
    <Group gap={6} wrap="nowrap" fz="xs" role="group" aria-label={words.charts.legend.scale}>
      <span className="foreign">{least}</span>
      <Box w={96} h={10} bdrs="sm" bg={`linear-gradient(to right, ${colors.join(", ")})`} />
      <span className="foreign">{most}</span>
    </Group>
  );
}
