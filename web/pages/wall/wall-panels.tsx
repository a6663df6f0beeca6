// The panels of a dashboard over the whole of a wall screen, with rows as high as fills it.
import { useViewportSize } from "@mantine/hooks";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { LiveBadge } from "../../components/live-badge.tsx";
import { useIsNarrow } from "../../components/use-is-narrow.ts";
import { Board, type BoardDashboard } from "../dashboard/board.tsx";
import type { Configuration } from "../dashboard/configuration.ts";
import { filledRowHeight } from "./row-height.ts";
import { BAR_HEIGHT } from "./wall-bar.tsx";

/** Pixels. */
export const WALL_PADDING = 12;

interface WallPanelsProps {
  readonly dashboard: BoardDashboard;
  readonly configuration: Configuration | null;
  /** In the bar, for whether values arrive. */
  readonly liveSlot: HTMLElement | null;
  readonly onSaved?: () => void;
}

export function WallPanels({ configuration, liveSlot, ...board }: WallPanelsProps): ReactNode {
  const height = useViewportSize().height;
  const isPhone = useIsNarrow();
  const rowHeight =
    configuration === null || isPhone || height === 0
      ? undefined
      : filledRowHeight(configuration, height - BAR_HEIGHT - WALL_PADDING);
  return (
    <Board {...board} configuration={configuration} {...(rowHeight === undefined ? {} : { rowHeight })}>
      {({ shown }) =>
        liveSlot !== null && shown.live !== null && createPortal(<LiveBadge state={shown.live} />, liveSlot)
      }
    </Board>
  );
}
