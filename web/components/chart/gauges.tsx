// Gauges: figures on a half circle, with coloured parts for the colours by value. Drawn without the charting library, so
// that texts are part of the page.
import { Group, Paper, SimpleGrid, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useIsOld, ValueAge } from "../value-age.tsx";
import { axisFigure, withUnit } from "./figure-text.ts";
import { AGE_HEIGHT, evenColumns, GAUGE_GAP, gaugeGrid, NAME_LINE_HEIGHT, TEXTS_GROW_FROM } from "./gauge-room.ts";
import type { GaugeFigure, GaugeScale } from "./gauge-scale.ts";
import classes from "./report-chart.module.css";

const WIDTH = 200;
const HEIGHT = 108;
/** On a page. */
const COLUMNS_MAX = 4;
const CENTER = { x: 100, y: 100 };
const RADIUS = 76;
const THICKNESS = 16;
const BAND_RADIUS = 92;
const BAND_THICKNESS = 5;
/** Of a name, on average; in pixels. */
const CHARACTER_WIDTH = 7;
/** Of the room of a value, in percent of the gauge, and of one of its characters, to the size of the font. */
const VALUE_WIDTH = 58;
const CHARACTER_EM = 0.7;
/** Of a value without a colour of its own; one that stands out of a dark page. */
const PLAIN = "light-dark(var(--mantine-primary-color-filled), var(--mantine-primary-color-4))";
/** Of the texts around the value: these pixels, and more in a gauge that is so wide that they grow. */
const growing = (pixels: number): string => `max(${pixels}px, ${((pixels / TEXTS_GROW_FROM) * 100).toFixed(2)}cqw)`;
const SIZES = { "--mantine-font-size-sm": growing(14), "--mantine-font-size-xs": growing(12) };
/** In smaller gauges, the value needs the room that a second line of the name would take. */
const TWO_LINES_WIDTH_MIN = 130;

interface GaugesProps {
  readonly figures: readonly GaugeFigure[];
  /** Within a panel: as many side by side as fit. */
  readonly isBare: boolean;
}

