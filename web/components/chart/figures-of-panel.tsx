// Figures that fill a panel: side by side as they fit, with the name of each above its value, and the number of those that have no room.
import { Box, Group, Stack, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useMemo, type CSSProperties, type ReactNode } from "react";
import { words } from "../../words/words.ts";
import { AGE_HEIGHT } from "./gauge-room.ts";
import { useIsOld, ValueAge } from "../value-age.tsx";
import type { CellColor } from "./cell-style.ts";
import { FIGURE_GAPS, figureGrid, type FigureGrid } from "./figure-room.ts";
import { useTextScale } from "./text-scale.ts";
import classes from "./report-chart.module.css";

export interface PanelFigure {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly unit: string;
  readonly color: CellColor | null;
  /** When it was measured; null if that is not known. */
  readonly ts: number | null;
}

interface FiguresOfPanelProps<Figure extends PanelFigure> {
  readonly figures: readonly Figure[];
  /** More would be a table. */
  readonly most: number;
  /** What each has below its value, with its height in pixels. */
  readonly below?: { readonly height: number; readonly of: (figure: Figure) => ReactNode };
  /** Below all of them. */
  readonly children?: ReactNode;
}

/** A wide unit needs less room than its characters say: it is smaller than its value. */
const UNIT_SHARE = 0.6;
/** Room is kept for a multiple of so many characters: a figure keeps its size from one value to most others. */
const VALUE_CHARS = 2;

export function FiguresOfPanel<Figure extends PanelFigure>(props: FiguresOfPanelProps<Figure>): ReactNode {
  const { figures, most, below, children } = props;
  const { ref, width, height } = useElementSize();
  const scale = useTextScale();
  const wanted = figures.slice(0, most);
  const hasAges = useIsOld(wanted.map(({ ts }) => ts));
  const nameChars = Math.max(0, ...wanted.map(({ name }) => name.length));
  const longest = Math.max(1, ...wanted.map(({ text, unit }) => text.length + unit.length * UNIT_SHARE));
  const valueChars = Math.ceil(longest / VALUE_CHARS) * VALUE_CHARS;
  const ageHeight = hasAges ? AGE_HEIGHT : 0;
  const belowHeight = below?.height ?? 0;
  const { grid, hasBelow } = useMemo(() => {
    const gridWith = (more: number): FigureGrid =>
      figureGrid(
        wanted.length,
        { width: width / scale, height: height / scale },
        { nameChars, valueChars, moreHeight: ageHeight + more },
      );
    const whole = gridWith(belowHeight);
    // All values, before what is below some of them.
    const bare = whole.shown < wanted.length ? gridWith(0) : whole;
    return bare.shown > whole.shown ? { grid: bare, hasBelow: false } : { grid: whole, hasBelow: true };
  }, [wanted.length, width, height, scale, nameChars, valueChars, ageHeight, belowHeight]);
  const ofFigure = hasBelow ? below?.of : undefined;
  const leftOut = figures.length - grid.shown;
  const style = {
    gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))`,
    gap: `${FIGURE_GAPS.row * scale}px ${FIGURE_GAPS.column * scale}px`,
    "--figure": `${grid.size * scale}px`,
    "--figure-name": `${grid.nameSize * scale}px`,
    "--figure-unit": `${Math.max(grid.nameSize, grid.size / 2) * scale}px`,
  } as CSSProperties;
  return (
    <Stack gap={4} h="100%">
      <Box ref={ref} flex={1} mih={0}>
        {width > 0 && (
          <dl className={classes["figures"]} style={style} data-high={ofFigure !== undefined || undefined}>
            {wanted.slice(0, grid.shown).map((figure) => (
              <div key={figure.id}>
                <Text
                  component="dt"
                  c="dimmed"
                  fz="var(--figure-name)"
                  className="foreign"
                  lineClamp={grid.nameLines}
                  title={figure.name}
                >
                  {figure.name}
                </Text>
                <dd>
                  <Group gap="0 6px" align="baseline">
                    <Text
                      fz="var(--figure)"
                      fw={650}
                      lh={1.15}
                      className={`foreign ${classes["number"] ?? ""}`}
                      c={figure.color === null ? undefined : `var(--mantine-color-${figure.color}-light-color)`}
                    >
                      {figure.text}
                    </Text>
                    <Text fz="var(--figure-unit)" lh={1.15} c="dimmed" className="foreign">
                      {figure.unit}
                    </Text>
                    <ValueAge ts={figure.ts} />
                  </Group>
                  {ofFigure?.(figure)}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Box>
      {children}
      {width > 0 && leftOut > 0 && (
        <Text size="xs" c="dimmed" role="note">
          {words.charts.andMore(leftOut)}
        </Text>
      )}
    </Stack>
  );
}
