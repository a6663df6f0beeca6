// A chart of ECharts in the colours of the page. Everything is drawn on the canvas, including tooltips, so that names
// from outside are never markup. For people who cannot see it there is `summary`, and the page offers the figures as a
// table.
import { Box, Button, Center, Loader, useComputedColorScheme, useMantineTheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type ReactNode } from "react";
import { words } from "../../words/words.ts";
import { useIsTouched } from "../use-is-touched.ts";
import { dragZoom } from "./drag-zoom.ts";
import { fitTicks, likelyTicks } from "./fit-ticks.ts";
import { coloredAxes, fingerHandles, framing } from "./framing.ts";
import { useTextScale } from "./text-scale.ts";
import type { TimeTicks } from "./time-axis.ts";
import { isZoomed, keepingZoom, wholeOf, zoomIn, type Zoom } from "./zoom.ts";

export interface ChartProps {
  /** ECharts options; the chart sets the colours of text and lines. A new object causes a new drawing. */
  readonly option: EChartsCoreOption;
  readonly height?: number | string;
  /** What the chart shows, in a sentence. */
  readonly summary: string;
  /** Called when a part of the time axis was chosen; ms. */
  readonly onZoom?: (startTs: number, endTs: number) => void;
  /** For a chart whose page keeps what it is zoomed to: leads back; null if that is the whole. */
  readonly onBack?: (() => void) | null;
  /** Called with the time under the pointer, or null when it leaves; ms. */
  readonly onPointer?: (ts: number | null) => void;
  /** For a drawing that continues, such as live values: the tooltip stays while it is redrawn. */
  readonly isGoingOn?: boolean;
  /** What is drawn. A further drawing of the same keeps the part of the axis that somebody has zoomed to. */
  readonly subject?: string;
  /** Details for the mark in the browser's performance timeline. */
  readonly drawn?: DrawnDetail;
}

export interface DrawnDetail {
  readonly points: number;
  /** The time of the newest value, null if there is none; ms. */
  readonly newestTs: number | null;
}

/** Performance mark set when the picture is complete; only the newest is kept. For measurements. */
const DRAWN_MARK = "chart drawn";

/** The parts that a new drawing replaces if the previous one continues. */
const REPLACED = ["grid", "xAxis", "yAxis", "dataZoom", "series"];

