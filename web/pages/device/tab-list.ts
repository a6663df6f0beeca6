// The tabs of a device's page, in their order, each a chunk of its own; who sees them; their names in the address.
import {
  ChartLine,
  Fingerprint,
  Gauge,
  Plug,
  ScrollText,
  Settings2,
  SquareTerminal,
  Tags,
  type LucideIcon,
} from "lucide-react";
import { lazy, type ComponentType } from "react";
import type { Role } from "../../api/role.ts";
import type { DeviceTabProps } from "./device-tab.ts";

export interface DeviceTab {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly roles: readonly Role[];
  readonly content: ComponentType<DeviceTabProps>;
  /** What takes a while to fetch, for when a click is likely to follow. */
  readonly fetchAhead?: () => void;
}

const MEMBERS: readonly Role[] = ["TENANT_ADMIN", "CUSTOMER_USER"];
const ADMINS: readonly Role[] = ["TENANT_ADMIN"];

const DEVICE_TABS: readonly DeviceTab[] = [
  {
    id: "latest",
    label: "Latest values",
    icon: Gauge,
    roles: MEMBERS,
    content: lazy(async () => ({ default: (await import("./latest-tab.tsx")).LatestTab })),
  },
  {
    id: "charts",
    label: "Charts",
    icon: ChartLine,
    roles: MEMBERS,
    content: lazy(async () => ({ default: (await import("./charts-tab.tsx")).ChartsTab })),
    fetchAhead: () => {
      // A failure is told when the tab is opened.
      Promise.all([import("./charts-tab.tsx"), import("../../components/chart/echarts.ts")]).catch(() => undefined);
    },
  },
  {
    id: "attributes",
    label: "Attributes",
    icon: Tags,
    roles: MEMBERS,
    content: lazy(async () => ({ default: (await import("./attributes-tab.tsx")).AttributesTab })),
  },
  {
    id: "rpc",
    label: "RPC",
    icon: SquareTerminal,
    roles: MEMBERS,
    content: lazy(async () => ({ default: (await import("./rpc-tab.tsx")).RpcTab })),
  },
  {
    id: "details",
    label: "Details",
    icon: Settings2,
    roles: MEMBERS,
    content: lazy(async () => ({ default: (await import("./details-tab.tsx")).DetailsTab })),
  },
  {
    id: "credentials",
    label: "Credentials",
    icon: Fingerprint,
    roles: MEMBERS,
    content: lazy(async () => ({ default: (await import("./credentials-tab.tsx")).CredentialsTab })),
  },
  {
    id: "connectivity",
    label: "Connectivity",
    icon: Plug,
    roles: MEMBERS,
    content: lazy(async () => ({ default: (await import("./connectivity-tab.tsx")).ConnectivityTab })),
  },
  {
    id: "audit",
    label: "Audit",
    icon: ScrollText,
    roles: ADMINS,
    content: lazy(async () => ({ default: (await import("./audit-tab.tsx")).AuditTab })),
  },
];

export function deviceTabsFor(role: Role): readonly DeviceTab[] {
  return DEVICE_TABS.filter(({ roles }) => roles.includes(role));
}
