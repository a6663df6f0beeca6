// The dashboards that are assigned to a customer: its users read them.
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { PanelsTopLeft, Users } from "lucide-react";
import { useState, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import { EntityList } from "../../app/entity-list.tsx";
import { CREATED } from "../../components/columns.tsx";
import type { Column } from "../../components/data-table.tsx";
import { NameLink } from "../../components/name-link.tsx";
import { words } from "../../words/words.ts";
import type { DashboardInfo } from "../dashboard/dashboard-calls.ts";
import { AssignCustomers } from "../dashboards/assign-customers.tsx";

const WORDS = words.customers.dashboards;
const TITLE: Column<DashboardInfo, "title"> = {
  id: "title",
  label: words.components.common.dashboard,
  sortBy: "title",
  cell: (dashboard) => <NameLink to={pathOf(dashboard)} name={dashboard.title} />,
};
const COLUMNS = [TITLE, CREATED];

export function CustomerDashboards({ customerId }: { readonly customerId: string }): ReactNode {
  const [assigned, setAssigned] = useState<DashboardInfo | null>(null);
  return (
    <EntityList
      noun="dashboard"
      icon={PanelsTopLeft}
      columns={COLUMNS}
      nameOf={({ title }) => title}
      sort="title"
      search={words.dashboards.search}
      read={(query) => ({
        queryKey: ["dashboards", "customer", customerId, query],
        queryFn: read("/api/customer/{customerId}/dashboards", { path: { customerId }, query }),
      })}
      pathOf={pathOf}
      actionsOf={(dashboard) => [
        { label: words.dashboards.assign, icon: Users, onChosen: () => setAssigned(dashboard) },
      ]}
      empty={{
        title: WORDS.empty,
        text: WORDS.emptyText,
        action: (
          <Button component={Link} to="/dashboards" variant="light">
            {words.app.nouns.dashboard.all}
          </Button>
        ),
      }}
    >
      {assigned !== null && <AssignCustomers dashboard={assigned} onClose={() => setAssigned(null)} />}
    </EntityList>
  );
}

function pathOf({ id }: DashboardInfo): string {
  return `/dashboards/${id.id}`;
}
