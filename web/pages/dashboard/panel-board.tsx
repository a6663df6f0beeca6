// The panels of a dashboard in their grid, computed together while they are on the screen.
import type { ReactNode } from "react";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { words } from "../../words/words.ts";
import type { RunRange } from "../view/view-address.ts";
import type { Configuration, DashboardPanel } from "./configuration.ts";
import type { ChosenRefresh, PanelsRequest } from "./dashboard-address.ts";
import { PanelBody } from "./panel-body.tsx";
import { PanelFrame, PanelGrid } from "./panel-grid.tsx";
import { isComputed, newestShown, titled } from "./panel-kinds.ts";
import { usePanelViews } from "./use-panel-views.ts";
import { usePanels, type ShownPanels, type WatchedPanel } from "./use-panels.ts";
import { useVisiblePanels } from "./use-visible.ts";

interface PanelBoardProps {
  readonly dashboardId: string;
  readonly version: number;
  readonly configuration: Configuration;
  /** Must stay the same object while the same is asked. */
  readonly request: PanelsRequest;
  readonly refreshOf: (panel: DashboardPanel) => ChosenRefresh;
  /** Whether panels act on no device. */
  readonly isInert?: boolean;
  /** Chooses the range that panels follow; left out if the reader cannot. */
  readonly onRange?: ((range: RunRange) => void) | undefined;
  /** Somebody else has saved the dashboard. */
  readonly onSaved?: () => void;
  /** Above the panels. */
  readonly bar?: (shown: ShownPanels) => ReactNode;
}

export function PanelBoard(props: PanelBoardProps): ReactNode {
  const { dashboardId, version, configuration, request, refreshOf, isInert = false, onRange, onSaved, bar } = props;
  const { panels, grid } = configuration;
  const { ref, visible, isUnknown } = useVisiblePanels(panels.map((panel) => panel.id));
  const watched = panels
    .filter((panel) => isComputed(panel) && visible.has(panel.id))
    .map((panel): WatchedPanel => ({ id: panel.id, refresh: refreshOf(panel), newest: newestShown(panel) }));
  const shown = usePanels({ dashboardId, version, request, panels: watched, onSaved });
  const views = usePanelViews(panels);
  return (
    <>
      {bar?.(shown)}
      {shown.error !== null && (
        <ProblemAlert error={shown.error} title={words.dashboard.notComputed} onRetry={shown.again} />
      )}
      <PanelGrid ref={ref} grid={grid} panels={panels}>
        {(panel) => {
          const view = panel.source?.type === "view" ? views.get(panel.source.viewId) : null;
          const named = titled(panel, view, shown.results.get(panel.id)?.report);
          return (
            <PanelFrame key={panel.id} panel={named}>
              <PanelBody
                panel={named}
                result={shown.results.get(panel.id)}
                asked={shown.asked}
                isVisible={isUnknown || visible.has(panel.id)}
                view={view}
                isLive={shown.live === "open" && refreshOf(panel).type === "live"}
                isInert={isInert}
                onRange={panel.overrides.timeRange === null ? onRange : undefined}
              />
            </PanelFrame>
          );
        }}
      </PanelGrid>
    </>
  );
}
