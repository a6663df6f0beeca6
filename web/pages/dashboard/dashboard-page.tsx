// A dashboard: its panels over one range, refresh and filter bar, computed together for everybody who looks at it.
import { ActionIcon, Button, Menu } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import {
  EllipsisVertical,
  FileDown,
  History,
  House,
  Link2,
  Maximize,
  PanelsTopLeft,
  Pencil,
  Save,
  Users,
} from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { EntityPage, usePageId } from "../../app/entity-page.tsx";
import { useAddress } from "../../app/list-state.ts";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { AssignCustomers } from "../dashboards/assign-customers.tsx";
import { useDownload } from "../dashboards/dashboard-file.ts";
import { MakeHome } from "../dashboards/make-home.tsx";
import { rangeChange, type RunRange } from "../view/view-address.ts";
import { enterFullScreen } from "../wall/full-screen.ts";
import { SECONDS_USUAL, WALL_PATH, wallAddress } from "../wall/wall-address.ts";
import { words } from "../../words/words.ts";
import { Board } from "./board.tsx";
import { configurationOf, type Configuration } from "./configuration.ts";
import { DashboardLinks } from "./dashboard-links.tsx";
import { dashboardQuery, saveDashboard, type Dashboard } from "./dashboard-calls.ts";
import { FilterBar } from "./filter-bar.tsx";
import { keptRange, keptRangeWords } from "./kept-range.ts";

const WORDS = words.dashboard;
export const ABOVE = { label: words.dashboards.title, path: "/dashboards" };

export function historyPath(dashboardId: string): string {
  return `/dashboards/${dashboardId}/history`;
}

export function DashboardPage(): ReactNode {
  const query = useQuery(dashboardQuery(usePageId()));
  return (
    <EntityPage noun="dashboard" above={ABOVE} query={query}>
      {(dashboard) => <OpenDashboard dashboard={dashboard} />}
    </EntityPage>
  );
}

function OpenDashboard({ dashboard }: { readonly dashboard: Dashboard }): ReactNode {
  const { role, isPublic } = useUser();
  const isAdministrator = role === "TENANT_ADMIN";
  const configuration = useMemo(() => configurationOf(dashboard.configuration), [dashboard.configuration]);
  const hasPanels = configuration !== null && configuration.panels.length > 0;
  const edit = (
    <Button component={Link} to={`/dashboards/${dashboard.id.id}/edit`} leftSection={<Pencil />} variant="default">
      {words.components.common.edit}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={dashboard.title}
        above={[ABOVE]}
        actions={
          // Nobody is behind a public page.
          isPublic ? undefined : (
            <>
              {hasPanels && <FullScreen dashboardId={dashboard.id.id} />}
              {isAdministrator && configuration !== null && edit}
              <More dashboard={dashboard} isAdministrator={isAdministrator} />
            </>
          )
        }
      />
      <Board
        dashboard={{ id: dashboard.id.id, version: dashboard.version }}
        configuration={configuration}
        action={isAdministrator ? edit : undefined}
      >
        {(board) => (
          <FilterBar
            {...board}
            action={
              isAdministrator && !isPublic ? (
                <KeepRange dashboard={dashboard} configuration={board.configuration} range={board.selection.range} />
              ) : undefined
            }
          />
        )}
      </Board>
    </>
  );
}

interface KeepRangeProps {
  readonly dashboard: Dashboard;
  readonly configuration: Configuration;
  readonly range: RunRange;
}

/** Saves the range that was chosen in the page as that of the dashboard, without a visit to its editor. */
function KeepRange({ dashboard, configuration, range }: KeepRangeProps): ReactNode {
  const { change } = useAddress();
  const queries = useQueryClient();
  const keep = useAction({
    call: (chosen: Exclude<RunRange, { kind: "saved" }>) =>
      saveDashboard(dashboard, {
        configuration: { ...configuration, timeRange: keptRange(chosen, Date.now(), configuration.timeRange) },
      }),
    done: ({ title, configuration: saved }) => {
      const timeRange = configurationOf(saved)?.timeRange ?? configuration.timeRange;
      return WORDS.bar.rangeKept(title, keptRangeWords(timeRange));
    },
    failed: WORDS.bar.rangeNotKept,
    stale: ["dashboards"],
    onDone: (saved) => {
      queries.setQueryData(dashboardQuery(saved.id.id).queryKey, saved);
      change(rangeChange({ kind: "saved" }));
    },
  });
  if (range.kind === "saved") return null;
  return (
    <BusyButton variant="subtle" leftSection={<Save />} isBusy={keep.isPending} onClick={() => keep.run(range)}>
      {WORDS.bar.keepRange}
    </BusyButton>
  );
}

/** Keeps the range and the filters of the page. */
function FullScreen({ dashboardId }: { readonly dashboardId: string }): ReactNode {
  const navigate = useNavigate();
  const wall = wallAddress([{ dashboardId, seconds: SECONDS_USUAL }]);
  const show = (): void => {
    void enterFullScreen();
    void navigate({ to: WALL_PATH, search: (present: object) => ({ ...present, ...wall }) });
  };
  return (
    <Button leftSection={<Maximize />} variant="default" onClick={show}>
      {WORDS.fullScreen}
    </Button>
  );
}

interface MoreProps {
  readonly dashboard: Dashboard;
  readonly isAdministrator: boolean;
}

function More({ dashboard, isAdministrator }: MoreProps): ReactNode {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<"assign" | "home" | "links" | null>(null);
  const download = useDownload();
  const close = (): void => setOpened(null);
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={WORDS.moreActions}>
            <EllipsisVertical size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isAdministrator && (
            <Menu.Item leftSection={<Users />} onClick={() => setOpened("assign")}>
              {words.dashboards.assign}
            </Menu.Item>
          )}
          {isAdministrator && configurationOf(dashboard.configuration) !== null && (
            <Menu.Item leftSection={<Link2 />} onClick={() => setOpened("links")}>
              {WORDS.links}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<House />} onClick={() => setOpened("home")}>
            {isAdministrator ? words.dashboards.home : WORDS.myHome}
          </Menu.Item>
          {isAdministrator && (
            <Menu.Item leftSection={<History />} onClick={() => void navigate({ to: historyPath(dashboard.id.id) })}>
              {words.dashboardHistory.title}
            </Menu.Item>
          )}
          {isAdministrator && (
            <Menu.Item leftSection={<FileDown />} onClick={() => download.run(dashboard.id.id)}>
              {words.dashboards.export}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<PanelsTopLeft />} onClick={() => void navigate({ to: ABOVE.path })}>
            {WORDS.all}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened === "assign" && <AssignCustomers dashboard={dashboard} onClose={close} />}
      {opened === "links" && <DashboardLinks dashboard={dashboard} onClose={close} />}
      {opened === "home" && <MakeHome dashboard={dashboard} onClose={close} />}
    </>
  );
}
