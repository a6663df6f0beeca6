// The panels of a dashboard, with the range, refresh and filters of the address, for its page and for a wall screen.
import { useQueryClient } from "@tanstack/react-query";
import { PanelsTopLeft } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { useAddress } from "../../app/list-state.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { selectionOf } from "../view/view-address.ts";
import type { Configuration } from "./configuration.ts";
import { chosenRefresh, panelsRequest, REFRESHES } from "./dashboard-address.ts";
import type { Dashboard } from "./dashboard-calls.ts";
import type { FilterBarProps } from "./filter-bar.tsx";
import { PanelBody } from "./panel-body.tsx";
import { PanelFrame, PanelGrid } from "./panel-grid.tsx";
import { isComputed, showsNewest } from "./panel-kinds.ts";
import { usePanelViews } from "./use-panel-views.ts";
import { usePanels, type WatchedPanel } from "./use-panels.ts";
import { useVisiblePanels } from "./use-visible.ts";

interface BoardProps {
  readonly dashboard: Dashboard;
  /** Null for one of another program. */
  readonly configuration: Configuration | null;
  /** How panels are added, for who may. */
  readonly action?: ReactNode;
  /** In place of the saved one. */
  readonly rowHeight?: number;
  /** Above the panels. */
  readonly children: (board: FilterBarProps) => ReactNode;
}

export function Board({ configuration, action, ...props }: BoardProps): ReactNode {
  if (configuration === null)
    return (
      <EmptyState icon={PanelsTopLeft} title="This dashboard belongs to another program">
        Its configuration is kept for that program. This page draws only dashboards that were made here.
      </EmptyState>
    );
  if (configuration.panels.length === 0)
    return (
      <EmptyState icon={PanelsTopLeft} title="No panels yet" action={action}>
        {action === undefined ? "Nobody has added one." : "Add charts, figures, maps and notes."}
      </EmptyState>
    );
  return <Panels {...props} configuration={configuration} />;
}

interface PanelsProps extends Omit<BoardProps, "action"> {
  readonly configuration: Configuration;
}

function Panels({ dashboard: { id, version }, configuration, rowHeight, children }: PanelsProps): ReactNode {
  const { panels, filters, grid } = configuration;
  const queries = useQueryClient();
  const { address } = useAddress();
  const [openedAt] = useState(() => Date.now());
  const selection = selectionOf(address);
  const selectionText = JSON.stringify([selection.range, [...selection.filters]]);
  const request = useMemo(
    () => panelsRequest(selection, filters, openedAt),
    // oxlint-disable-next-line react/exhaustive-deps -- the text stands for the selection, which is read again each time
    [selectionText, filters, openedAt],
  );
  const usual = REFRESHES.get(chosenRefresh(address) ?? "") ?? configuration.refresh;
  const { ref, visible, isUnknown } = useVisiblePanels(panels.map((panel) => panel.id));
  const watched = panels
    .filter((panel) => isComputed(panel) && visible.has(panel.id))
    .map((panel): WatchedPanel => ({
      id: panel.id,
      refresh: panel.overrides.refresh ?? usual,
      isNewest: showsNewest(panel),
    }));
  const shown = usePanels({
    ...{ dashboardId: id.id, version, request, panels: watched },
    onSaved: () => void queries.invalidateQueries({ queryKey: ["dashboards", "one", id.id] }),
  });
  const views = usePanelViews(panels);
  return (
    <>
      {children({ configuration, selection, shown, isOff: usual.type === "off" })}
      {shown.error !== null && (
        <ProblemAlert error={shown.error} title="The panels could not be computed" onRetry={shown.again} />
      )}
      <PanelGrid ref={ref} grid={rowHeight === undefined ? grid : { ...grid, rowHeight }} panels={panels}>
        {(panel) => (
          <PanelFrame key={panel.id} panel={panel}>
            <PanelBody
              panel={panel}
              result={shown.results.get(panel.id)}
              asked={shown.asked}
              isVisible={isUnknown || visible.has(panel.id)}
              view={panel.source?.type === "view" ? views.get(panel.source.viewId) : null}
            />
          </PanelFrame>
        )}
      </PanelGrid>
    </>
  );
}
