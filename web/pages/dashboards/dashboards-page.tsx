// The dashboards of a tenant, which its administrators make, or those that are assigned to the viewer's customer.
import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { Copy, FileDown, House, PanelsTopLeft, Pencil, TextCursorInput, Trash2, Users } from "lucide-react";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { EntityListPage } from "../../app/entity-list.tsx";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { CREATED } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { Marked } from "../../components/marked.tsx";
import { NameLink } from "../../components/name-link.tsx";
import type { RowAction } from "../../components/row-menu.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { createDashboard, readDashboard, type DashboardInfo } from "../dashboard/dashboard-calls.ts";
import { copyTitle } from "../dashboard/panel-kinds.ts";
import { words } from "../../words/words.ts";
import { AssignCustomers } from "./assign-customers.tsx";
import { useDownload } from "./dashboard-file.ts";
import { MakeHome } from "./make-home.tsx";
import { NewDashboard } from "./new-dashboard.tsx";
import { OpenDashboardFile } from "./open-dashboard-file.tsx";
import { RenameDashboard } from "./rename-dashboard.tsx";
import { ShowInTurn } from "./wall-dialog.tsx";

const WORDS = words.dashboards;

const TITLE: Column<DashboardInfo, "title"> = {
  id: "title",
  label: words.components.common.dashboard,
  sortBy: "title",
  cell: (dashboard) => (
    <NameLink
      to={pathOf(dashboard)}
      name={dashboard.title}
      badge={
        dashboard.assignedCustomers.some((each) => each.public) && <StatusBadge tone="warning" label={WORDS.public} />
      }
    />
  ),
};
const CUSTOMERS: Column<DashboardInfo> = {
  id: "customers",
  label: WORDS.assignedTo,
  under: { column: "title", isLabelled: true },
  cell: ({ assignedCustomers }) => <CustomerNames customers={assignedCustomers} />,
};
const NAMES_MAX = 3;

interface Opened {
  readonly dashboard: DashboardInfo;
  readonly dialog: "rename" | "assign" | "home";
}

export function DashboardsPage(): ReactNode {
  const { role, customerId } = useUser();
  const isAdministrator = role === "TENANT_ADMIN";
  const [opened, setOpened] = useState<Opened | null>(null);
  const actionsOf = useDashboardActions((dashboard, dialog) => setOpened({ dashboard, dialog }));
  const navigate = useNavigate();
  const close = (): void => setOpened(null);
  return (
    <EntityListPage
      title={WORDS.title}
      description={isAdministrator ? WORDS.says : WORDS.saysCustomers}
      noun="dashboard"
      icon={PanelsTopLeft}
      columns={isAdministrator ? [TITLE, CUSTOMERS, CREATED] : [TITLE, CREATED]}
      nameOf={({ title }) => title}
      sort="title"
      search={WORDS.search}
      read={(query) => ({
        queryKey: ["dashboards", "list", query],
        queryFn: ({ signal }) =>
          isAdministrator
            ? ask(api.GET("/api/tenant/dashboards", { params: { query }, signal }))
            : ask(
                api.GET("/api/customer/{customerId}/dashboards", { params: { path: { customerId }, query }, signal }),
              ),
      })}
      pathOf={pathOf}
      bulk={(chosen) => <ShowInTurn {...chosen} />}
      {...(isAdministrator
        ? {
            actionsOf,
            actions: <OpenDashboardFile />,
            create: {
              label: WORDS.new,
              dialog: (closeNew: () => void) => (
                <NewDashboard
                  onCreated={(dashboard, isEmpty) =>
                    navigate({ to: `${pathOf(dashboard)}${isEmpty ? "/edit" : ""}`, replace: true })
                  }
                  onClose={closeNew}
                />
              ),
            },
          }
        : {})}
      empty={{
        title: WORDS.empty,
        text: isAdministrator ? WORDS.emptySays : WORDS.emptySaysCustomers,
      }}
    >
      {opened?.dialog === "rename" && <RenameDashboard dashboard={opened.dashboard} onClose={close} />}
      {opened?.dialog === "assign" && <AssignCustomers dashboard={opened.dashboard} onClose={close} />}
      {opened?.dialog === "home" && <MakeHome dashboard={opened.dashboard} onClose={close} />}
    </EntityListPage>
  );
}

function pathOf({ id }: Pick<DashboardInfo, "id">): string {
  return `/dashboards/${id.id}`;
}

function CustomerNames({ customers }: { readonly customers: DashboardInfo["assignedCustomers"] }): ReactNode {
  if (customers.length === 0) return <Text c="dimmed">{WORDS.nobody}</Text>;
  const names = customers.slice(0, NAMES_MAX).map(({ title }) => title);
  const more = customers.length - names.length;
  const named = names.join(", ");
  return (
    <Text className="foreign" lineClamp={2}>
      {more > 0 ? WORDS.andMore(named, more) : named}
    </Text>
  );
}

function useDashboardActions(
  open: (dashboard: DashboardInfo, dialog: Opened["dialog"]) => void,
): (dashboard: DashboardInfo) => readonly RowAction[] {
  const navigate = useNavigate();
  const download = useDownload();
  const copy = useAction({
    call: async ({ id }: DashboardInfo) => {
      const { title, configuration } = await readDashboard(id.id);
      return await createDashboard(copyTitle(title), configuration);
    },
    done: ({ title }) => WORDS.duplicated(title),
    failed: WORDS.notDuplicated,
    stale: ["dashboards"],
  });
  const remove = useAction({
    call: ({ id }: DashboardInfo) =>
      ask(api.DELETE("/api/dashboard/{dashboardId}", { params: { path: { dashboardId: id.id } } })),
    question: ({ title }) => ({
      title: WORDS.deletion.question,
      text: <Marked text={WORDS.deletion.text} as={() => <strong className="foreign">{title}</strong>} />,
      action: WORDS.deletion.action,
    }),
    done: (_, { title }) => WORDS.deletion.done(title),
    failed: WORDS.deletion.failed,
    stale: ["dashboards"],
  });
  return (dashboard) => [
    {
      label: words.components.common.edit,
      icon: Pencil,
      onChosen: () => void navigate({ to: `${pathOf(dashboard)}/edit` }),
    },
    { label: WORDS.rename, icon: TextCursorInput, onChosen: () => open(dashboard, "rename") },
    { label: WORDS.duplicate, icon: Copy, onChosen: () => copy.run(dashboard) },
    { label: WORDS.assign, icon: Users, onChosen: () => open(dashboard, "assign") },
    { label: WORDS.home, icon: House, onChosen: () => open(dashboard, "home") },
    { label: WORDS.export, icon: FileDown, onChosen: () => download.run(dashboard.id.id) },
    { label: words.components.common.delete, icon: Trash2, isDangerous: true, onChosen: () => remove.run(dashboard) },
  ];
}
