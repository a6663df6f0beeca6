// A report as a picture: a chart, figures, gauges, a timeline, a pivot table or a map. The table has the same figures.
import { Box, Group, Paper, SimpleGrid, Stack, Text, useComputedColorScheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useMemo, useState, type ReactNode } from "react";
import { words } from "../../words/words.ts";
import { useIsNarrow } from "../use-is-narrow.ts";
import { colorOf } from "./cell-style.ts";
import { ColorLegend } from "./color-legend.tsx";
import { rangeItems } from "./color-ranges.ts";
import { Chart } from "./chart.tsx";
import { drawnNumber } from "./drawn-number.ts";
import type { Drawing } from "./drawing.ts";
import { FiguresOfPanel, type PanelFigure } from "./figures-of-panel.tsx";
import { gaugesOf, shownRows } from "./gauge-scale.ts";
import { Gauges } from "./gauges.tsx";
import { madeWord } from "./made-word.ts";
import { mapPoints } from "./map-points.ts";
import { MapSource } from "./map-source.tsx";
import { pivotOf, pivotScales } from "./pivot.ts";
import { PivotTable } from "./pivot-table.tsx";
import { PlaceMap } from "./place-map.tsx";
import { useReadableUnits } from "./readable-units.ts";
import { placedIn, rowName, shortText, timeOfCell, type ReportData, type ReportRow } from "./report-cell.ts";
import { chartOf, hasPaler } from "./report-option.ts";
import { SeriesLegend, type LegendItem } from "./series-legend.tsx";
import { timelineOf } from "./state-timeline.ts";
import { useSteadyDecimals } from "./steady-decimals.ts";
import { useShownExtremes } from "./steady-scale.ts";
import { useTextScale } from "./text-scale.ts";
import { useShownUntil } from "./use-shown-until.ts";
import classes from "./report-chart.module.css";

interface ReportChartProps {
  readonly report: ReportData;
  readonly drawing: Drawing;
  readonly name: string;
  /** Identifies what was asked for: a further report of the same keeps the part that somebody has zoomed to. */
  readonly asked?: string;
  /** Within a panel, or on a wall screen: it takes all of the height, and needs no border. */
  readonly isBare?: boolean;
  /** Whether it follows what arrives. */
  readonly isLive?: boolean;
  /** Whether the reader can open the documents of Help, which needs an account. */
  readonly hasHelp?: boolean;
}

const HEIGHT = 420;

export function ReportChart({ report, drawing, ...others }: ReportChartProps): ReactNode {
  const props = { ...others, ...useReadableUnits(report, drawing) };
  switch (props.drawing.kind) {
    case "figures":
      return <Figures {...props} />;
    case "gauges":
      return <GaugeFigures {...props} />;
    case "timeline":
      return <Timeline {...props} />;
    case "pivot":
      return <PivotFigures {...props} />;
    case "map":
      return <PlacesFigures {...props} />;
    default:
      return <Picture {...props} />;
  }
}

function Picture({ report, drawing, name, asked, isBare, isLive = false }: ReportChartProps): ReactNode {
  const untilTs = useShownUntil(report.meta, isLive);
  const isDark = useComputedColorScheme("light") === "dark";
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const { option, legend, leftOut, caption } = useMemo(
    () => chartOf(report, drawing, { isDark, hidden, isBare, untilTs }),
    [report, drawing, isDark, hidden, isBare, untilTs],
  );
  const toggle = (id: string): void => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    setHidden(next);
  };
  return (
    <Framed
      legend={drawing.options.isLegendShown ? legend : []}
      onToggle={toggle}
      height={HEIGHT}
      leftOut={leftOut}
      caption={caption}
      hint={isBare === true && hasPaler(report, drawing) ? words.charts.paler : undefined}
      isBare={isBare}
    >
      <Chart option={option} height="100%" summary={words.charts.summary(name)} subject={subjectOf(asked, drawing)} />
    </Framed>
  );
}

