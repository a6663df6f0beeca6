// A chart of ECharts in the colours of the page. Everything is drawn on the canvas, tooltips too, so that names from
// outside are never markup; those who do not see it get `summary`, and the page offers the figures as a table.
import { Box, Center, Loader, useComputedColorScheme, useMantineTheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { SERIES_COLORS } from "../../app/theme.ts";

export interface ChartProps {
  /** Options of ECharts; colours of text and lines are the chart's own. A new object is a new drawing. */
  readonly option: EChartsCoreOption;
  readonly height?: number | string;
  /** What the chart shows, in a sentence. */
  readonly summary: string;
  /** A part of the time axis was chosen; ms. */
  readonly onZoom?: (startTs: number, endTs: number) => void;
}

export function Chart({ option, height = 320, summary, onZoom }: ChartProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const { ref: sizeRef, width, height: boxHeight } = useElementSize();
  const isDark = useComputedColorScheme("light") === "dark";
  const { fontFamily } = useMantineTheme();

  useEffect(() => {
    let drawn: EChartsType | null = null;
    let isGone = false;
    void import("./echarts.ts").then(({ drawInto }) => {
      if (isGone || box.current === null) return;
      drawn = drawInto(box.current);
      setChart(drawn);
    });
    return () => {
      isGone = true;
      drawn?.dispose();
      setChart(null);
    };
  }, []);

  useEffect(() => {
    if (chart === null || chart.isDisposed()) return;
    chart.setOption({ ...framing(isDark, fontFamily), ...option }, { notMerge: true });
  }, [chart, option, isDark, fontFamily]);

  useEffect(() => {
    if (chart !== null && !chart.isDisposed()) chart.resize();
  }, [chart, width, boxHeight]);

  useEffect(() => {
    if (chart === null || onZoom === undefined) return undefined;
    const told = (): void => {
      const zooms = chart.getOption()["dataZoom"] as { startValue?: number; endValue?: number }[];
      const { startValue, endValue } = zooms.at(0) ?? {};
      if (startValue !== undefined && endValue !== undefined) onZoom(startValue, endValue);
    };
    chart.on("datazoom", told);
    return () => {
      if (!chart.isDisposed()) chart.off("datazoom", told);
    };
  }, [chart, onZoom]);

  return (
    <Box ref={sizeRef} pos="relative" h={height} w="100%" role="img" aria-label={summary}>
      <div ref={box} style={{ position: "absolute", inset: 0 }} />
      {chart === null && (
        <Center h="100%">
          <Loader size="sm" />
        </Center>
      )}
    </Box>
  );
}

/** What every chart has, whatever it shows. */
function framing(isDark: boolean, fontFamily: string): EChartsCoreOption {
  const [text, line, surface] = isDark ? ["#c9c9c9", "#424242", "#2e2e2e"] : ["#495057", "#e3e6ea", "#ffffff"];
  return {
    color: SERIES_COLORS,
    backgroundColor: "transparent",
    textStyle: { fontFamily, color: text },
    animationDuration: 200,
    grid: { left: 8, right: 16, top: 32, bottom: 8 },
    legend: { type: "scroll", top: 0, textStyle: { color: text } },
    tooltip: {
      trigger: "axis",
      renderMode: "richText",
      confine: true,
      backgroundColor: surface,
      borderColor: line,
      textStyle: { color: text },
    },
  };
}
