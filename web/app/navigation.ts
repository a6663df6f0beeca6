// The places of the web interface, in the order in which the menu shows them.
import {
  Activity,
  Building2,
  ChartColumn,
  Cpu,
  Gauge,
  KeyRound,
  Layers,
  LayoutDashboard,
  Package,
  PanelsTopLeft,
  RadioTower,
  Rocket,
  ScrollText,
  Settings2,
  ShieldCheck,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { Role } from "../api/role.ts";
import { words } from "../words/words.ts";
import { maySee, type PagePath } from "./roles-of-pages.ts";

export interface Place {
  readonly path: PagePath;
  readonly label: string;
  readonly icon: LucideIcon;
}

export interface PlaceGroup {
  readonly label: string;
  readonly places: readonly Place[];
}

const { placeGroups, places: labels } = words.app;

const PLACES: readonly PlaceGroup[] = [
  {
    label: placeGroups.operate,
    places: [
      { path: "/overview", label: labels.overview, icon: LayoutDashboard },
      { path: "/dashboards", label: labels.dashboards, icon: PanelsTopLeft },
      { path: "/gateways", label: labels.gateways, icon: RadioTower },
      { path: "/devices", label: labels.devices, icon: Cpu },
      { path: "/views", label: labels.views, icon: ChartColumn },
    ],
  },
  {
    label: placeGroups.manage,
    places: [
      { path: "/tenants", label: labels.tenants, icon: Building2 },
      { path: "/tenant-profiles", label: labels.tenantProfiles, icon: Layers },
      { path: "/profiles", label: labels.profiles, icon: Layers },
      { path: "/packages", label: labels.packages, icon: Package },
      { path: "/rollouts", label: labels.rollouts, icon: Rocket },
      { path: "/customers", label: labels.customers, icon: Building2 },
      { path: "/users", label: labels.users, icon: Users },
      { path: "/limits", label: labels.limits, icon: Gauge },
    ],
  },
  {
    label: placeGroups.administer,
    places: [
      { path: "/api-keys", label: labels.apiKeys, icon: KeyRound },
      { path: "/audit", label: labels.audit, icon: ScrollText },
      { path: "/security", label: labels.security, icon: ShieldCheck },
      { path: "/health", label: labels.health, icon: Activity },
      { path: "/account", label: labels.account, icon: Settings2 },
    ],
  },
];

export function placesFor(role: Role): readonly PlaceGroup[] {
  return PLACES.map(({ label, places }) => ({
    label,
    places: places.filter(({ path }) => maySee(role, path)),
  })).filter(({ places }) => places.length > 0);
}