/** A picture of another kind, or along something else, has another axis. */
function subjectOf(asked: string | undefined, { kind, x }: Drawing): string | undefined {
  return asked === undefined ? undefined : JSON.stringify([asked, kind, x]);
}

function Timeline({ report, drawing, name, asked, isBare, isLive = false }: ReportChartProps): ReactNode {
  const untilTs = useShownUntil(report.meta, isLive);
  const isDark = useComputedColorScheme("light") === "dark";
  const { ref, width, height } = useElementSize();
  const scale = useTextScale();
  const hasRoom = isBare === true && height > 0;
  const drawn = useMemo(() => {
    const room = hasRoom ? { width: width / scale, height: height / scale } : undefined;
    return timelineOf(report, drawing, { isDark, untilTs, room });
  }, [report, drawing, isDark, untilTs, hasRoom, width, height, scale]);
  const { option, legend, leftOut, hasHeld } = drawn;
  return (
    <Framed
      legend={drawing.options.isLegendShown ? legend : []}
      leftOut={leftOut}
      hint={hasHeld ? words.charts.held : undefined}
      isBare={isBare}
    >
      <Box
        ref={ref}
        h="100%"
        style={{ overflowY: "auto" }}
        {...(isBare === true ? { tabIndex: 0, role: "group", "aria-label": name } : {})}
      >
        <Chart
          option={option}
          height={drawn.height}
          summary={words.charts.summary(name)}
          subject={subjectOf(asked, drawing)}
        />
      </Box>
    </Framed>
  );
}

function PlacesFigures({ drawing, name, isBare = false, hasHelp = false, ...props }: ReportChartProps): ReactNode {
  const report = useSteadyDecimals(props.report);
  const isDark = useComputedColorScheme("light") === "dark";
  const drawn = useMemo(() => mapPoints(report, drawing, isDark), [report, drawing, isDark]);
  const figure = placedIn(report.columns, drawing.value)?.column;
  return (
    <Frame isBare={isBare}>
      <Box h={isBare ? undefined : HEIGHT} flex={isBare ? 1 : undefined} mih={0}>
        <PlaceMap points={drawn.points} summary={words.charts.summary(name)} />
      </Box>
      {figure !== undefined && drawing.options.isLegendShown && (
        <ColorLegend column={figure} items={drawn.legend} scale={drawn.scale} />
      )}
      {drawn.withoutPlace.length > 0 && <WithoutPlace names={drawn.withoutPlace} isBare={isBare} />}
      {drawn.leftOut > 0 && <LeftOut count={drawn.leftOut} />}
      <Box fz="xs" c="dimmed" mt={4}>
        <MapSource hasHelp={hasHelp} />
      </Box>
    </Frame>
  );
}

/** As many as are read in a line. */
const NAMES_SHOWN = 3;

/** On a page, the table is beside the map; a panel has none. */
function WithoutPlace({ names, isBare }: { readonly names: readonly string[]; readonly isBare: boolean }): ReactNode {
  const { withoutPlace, notOnMap } = words.charts.map;
  const known = names.filter((name) => name !== "").slice(0, NAMES_SHOWN);
  if (!isBare)
    return (
      <Note>
        {withoutPlace(names.length)} {words.charts.inTable}
      </Note>
    );
  return (
    <Text size="xs" c="dimmed" mt={4} role="note" className="foreign">
      {known.length === 0 ? withoutPlace(names.length) : notOnMap(known.join(", "), names.length - known.length)}
    </Text>
  );
}

interface FrameProps {
  readonly isBare: boolean;
  readonly children: ReactNode;
}

function Frame({ isBare, children }: FrameProps): ReactNode {
  return isBare ? (
    <Stack gap={0} h="100%">
      {children}
    </Stack>
  ) : (
    <Paper withBorder p={{ base: "xs", sm: "md" }}>
      {children}
    </Paper>
  );
}

