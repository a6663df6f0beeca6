// The legend of a chart's lines, with their value under the pointer or the latest one; each line can be hidden. It is
// part of the page rather than the canvas, for keyboards, for screen readers, and for long names.
import { Group, Text, UnstyledButton, useComputedColorScheme } from "@mantine/core";
import { Rows2 } from "lucide-react";
import type { ReactNode } from "react";
import { seriesStyle } from "./series-style.ts";
import classes from "./series-legend.module.css";

export interface LegendItem {
  readonly id: string;
  readonly name: string;
  /** Null for states, whose bands have the colours of their values. */
  readonly styleIndex: number | null;
  /** The value to show; empty if there is none. */
  readonly value: string;
  readonly isHidden: boolean;
}

interface SeriesLegendProps {
  readonly items: readonly LegendItem[];
  readonly onToggle: (id: string) => void;
}

const DASHES = { solid: undefined, dashed: "5 3", dotted: "2 2" } as const;

export function SeriesLegend({ items, onToggle }: SeriesLegendProps): ReactNode {
  const isDark = useComputedColorScheme("light") === "dark";
  return (
    <Group gap={6} role="group" aria-label="Series" miw={0} maw="100%">
      {items.map(({ id, name, styleIndex, value, isHidden }) => {
        return (
          <UnstyledButton
            key={id}
            className={classes["item"]}
            aria-pressed={!isHidden}
            data-hidden={isHidden || undefined}
            title={isHidden ? "Show it" : "Hide it"}
            onClick={() => onToggle(id)}
          >
            <Sample styleIndex={styleIndex} isDark={isDark} />
            <Text span className={`foreign ${classes["name"] ?? ""}`}>
              {name}
            </Text>
            {value !== "" && !isHidden && (
              <Text span fw={600} className={`foreign ${classes["value"] ?? ""}`}>
                {value}
              </Text>
            )}
          </UnstyledButton>
        );
      })}
    </Group>
  );
}

function Sample({ styleIndex, isDark }: { readonly styleIndex: number | null; readonly isDark: boolean }): ReactNode {
  if (styleIndex === null) return <Rows2 size={14} />;
  const { color, dashes } = seriesStyle(styleIndex, isDark);
  return (
    <svg width={18} height={10} aria-hidden focusable="false">
      <line x1={0} x2={18} y1={5} y2={5} stroke={color} strokeWidth={3} strokeDasharray={DASHES[dashes]} />
    </svg>
  );
}