export function Gauges({ figures, isBare }: GaugesProps): ReactNode {
  if (isBare) return <GaugesOfPanel figures={figures} />;
  const columns = evenColumns(Math.max(1, figures.length), COLUMNS_MAX);
  return (
    <SimpleGrid cols={{ base: 1, xs: Math.min(2, columns), md: columns }}>
      {figures.map((figure) => (
        <Paper key={figure.id} withBorder p="md">
          <Gauge figure={figure} />
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function GaugesOfPanel({ figures }: Pick<GaugesProps, "figures">): ReactNode {
  const { ref, width, height } = useElementSize();
  const hasAges = useIsOld(figures.map(({ ts }) => ts));
  const more = hasAges ? AGE_HEIGHT : 0;
  const room = { width, height };
  const ofOneLine = gaugeGrid(figures.length, room, more);
  const roomOfName = Math.min(ofOneLine.width, TEXTS_GROW_FROM);
  const isLong = figures.some(({ name }) => name.length * CHARACTER_WIDTH > roomOfName);
  const ofTwoLines = gaugeGrid(figures.length, room, more + NAME_LINE_HEIGHT);
  const hasTwo = isLong && ofTwoLines.width >= TWO_LINES_WIDTH_MIN;
  const { columns, width: each } = hasTwo ? ofTwoLines : ofOneLine;
  return (
    <div ref={ref} className={classes["gaugesRoom"]}>
      <div
        className={classes["gauges"]}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap: GAUGE_GAP }}
      >
        {width > 0 &&
          figures.map((figure) => <Gauge key={figure.id} figure={figure} widthMax={each} nameLines={hasTwo ? 2 : 1} />)}
      </div>
    </div>
  );
}

interface GaugeProps {
  readonly figure: GaugeFigure;
  readonly widthMax?: number;
  readonly nameLines?: number;
}

function Gauge({
  figure: { name, text, unit, made, value, color, ts, scale, bands },
  widthMax = 280,
  nameLines = 1,
}: GaugeProps): ReactNode {
  const shown = value === null ? null : Math.min(scale.max, Math.max(scale.min, value));
  const words = withUnit(text, unit);
  return (
    <div
      style={{
        ...SIZES,
        width: "100%",
        maxWidth: widthMax,
        marginInline: "auto",
        textAlign: "center",
        containerType: "inline-size",
      }}
    >
      <div
        role="meter"
        aria-label={name}
        aria-valuemin={scale.min}
        aria-valuemax={scale.max}
        aria-valuenow={shown ?? scale.min}
        aria-valuetext={words}
      >
        <Text
          c="dimmed"
          fz="clamp(11px, 12cqw, var(--mantine-font-size-sm))"
          lh={1.5}
          mih={`${String(1.5 * nameLines)}em`}
          className="foreign"
          lineClamp={nameLines}
          title={name}
        >
          {name}
        </Text>
        <div style={{ position: "relative" }}>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            width="100%"
            style={{ display: "block" }}
            aria-hidden
            focusable="false"
          >
            <path
              d={arc(RADIUS, 0, 1)}
              stroke="var(--mantine-color-default-border)"
              strokeWidth={THICKNESS}
              fill="none"
            />
            {shown !== null && shown > scale.min && (
              <path
                d={arc(RADIUS, 0, shareOf(shown, scale))}
                stroke={color === null ? PLAIN : `var(--mantine-color-${color}-filled)`}
                strokeWidth={THICKNESS}
                fill="none"
              />
            )}
            {bands.map((band) => (
              <path
                key={band.min}
                d={arc(BAND_RADIUS, shareOf(band.min, scale), shareOf(band.max, scale))}
                stroke={`var(--mantine-color-${band.color}-filled)`}
                strokeWidth={BAND_THICKNESS}
                fill="none"
              />
            ))}
          </svg>
          <Text
            // As large as there is room for: a figure that is cut off says something else.
            fz={`max(8px, min(15cqw, ${(VALUE_WIDTH / (CHARACTER_EM * Math.max(1, text.length))).toFixed(1)}cqw))`}
            fw={650}
            lh={1}
            className={`foreign ${classes["number"] ?? ""}`}
            style={{
              position: "absolute",
              insetInline: `${(100 - VALUE_WIDTH) / 2}%`,
              bottom: 8,
              overflow: "hidden",
              textOverflow: "ellipsis",
              whiteSpace: "nowrap",
            }}
          >
            {text}
          </Text>
        </div>
        <Group justify="space-between" wrap="nowrap" gap={4} align="baseline">
          <End at={scale.min} />
          <Text c="dimmed" className="foreign" lineClamp={1} miw={0}>
            {[unit, made].filter((part) => part !== "").join(" · ")}
          </Text>
          <End at={scale.max} />
        </Group>
      </div>
      <ValueAge ts={ts} />
    </div>
  );
}

/** Below an end of the half circle. */
function End({ at }: { readonly at: number }): ReactNode {
  return (
    <Text size="xs" c="dimmed" w="24%" className={classes["number"] ?? ""} style={{ flexShrink: 0 }}>
      {axisFigure(at)}
    </Text>
  );
}

function shareOf(value: number, { min, max }: GaugeScale): number {
  return Math.min(1, Math.max(0, (value - min) / (max - min)));
}

/** A part of the half circle, from left to right; 0 to 1. */
function arc(radius: number, start: number, end: number): string {
  const [from, to] = [pointAt(radius, start), pointAt(radius, end)];
  return `M ${from} A ${radius} ${radius} 0 0 1 ${to}`;
}

function pointAt(radius: number, share: number): string {
  const angle = Math.PI * (1 - share);
  return `${(CENTER.x + radius * Math.cos(angle)).toFixed(2)} ${(CENTER.y - radius * Math.sin(angle)).toFixed(2)}`;
}