interface FramedProps {
  readonly legend: readonly LegendItem[];
  readonly onToggle?: (id: string) => void;
  /** Omitted if the picture has a height of its own. */
  readonly height?: number;
  readonly leftOut: number;
  readonly caption?: string | undefined;
  /** Said where there is room for it. */
  readonly hint?: string | undefined;
  readonly isBare?: boolean | undefined;
  readonly children: ReactNode;
}

/** Of a picture with a legend on a phone, so that both are on its screen. */
const HEIGHT_ON_PHONE = 280;

/** The legend is below the picture and takes none of its room, however long it is; in a panel, it scrolls. */
function Framed({
  legend,
  onToggle,
  height,
  leftOut,
  caption,
  hint,
  isBare = false,
  children,
}: FramedProps): ReactNode {
  const isPhone = useIsNarrow();
  const isLow = isPhone && legend.length > 0 && height !== undefined;
  return (
    <Frame isBare={isBare}>
      <Stack
        gap={isBare ? "xs" : "sm"}
        h={isBare ? "100%" : undefined}
        mih={0}
        className={isBare ? classes["room"] : undefined}
      >
        <Box
          h={isBare ? undefined : isLow ? Math.min(height, HEIGHT_ON_PHONE) : height}
          flex={isBare ? 1 : undefined}
          mih={0}
        >
          {children}
        </Box>
        {legend.length > 0 && (
          <Box mah={isBare ? "35%" : undefined} style={isBare ? { overflowY: "auto" } : undefined}>
            <SeriesLegend
              items={legend}
              isDense={isBare || isPhone}
              {...(onToggle === undefined ? { label: words.charts.legend.states } : { onToggle })}
            />
          </Box>
        )}
        {caption !== undefined && (
          // Below the middle of slices, or of the scale that it names.
          <Text size="xs" c="dimmed" ta="center" className="foreign">
            {caption}
          </Text>
        )}
        {hint !== undefined && (
          <Text size="xs" c="dimmed" className={classes["hint"]}>
            {hint}
          </Text>
        )}
        {leftOut > 0 && <LeftOut count={leftOut} />}
      </Stack>
    </Frame>
  );
}

function LeftOut({ count }: { readonly count: number }): ReactNode {
  return <Note>{words.charts.leftOut(count)}</Note>;
}

function Note({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Text c="dimmed" mt="xs" role="note">
      {children}
    </Text>
  );
}

function PivotFigures({ report, drawing, name, isBare = false }: ReportChartProps): ReactNode {
  const isDark = useComputedColorScheme("light") === "dark";
  const pivot = useMemo(() => pivotOf(report, drawing), [report, drawing]);
  const scales = useMemo(() => pivotScales(pivot, drawing.options, isDark), [pivot, drawing, isDark]);
  const { rows, columns } = pivot.leftOut;
  return (
    <>
      <PivotTable
        pivot={pivot}
        scales={scales}
        label={words.charts.pivot.label(name)}
        maxHeight={isBare ? "100%" : "70dvh"}
      />
      {drawing.options.isLegendShown &&
        pivot.values.map((column, place) => (
          <ColorLegend
            key={column.id}
            column={column}
            items={rangeItems(column, isDark)}
            scale={scales[place] ?? null}
          />
        ))}
      {rows + columns > 0 && <Note>{words.charts.pivot.leftOut(rows, columns)}</Note>}
    </>
  );
}

function GaugeFigures({ drawing, asked, isBare = false, ...props }: ReportChartProps): ReactNode {
  const report = useSteadyDecimals(props.report);
  const { columns, rows } = report;
  const row = drawing.options.row ?? "all";
  const shown = useMemo(() => ({ columns, rows: shownRows(rows, row) }), [columns, rows, row]);
  const before = useShownExtremes(shown, asked);
  const { figures, leftOut } = useMemo(() => gaugesOf(report, drawing, before), [report, drawing, before]);
  return (
    <>
      <Gauges figures={figures} isBare={isBare} />
      <ShownOf report={report} shown={row} isBare={isBare} />
      {leftOut > 0 && <LeftOut count={leftOut} />}
    </>
  );
}