export function Chart(props: ChartProps): ReactNode {
  const { option, height = 320, summary, onZoom, onBack, onPointer, isGoingOn = false, subject, drawn: detail } = props;
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<DrawnDetail | undefined>(undefined);
  const drawnSubject = useRef<string | undefined>(undefined);
  /** What somebody has zoomed to since the subject was first drawn. */
  const zoom = useRef<Zoom | null>(null);
  /** Ticks for a part that is shown closer by, or for a narrow axis; null while those of the option are right. */
  const ticks = useRef<TimeTicks | null>(null);
  /** Where the pointer is; null if it is not over the chart. */
  const pointer = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const isDragging = useRef(false);
  /** Whether there is something to draw that waits for the end of a drag. */
  const isWaiting = useRef(false);
  const [dragsWaitedFor, setDragsWaitedFor] = useState(0);
  const [hasZoomed, setZoomed] = useState(false);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const { ref: sizeRef, width, height: boxHeight } = useElementSize();
  const isDark = useComputedColorScheme("light") === "dark";
  const isTouched = useIsTouched();
  const { fontFamily } = useMantineTheme();
  const scale = useTextScale();

  useEffect(() => {
    let drawn: EChartsType | null = null;
    let isGone = false;
    void import("./echarts.ts").then(({ drawInto }) => {
      if (isGone || box.current === null) return;
      drawn = drawInto(box.current, scale);
      setChart(drawn);
    });
    return () => {
      isGone = true;
      drawn?.dispose();
      setChart(null);
    };
    // Another one with other text: the pixels of a canvas are chosen once.
  }, [scale]);

  useChartEvent(chart, "finished", () => {
    if (drawing.current === undefined) return;
    performance.clearMarks(DRAWN_MARK);
    performance.mark(DRAWN_MARK, { detail: drawing.current });
  });

  useEffect(() => {
    if (chart === null || chart.isDisposed()) return;
    isWaiting.current = isDragging.current;
    if (isDragging.current) return;
    // The picture may be complete before the call returns.
    drawing.current = detail;
    if (subject !== drawnSubject.current) zoom.current = null;
    drawnSubject.current = subject;
    const framed = framing(isDark, fontFamily);
    const tooltip = Object.assign({}, framed["tooltip"], option["tooltip"]);
    const kept = subject === undefined ? option : keepingZoom(option, zoom.current);
    // Ticks that are likely to fit save a second drawing.
    const likely = kept === option ? likelyTicks(option, chart.getWidth()) : null;
    ticks.current = likely?.ticks ?? null;
    const ticked = likely === null ? kept : { ...kept, xAxis: likely.xAxis };
    const whole = { ...framed, ...ticked, ...coloredAxes(ticked, isDark), tooltip };
    chart.setOption(
      isTouched ? fingerHandles(whole) : whole,
      isGoingOn ? { replaceMerge: REPLACED } : { notMerge: true },
    );
    fitTicks(chart, option, ticks, kept === option ? "touching" : "always");
    setZoomed(isZoomed(wholeOf(option), zoomIn(chart)));
    // A new drawing takes the tooltip away, which somebody may be reading.
    if (pointer.current !== null) chart.dispatchAction({ type: "showTip", ...pointer.current });
  }, [chart, option, detail, isDark, isTouched, fontFamily, isGoingOn, subject, dragsWaitedFor]);

  const fitTicksToSize = useEffectEvent((drawn: EChartsType) =>
    fitTicks(drawn, option, ticks, ticks.current === null ? "touching" : "always"),
  );
  useEffect(() => {
    if (chart === null || chart.isDisposed()) return;
    const { clientWidth, clientHeight } = chart.getDom();
    // It draws all of it again, also where it is as large as it was, as a new one is.
    if (clientWidth === chart.getWidth() && clientHeight === chart.getHeight()) return;
    chart.resize();
    fitTicksToSize(chart);
  }, [chart, width, boxHeight]);

  useChartEvent(chart, "datazoom", () => {
    const shown = chart === null ? null : zoomIn(chart);
    if (chart === null || shown === null) return;
    zoom.current = shown;
    setZoomed(isZoomed(wholeOf(option), shown));
    if (onZoom !== undefined) {
      // The page draws what it has read for this part.
      isWaiting.current = false;
      onZoom(shown.startValue, shown.endValue);
    }
    fitTicks(chart, option, ticks, "always", { lazyUpdate: true });
  });

  const hasAxis = wholeOf(option) !== null;
  const isDarkNow = useEffectEvent(() => isDark);
  useEffect(() => {
    if (chart === null || box.current === null || !hasAxis) return undefined;
    return dragZoom(chart, box.current, {
      isDark: () => isDarkNow(),
      onStart: () => {
        isDragging.current = true;
      },
      onEnd: () => {
        isDragging.current = false;
        if (isWaiting.current) setDragsWaitedFor((count) => count + 1);
      },
    });
  }, [chart, hasAxis]);
  const showWhole = (): void => chart?.dispatchAction({ type: "dataZoom", ...wholeOf(option) });
  const back = onBack === undefined ? (hasZoomed ? showWhole : null) : onBack;

  useEffect(() => {
    if (chart === null) return undefined;
    const moved = ({ offsetX, offsetY }: { readonly offsetX: number; readonly offsetY: number }): void => {
      pointer.current = { x: offsetX, y: offsetY };
    };
    const left = (): void => {
      pointer.current = null;
    };
    // A finger does not leave: it touches something else.
    const touched = ({ target }: PointerEvent): void => {
      const isInside = target instanceof Node && box.current?.contains(target) === true;
      if (pointer.current !== null && !isInside && !chart.isDisposed()) chart.getZr().trigger("globalout", {});
    };
    chart.getZr().on("mousemove", moved);
    chart.getZr().on("globalout", left);
    document.addEventListener("pointerdown", touched);
    return () => {
      document.removeEventListener("pointerdown", touched);
      if (chart.isDisposed()) return;
      chart.getZr().off("mousemove", moved);
      chart.getZr().off("globalout", left);
    };
  }, [chart]);

  useChartEvent(chart, "updateAxisPointer", (event) => onPointer?.(pointerTime(event)));
  useEffect(() => {
    if (chart === null || onPointer === undefined) return undefined;
    const left = (): void => onPointer(null);
    chart.getZr().on("globalout", left);
    return () => {
      if (!chart.isDisposed()) chart.getZr().off("globalout", left);
    };
  }, [chart, onPointer]);

  return (
    <Box ref={sizeRef} pos="relative" h={height} w="100%">
      <div role="img" aria-label={summary} style={FILLING}>
        <div
          ref={box}
          style={scale === 1 ? FILLING : { ...FILLING, ...enlarged(scale) }}
          onDoubleClick={back ?? undefined}
        />
        {chart === null && (
          <Center h="100%">
            <Loader size="sm" />
          </Center>
        )}
      </div>
      {back !== null && (
        <Button variant="default" size="compact-xs" pos="absolute" top={BACK_TOP} right={BACK_RIGHT} onClick={back}>
          {words.charts.resetZoom}
        </Button>
      )}
    </Box>
  );
}

/** Within the plot, beside the names and figures of its axes. */
const BACK_TOP = 36;
const BACK_RIGHT = 24;

const FILLING = { position: "absolute", inset: 0 } as const;

/** Drawn smaller and shown larger, with all of its texts and lines. */
function enlarged(scale: number): CSSProperties {
  const share = `${String(100 / scale)}%`;
  return { width: share, height: share, transform: `scale(${String(scale)})`, transformOrigin: "0 0" };
}

/** Calls the newest `onEvent`. */
function useChartEvent(chart: EChartsType | null, name: string, onEvent: (event: unknown) => void): void {
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    if (chart === null) return undefined;
    const listener = (event: unknown): void => handle(event);
    chart.on(name, listener);
    return () => {
      if (!chart.isDisposed()) chart.off(name, listener);
    };
  }, [chart, name]);
}

function pointerTime(event: unknown): number | null {
  if (typeof event !== "object" || event === null || !("axesInfo" in event)) return null;
  const axis: unknown = Array.isArray(event.axesInfo) ? event.axesInfo[0] : undefined;
  const value = typeof axis === "object" && axis !== null && "value" in axis ? axis.value : null;
  return typeof value === "number" ? value : null;
}
