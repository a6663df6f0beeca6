// The legend of a chart's lines, with their value under the pointer or the latest one; each line can be hidden. It is
// part of the page rather than the canvas, for keyboards, for screen readers, and for long names.
import { Group, Text, UnstyledButton, useComputedColorScheme } from "@mantine/core";
import { Rows2 } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../../words/words.ts";
import { seriesStyle, stateOpacity, type SeriesStyle } from "./series-style.ts";
import classes from "./series-legend.module.css";

export interface LegendItem {
  readonly id: string;
  readonly name: string;
  /** How it is drawn: with the usual style of its place, or another; null for states, which have colours by value. */
  readonly mark: LegendMark | null;
  /** The value to show; empty if there is none. */
  readonly value: string;
  readonly isHidden: boolean;
}

export type LegendMark = { readonly place: number } | { readonly style: SeriesStyle; readonly shape: LegendShape };
export type LegendShape = "line" | "area" | "state" | "dot";

interface SeriesLegendProps {
  /** What the items are, for screen readers. */
  readonly label?: string;
  readonly items: readonly LegendItem[];
  /** Omitted if items cannot be hidden. */
  readonly onToggle?: (id: string) => void;
  /** Where there is little room. */
  readonly isDense?: boolean;
}

export function SeriesLegend({
  label = words.charts.legend.series,
  items,
  onToggle,
  isDense = false,
}: SeriesLegendProps): ReactNode {
  const isDark = useComputedColorScheme("light") === "dark";
  return (
    <Group gap={isDense ? 2 : 6} role="group" aria-label={label} miw={0} maw="100%" mod={{ dense: isDense }}>
      {items.map((item) =>
        onToggle === undefined ? (
          <span key={item.id} className={classes["item"]}>
            <ItemText item={item} isDark={isDark} />
          </span>
        ) : (
          <UnstyledButton
            key={item.id}
            className={classes["item"]}
            aria-pressed={!item.isHidden}
            data-hidden={item.isHidden || undefined}
            title={item.isHidden ? words.charts.legend.show : words.charts.legend.hide}
            onClick={() => onToggle(item.id)}
          >
            <ItemText item={item} isDark={isDark} />
          </UnstyledButton>
        ),
      )}
    </Group>
  );
}

interface ItemTextProps {
  readonly item: LegendItem;
  readonly isDark: boolean;
}

function ItemText({ item: { name, mark, value, isHidden }, isDark }: ItemTextProps): ReactNode {
  return (
    <>
      <Sample mark={mark} isDark={isDark} />
      <Text span inherit className={`foreign ${classes["name"] ?? ""}`}>
        {name}
      </Text>
      {value !== "" && !isHidden && (
        <Text span inherit fw={600} className={`foreign ${classes["value"] ?? ""}`}>
          {value}
        </Text>
      )}
    </>
  );
}

function Sample({ mark, isDark }: { readonly mark: LegendMark | null; readonly isDark: boolean }): ReactNode {
  if (mark === null) return <Rows2 size={14} />;
  const { style, shape } = "style" in mark ? mark : { style: seriesStyle(mark.place, isDark), shape: "line" as const };
  const { color, dashes, hatching } = style;
  return (
    <svg width={18} height={12} aria-hidden focusable="false">
      {shape === "area" && <rect x={1} y={0} width={16} height={12} rx={3} fill={color} />}
      {shape === "area" && hatching !== null && (
        <path d="M3 6 H15" stroke="var(--mantine-color-body)" strokeWidth={2} transform={`rotate(${-hatching} 9 6)`} />
      )}
      {shape === "state" && (
        <rect
          x={1}
          y={1}
          width={16}
          height={10}
          rx={3}
          fill={color}
          fillOpacity={stateOpacity(isDark)}
          stroke={color}
        />
      )}
      {shape === "line" && (
        <line x1={0} x2={18} y1={6} y2={6} stroke={color} strokeWidth={3} strokeDasharray={dashes.join(" ")} />
      )}
      {(shape === "line" || shape === "dot") && <Symbol style={style} isAlone={shape === "dot"} />}
    </svg>
  );
}

/** The usual symbol of a line needs no sample. */
function Symbol({ style: { color, symbol }, isAlone }: { style: SeriesStyle; isAlone: boolean }): ReactNode {
  switch (symbol) {
    case "circle":
      return isAlone ? <circle cx={9} cy={6} r={4.5} fill={color} /> : null;
    case "rect":
      return <rect x={5} y={2} width={8} height={8} fill={color} />;
    case "triangle":
      return <path d="M9 1 L14 10.5 H4 Z" fill={color} />;
    case "diamond":
      return <path d="M9 0.5 L14 6 L9 11.5 L4 6 Z" fill={color} />;
    case "pin":
      return <path d="M9 12 L5 5 A4 4 0 1 1 13 5 Z" fill={color} />;
  }
}
