// The panels of a dashboard, with the range, refresh and filters of the address, for its page and for a wall screen.
import { useQueryClient } from "@tanstack/react-query";
import { PanelsTopLeft } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import { useAddress } from "../../app/list-state.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { rangeChange, selectionOf } from "../view/view-address.ts";
import { words } from "../../words/words.ts";
import type { Configuration } from "./configuration.ts";
import { chosenRefresh, panelsRequest, REFRESHES } from "./dashboard-address.ts";
import { dashboardQuery } from "./dashboard-calls.ts";
import type { FilterBarProps } from "./filter-bar.tsx";
import { PanelBoard } from "./panel-board.tsx";

export type BoardDashboard = Pick<Schema<"SharedDashboard">, "id" | "version">;

interface BoardProps {
  readonly dashboard: BoardDashboard;
  /** Null for one of another program. */
  readonly configuration: Configuration | null;
  /** How panels are added, for who may. */
  readonly action?: ReactNode;
  /** In place of the saved one. */
  readonly rowHeight?: number;
  /** Whether nobody chooses another range, as on a wall screen. */
  readonly isRangeFixed?: boolean;
  /** Somebody has saved it; by default it is read again. */
  readonly onSaved?: () => void;
  /** Above the panels. */
  readonly children: (board: FilterBarProps) => ReactNode;
}

export function Board({ configuration, action, ...props }: BoardProps): ReactNode {
  if (configuration === null) return <AnotherPrograms />;
  if (configuration.panels.length === 0)
    return (
      <EmptyState icon={PanelsTopLeft} title={words.dashboard.noPanels} action={action}>
        {action === undefined ? words.dashboard.nobodyAdded : words.dashboard.addSome}
      </EmptyState>
    );
  return <Panels {...props} configuration={configuration} />;
}

/** In the place of panels that are not ours. */
export function AnotherPrograms(): ReactNode {
  return (
    <EmptyState icon={PanelsTopLeft} title={words.dashboard.foreign.title}>
      {words.dashboard.foreign.text}
    </EmptyState>
  );
}

interface PanelsProps extends Omit<BoardProps, "action"> {
  readonly configuration: Configuration;
}

function Panels(props: PanelsProps): ReactNode {
  const { dashboard, configuration, rowHeight, isRangeFixed = false, onSaved, children } = props;
  const { id, version } = dashboard;
  const { filters, grid } = configuration;
  const queries = useQueryClient();
  const { address, change } = useAddress();
  const [openedAt] = useState(() => Date.now());
  const selection = selectionOf(address);
  const selectionText = JSON.stringify([selection.range, [...selection.filters]]);
  const request = useMemo(
    () => panelsRequest(selection, filters, openedAt),
    // oxlint-disable-next-line react/exhaustive-deps -- the text stands for the selection, which is read again each time
    [selectionText, filters, openedAt],
  );
  const usual = REFRESHES.get(chosenRefresh(address) ?? "") ?? configuration.refresh;
  return (
    <PanelBoard
      dashboardId={id}
      version={version}
      configuration={rowHeight === undefined ? configuration : { ...configuration, grid: { ...grid, rowHeight } }}
      request={request}
      refreshOf={({ overrides }) => overrides.refresh ?? usual}
      onRange={isRangeFixed ? undefined : (range) => change(rangeChange(range))}
      onSaved={onSaved ?? (() => void queries.invalidateQueries({ queryKey: dashboardQuery(id).queryKey }))}
      bar={(shown) => children({ configuration, selection, shown, isOff: usual.type === "off" })}
    />
  );
}
