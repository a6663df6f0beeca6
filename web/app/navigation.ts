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

const PLACES: readonly PlaceGroup[] = [
  {
    label: "Operate",
    places: [
      { path: "/overview", label: "Overview", icon: LayoutDashboard },
      { path: "/dashboards", label: "Dashboards", icon: PanelsTopLeft },
      { path: "/gateways", label: "Gateways", icon: RadioTower },
      { path: "/devices", label: "Devices", icon: Cpu },
      { path: "/views", label: "Table views", icon: ChartColumn },
    ],
  },
  {
    label: "Manage",
    places: [
      { path: "/tenants", label: "Tenants", icon: Building2 },
      { path: "/tenant-profiles", label: "Tenant profiles", icon: Layers },
      { path: "/profiles", label: "Device profiles", icon: Layers },
      { path: "/packages", label: "Packages", icon: Package },
      { path: "/rollouts", label: "Rollouts", icon: Rocket },
      { path: "/customers", label: "Customers", icon: Building2 },
      { path: "/users", label: "Users", icon: Users },
      { path: "/limits", label: "Limits and usage", icon: Gauge },
    ],
  },
  {
    label: "Administer",
    places: [
      { path: "/api-keys", label: "API keys", icon: KeyRound },
      { path: "/audit", label: "Audit log", icon: ScrollText },
      { path: "/security", label: "Security", icon: ShieldCheck },
      { path: "/health", label: "System health", icon: Activity },
      { path: "/account", label: "Account", icon: Settings2 },
    ],
  },
];

export function placesFor(role: Role): readonly PlaceGroup[] {
  return PLACES.map(({ label, places }) => ({
    label,
    places: places.filter(({ path }) => maySee(role, path)),
  })).filter(({ places }) => places.length > 0);
}
