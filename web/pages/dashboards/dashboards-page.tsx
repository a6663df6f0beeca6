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
import { NameLink } from "../../components/name-link.tsx";
import type { RowAction } from "../../components/row-menu.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { createDashboard, readDashboard, type DashboardInfo } from "../dashboard/dashboard-calls.ts";
import { AssignCustomers } from "./assign-customers.tsx";
import { useDownload } from "./dashboard-file.ts";
import { MakeHome } from "./make-home.tsx";
import { NewDashboard } from "./new-dashboard.tsx";
import { OpenDashboardFile } from "./open-dashboard-file.tsx";
import { RenameDashboard } from "./rename-dashboard.tsx";
import { ShowInTurn } from "./wall-dialog.tsx";

const TITLE: Column<DashboardInfo, "title"> = {
  id: "title",
  label: "Dashboard",
  sortBy: "title",
  cell: (dashboard) => (
    <NameLink
      to={pathOf(dashboard)}
      name={dashboard.title}
      badge={dashboard.assignedCustomers.some((each) => each.public) && <StatusBadge tone="warning" label="Public" />}
    />
  ),
};
const CUSTOMERS: Column<DashboardInfo> = {
  id: "customers",
  label: "Assigned to",
  isMinor: true,
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
      title="Dashboards"
      description={
        isAdministrator
          ? "Pages of charts, figures, maps and notes on live values. Assign one to customers, and their users see it with what they may see."
          : "Pages of charts, figures and maps that are assigned to you."
      }
      noun="dashboard"
      icon={PanelsTopLeft}
      columns={isAdministrator ? [TITLE, CUSTOMERS, CREATED] : [TITLE, CREATED]}
      nameOf={({ title }) => title}
      sort="title"
      search="Search by title"
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
              label: "New dashboard",
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
        title: "No dashboards yet",
        text: isAdministrator
          ? "Create one from a template, or empty, and add panels for the values that you want to see together."
          : "An administrator has not assigned one to you yet.",
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
  if (customers.length === 0) return <Text c="dimmed">Nobody</Text>;
  const names = customers.slice(0, NAMES_MAX).map(({ title }) => title);
  const more = customers.length - names.length;
  return (
    <Text className="foreign" lineClamp={2}>
      {names.join(", ")}
      {more > 0 && ` and ${more.toLocaleString()} more`}
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
    done: ({ title }) => `“${title}” is a dashboard of its own.`,
    failed: "The dashboard was not duplicated",
    stale: ["dashboards"],
  });
  const remove = useAction({
    call: ({ id }: DashboardInfo) =>
      ask(api.DELETE("/api/dashboard/{dashboardId}", { params: { path: { dashboardId: id.id } } })),
    question: ({ title }) => ({
      title: "Delete this dashboard?",
      text: (
        <>
          <strong className="foreign">{title}</strong> is deleted with its history. This cannot be undone.
        </>
      ),
      action: "Delete dashboard",
    }),
    done: (_, { title }) => `“${title}” is deleted.`,
    failed: "The dashboard was not deleted",
    stale: ["dashboards"],
  });
  return (dashboard) => [
    { label: "Edit", icon: Pencil, onChosen: () => void navigate({ to: `${pathOf(dashboard)}/edit` }) },
    { label: "Rename", icon: TextCursorInput, onChosen: () => open(dashboard, "rename") },
    { label: "Duplicate", icon: Copy, onChosen: () => copy.run(dashboard) },
    { label: "Assign to customers", icon: Users, onChosen: () => open(dashboard, "assign") },
    { label: "Make it the home of …", icon: House, onChosen: () => open(dashboard, "home") },
    { label: "Save as a file", icon: FileDown, onChosen: () => download.run(dashboard.id.id) },
    { label: "Delete", icon: Trash2, isDangerous: true, onChosen: () => remove.run(dashboard) },
  ];
}

const COPY = " (copy)";
const TITLE_CHARS_MAX = 255;

/** As long as a title may be. */
export function copyTitle(title: string): string {
  return `${title.slice(0, TITLE_CHARS_MAX - COPY.length)}${COPY}`;
}