/** More would be a table. */
const FIGURE_ROWS_MAX = 12;

function Figures({ drawing: { y, options }, isBare = false, ...props }: ReportChartProps): ReactNode {
  const report = useSteadyDecimals(props.report);
  const { columns, rows } = report;
  const shown = shownRows(rows, options.row ?? "first");
  if (isBare)
    return (
      <FiguresOfPanel figures={panelFigures(report, shown, y)} most={FIGURE_ROWS_MAX}>
        <ShownOf report={report} shown={options.row ?? "first"} isBare />
      </FiguresOfPanel>
    );
  return (
    <Stack gap="md">
      {shown.slice(0, FIGURE_ROWS_MAX).map((row, number) => (
        <Stack key={number} gap="xs">
          <RowName text={rowName(columns, row)} />
          <FigureRow report={report} row={row} y={y} />
        </Stack>
      ))}
      <ShownOf report={report} shown={options.row ?? "first"} isBare={false} />
      {shown.length > FIGURE_ROWS_MAX && <LeftOut count={shown.length - FIGURE_ROWS_MAX} />}
    </Stack>
  );
}

/** Each with the name of its row. */
function panelFigures(report: ReportData, rows: readonly ReportRow[], y: readonly string[]): readonly PanelFigure[] {
  const { columns } = report;
  const isOneRow = report.rows.length === 1;
  return rows.flatMap((row, number) => {
    const ofRow = isOneRow && y.length > 1 ? "" : rowName(columns, row);
    return columns.flatMap((column, place): readonly PanelFigure[] =>
      y.includes(column.id)
        ? [
            {
              id: `${number} ${column.id}`,
              name: [ofRow === "" || y.length > 1 ? column.label : "", ofRow, madeWord(column)]
                .filter((part) => part !== "")
                .join(" · "),
              text: shortText(row[place], column),
              unit: column.unit,
              color: colorOf(column.style, drawnNumber(row[place])),
              ts: timeOfCell(report, row, place),
            },
          ]
        : [],
    );
  });
}

/** Whose figures these are. */
function RowName({ text }: { readonly text: string }): ReactNode {
  return text === "" ? null : (
    <Text fw={600} className="foreign">
      {text}
    </Text>
  );
}

interface ShownOfProps {
  readonly report: ReportData;
  readonly shown: "first" | "last" | "all";
  readonly isBare: boolean;
}

/** Which of several rows is shown; its name is part of the figures. */
function ShownOf({ report: { rows }, shown, isBare }: ShownOfProps): ReactNode {
  if (shown === "all" || rows.length < 2) return null;
  return (
    <Note>
      {words.charts.shownRow[shown](rows.length)}
      {isBare ? "" : ` ${words.charts.inTable}`}
    </Note>
  );
}

interface FigureRowProps {
  readonly report: ReportData;
  readonly row: ReportRow;
  readonly y: readonly string[];
}

function FigureRow({ report: { columns }, row, y }: FigureRowProps): ReactNode {
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: Math.min(4, Math.max(1, y.length)) }} m={0}>
      {columns.map((column, place) =>
        y.includes(column.id) ? (
          <Paper key={column.id} withBorder p="lg">
            <Text component="dt" c="dimmed" mb={4} className="foreign">
              {column.label}
            </Text>
            <Group component="dd" gap={6} m={0} align="baseline">
              <Text fz={36} fw={650} lh={1.1} className={`foreign ${classes["number"] ?? ""}`}>
                {shortText(row[place], column)}
              </Text>
              <Text size="md" c="dimmed" className="foreign">
                {column.unit}
              </Text>
              <Text size="xs" c="dimmed">
                {madeWord(column)}
              </Text>
            </Group>
          </Paper>
        ) : null,
      )}
    </SimpleGrid>
  );
}
