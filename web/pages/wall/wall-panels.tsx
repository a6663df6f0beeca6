// The panels of a dashboard over the whole of a wall screen, all at once or in screenfuls.
import { useViewportSize } from "@mantine/hooks";
import { useEffect, useMemo, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { LiveBadge } from "../../components/live-badge.tsx";
import { useIsNarrow } from "../../components/use-is-narrow.ts";
import { Board, type BoardDashboard } from "../dashboard/board.tsx";
import type { Configuration } from "../dashboard/configuration.ts";
import type { Rotation } from "./rotation.ts";
import { screenfulsOf } from "./screenfuls.ts";
import { BAR_HEIGHT } from "./wall-bar.tsx";

/** Pixels. */
export const WALL_PADDING = 12;

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
  const height = useViewportSize().height - BAR_HEIGHT - WALL_PADDING;
  const isPhone = useIsNarrow();
  const fitted = useMemo(
    () => (configuration === null || isPhone || height <= 0 ? null : screenfulsOf(configuration, height)),
    [configuration, isPhone, height],
  );
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
    <Board {...board} configuration={configuration} {...(fitted === null ? {} : { rowHeight: fitted.rowHeight })}>
      {({ shown }) =>
        liveSlot !== null && shown.live !== null && createPortal(<LiveBadge state={shown.live} />, liveSlot)
      }
    </Board>
  );
}
