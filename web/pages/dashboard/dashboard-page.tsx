// A dashboard: its panels over one range, refresh and filter bar, computed together for everybody who looks at it.
import { ActionIcon, Button, Menu } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { EllipsisVertical, FileDown, History, House, PanelsTopLeft, Pencil, Users } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";
import { EntityPage, usePageId } from "../../app/entity-page.tsx";
import { useAddress } from "../../app/list-state.ts";
import { useUser } from "../../app/use-session.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { AssignCustomers } from "../dashboards/assign-customers.tsx";
import { useDownload } from "../dashboards/dashboard-file.ts";
import { MakeHome } from "../dashboards/make-home.tsx";
import { selectionOf } from "../view/view-address.ts";
import { configurationOf, type Configuration } from "./configuration.ts";
import { chosenRefresh, panelsRequest, REFRESHES } from "./dashboard-address.ts";
import { dashboardQuery, type Dashboard } from "./dashboard-calls.ts";
import { FilterBar } from "./filter-bar.tsx";
import { PanelBoard } from "./panel-board.tsx";

export const ABOVE = { label: "Dashboards", path: "/dashboards" };

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
  const edit = (
    <Button component={Link} to={`/dashboards/${dashboard.id.id}/edit`} leftSection={<Pencil />} variant="default">
      Edit
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
              {isAdministrator && configuration !== null && edit}
              <More dashboard={dashboard} isAdministrator={isAdministrator} />
            </>
          )
        }
      />
      {configuration === null ? (
        <AnotherPrograms />
      ) : configuration.panels.length === 0 ? (
        <EmptyState icon={PanelsTopLeft} title="No panels yet" action={isAdministrator ? edit : undefined}>
          {isAdministrator ? "Add charts, figures, maps and notes." : "Nobody has added one."}
        </EmptyState>
      ) : (
        <Board dashboard={dashboard} configuration={configuration} />
      )}
    </>
  );
}

/** In the place of panels that are not ours. */
export function AnotherPrograms(): ReactNode {
  return (
    <EmptyState icon={PanelsTopLeft} title="This dashboard belongs to another program">
      Its configuration is kept for that program. This page draws only dashboards that were made here.
    </EmptyState>
  );
}

interface BoardProps {
  readonly dashboard: Dashboard;
  readonly configuration: Configuration;
}

function Board({ dashboard: { id, version }, configuration }: BoardProps): ReactNode {
  const { filters } = configuration;
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
  return (
    <PanelBoard
      dashboardId={id.id}
      version={version}
      configuration={configuration}
      request={request}
      refreshOf={({ overrides }) => overrides.refresh ?? usual}
      onSaved={() => void queries.invalidateQueries({ queryKey: dashboardQuery(id.id).queryKey })}
      bar={(shown) => (
        <FilterBar configuration={configuration} selection={selection} shown={shown} isOff={usual.type === "off"} />
      )}
    />
  );
}

interface MoreProps {
  readonly dashboard: Dashboard;
  readonly isAdministrator: boolean;
}

function More({ dashboard, isAdministrator }: MoreProps): ReactNode {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<"assign" | "home" | null>(null);
  const download = useDownload();
  const close = (): void => setOpened(null);
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <EllipsisVertical size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isAdministrator && (
            <Menu.Item leftSection={<Users />} onClick={() => setOpened("assign")}>
              Assign to customers
            </Menu.Item>
          )}
          <Menu.Item leftSection={<House />} onClick={() => setOpened("home")}>
            {isAdministrator ? "Make it the home of …" : "Make it my home"}
          </Menu.Item>
          {isAdministrator && (
            <Menu.Item leftSection={<History />} onClick={() => void navigate({ to: historyPath(dashboard.id.id) })}>
              History
            </Menu.Item>
          )}
          {isAdministrator && (
            <Menu.Item leftSection={<FileDown />} onClick={() => download.run(dashboard.id.id)}>
              Save as a file
            </Menu.Item>
          )}
          <Menu.Item leftSection={<PanelsTopLeft />} onClick={() => void navigate({ to: ABOVE.path })}>
            All dashboards
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened === "assign" && <AssignCustomers dashboard={dashboard} onClose={close} />}
      {opened === "home" && <MakeHome dashboard={dashboard} onClose={close} />}
    </>
  );
}
