// The share links of a dashboard, which may fix its filters.
import type { ReactNode } from "react";
import { useAddress } from "../../app/list-state.ts";
import { linksOfDashboard, type FixableFilter } from "../share/link-calls.ts";
import { ShareLinks } from "../share/share-links.tsx";
import { selectionOf } from "../view/view-address.ts";
import { configurationOf, filterLabel, valuesOf } from "./configuration.ts";
import type { Dashboard } from "./dashboard-calls.ts";
import { BarFilterInput } from "./filter-bar.tsx";

interface DashboardLinksProps {
  readonly dashboard: Dashboard;
  readonly onClose: () => void;
}

export function DashboardLinks({ dashboard, onClose }: DashboardLinksProps): ReactNode {
  const { address } = useAddress();
  const filters = configurationOf(dashboard.configuration)?.filters ?? [];
  const fixable = filters.map((filter): FixableFilter => ({
    name: filter.name,
    label: filterLabel(filter),
    saved: valuesOf(filter),
    input: (values, onValues) => (
      <BarFilterInput filter={filter} values={values} onValues={(next) => onValues(next ?? [])} />
    ),
  }));
  return (
    <ShareLinks
      thing={linksOfDashboard(dashboard.id.id)}
      filters={fixable}
      present={selectionOf(address).filters}
      configuration={dashboard.configuration}
      onClose={onClose}
    />
  );
}
