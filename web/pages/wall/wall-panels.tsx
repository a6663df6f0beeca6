// The panels of a dashboard over the whole of a wall screen, all at once or in screenfuls.
import { useViewportSize } from "@mantine/hooks";
import { useEffect, useLayoutEffect, useMemo, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { LiveBadge } from "../../components/live-badge.tsx";
import { useIsNarrow } from "../../components/use-is-narrow.ts";
import { Board, type BoardDashboard } from "../dashboard/board.tsx";
import type { Configuration } from "../dashboard/configuration.ts";
import type { Rotation } from "./rotation.ts";
import { screenfulsOf, textScaleOf } from "./screenfuls.ts";
import { BAR_HEIGHT } from "./wall-bar.tsx";

/** Pixels, with text of the usual size. */
export const WALL_PADDING = 12;

/** The size of the screen is known after the first drawing: until then, text stays as it is. */
const NOT_MEASURED = { fitted: null, textScale: null };

interface WallPanelsProps {
  readonly dashboard: BoardDashboard;
  readonly configuration: Configuration | null;
  readonly rotation: Pick<Rotation, "part" | "setParts">;
  /** In the bar, for whether values arrive. */
  readonly liveSlot: HTMLElement | null;
  readonly onSaved?: () => void;
}

export function WallPanels({ configuration, rotation, liveSlot, ...board }: WallPanelsProps): ReactNode {
  const { part, setParts } = rotation;
  const { width, height } = useViewportSize();
  const isPhone = useIsNarrow();
  const { fitted, textScale } = useMemo(() => {
    if (height === 0) return NOT_MEASURED;
    const besides = BAR_HEIGHT + WALL_PADDING;
    if (configuration === null || isPhone || height <= besides) return { fitted: null, textScale: 1 };
    const scale = textScaleOf(configuration, { width, height }, besides);
    return { fitted: screenfulsOf(configuration, height - besides * scale), textScale: scale };
  }, [configuration, isPhone, width, height]);
  useTextSize(textScale);
  const parts = fitted?.tops.length ?? 1;
  const top = parts > 1 ? fitted?.tops[part] : undefined;
  useEffect(() => {
    setParts(parts);
    return () => setParts(1);
  }, [parts, setParts]);
  useEffect(() => {
    if (top !== undefined) scrollTo({ top, behavior: "instant" });
  }, [top]);
  return (
    <Board
      {...board}
      isRangeFixed
      configuration={configuration}
      {...(fitted === null ? {} : { rowHeight: fitted.rowHeight })}
    >
      {({ shown }) =>
        liveSlot !== null && shown.live !== null && createPortal(<LiveBadge state={shown.live} />, liveSlot)
      }
    </Board>
  );
}

/** Of all text of the page, until the wall screen is left: between two dashboards the bar keeps its size. */
function useTextSize(scale: number | null): void {
  useLayoutEffect(() => {
    if (scale !== null) document.documentElement.style.fontSize = `${String(100 * scale)}%`;
  }, [scale]);
}

/** For what shows such panels: text of the page is of the usual size when it is left. */
export function useUsualTextAfterwards(): void {
  useLayoutEffect(
    () => () => {
      document.documentElement.style.fontSize = "";
    },
    [],
  );
}
