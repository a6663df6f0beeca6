// The tabs of a device's page in order, each a chunk of its own, with the roles that see them and their names in the
// address.
import { ChartLine, Fingerprint, Gauge, Plug, ScrollText, Settings2, SquareTerminal, Tags } from "lucide-react";
import { lazy, type ComponentType } from "react";
import type { Role } from "../../api/role.ts";
import type { PageTab } from "../../app/page-tabs.tsx";
import { words } from "../../words/words.ts";
import type { DeviceTabProps } from "./device-tab.ts";

interface DeviceTab extends Omit<PageTab, "content"> {
  readonly isForAdmins?: boolean;
  /** Shows credentials. Those of a gateway reach all devices of the tenant, so only administrators see them. */
  readonly hasCredentials?: boolean;
  readonly content: ComponentType<DeviceTabProps>;
}

const WORDS = words.device.tabs;
const DEVICE_TABS: readonly DeviceTab[] = [
  {
    id: "latest",
    label: WORDS.latest,
    icon: Gauge,
    content: fetched(async () => (await import("./latest-tab.tsx")).LatestTab),
  },
  {
    id: "charts",
    label: WORDS.charts,
    icon: ChartLine,
    content: fetched(async () => (await import("./charts-tab.tsx")).ChartsTab),
    fetchAhead: () => {
      // A failure shows when the tab is opened.
      Promise.all([import("./charts-tab.tsx"), import("../../components/chart/echarts.ts")]).catch(() => undefined);
    },
  },
  {
    id: "attributes",
    label: WORDS.attributes,
    icon: Tags,
    content: fetched(async () => (await import("./attributes-tab.tsx")).AttributesTab),
  },
  {
    id: "rpc",
    label: WORDS.rpc,
    icon: SquareTerminal,
    content: fetched(async () => (await import("./rpc-tab.tsx")).RpcTab),
  },
  {
    id: "details",
    label: WORDS.details,
    icon: Settings2,
    content: fetched(async () => (await import("./details-tab.tsx")).DetailsTab),
  },
  {
    id: "credentials",
    label: WORDS.credentials,
    icon: Fingerprint,
    hasCredentials: true,
    content: fetched(async () => (await import("./credentials-tab.tsx")).CredentialsTab),
  },
  {
    id: "connectivity",
    label: WORDS.connectivity,
    icon: Plug,
    hasCredentials: true,
    content: fetched(async () => (await import("./connectivity-tab.tsx")).ConnectivityTab),
  },
  {
    id: "audit",
    label: WORDS.audit,
    icon: ScrollText,
    isForAdmins: true,
    content: fetched(async () => (await import("./audit-tab.tsx")).AuditTab),
  },
];

function fetched(load: () => Promise<ComponentType<DeviceTabProps>>): ComponentType<DeviceTabProps> {
  return lazy(async () => ({ default: await load() }));
}

export function deviceTabsFor(role: Role, isGateway: boolean): readonly DeviceTab[] {
  return DEVICE_TABS.filter(
    ({ isForAdmins = false, hasCredentials = false }) =>
      role === "TENANT_ADMIN" || !(isForAdmins || (hasCredentials && isGateway)),
  );
}
