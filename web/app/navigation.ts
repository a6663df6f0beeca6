// The places of the web interface, in the order in which the menu shows them, and who sees them.
import {
  Activity,
  Building2,
  ChartColumn,
  Cpu,
  Gauge,
  KeyRound,
  Layers,
  LayoutDashboard,
  RadioTower,
  ScrollText,
  Settings2,
  ShieldCheck,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { Role } from "../api/session.ts";

export interface Place {
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly roles: readonly Role[];
}

export interface PlaceGroup {
  readonly label: string;
  readonly places: readonly Place[];
}

const S: Role = "SYS_ADMIN";
const T: Role = "TENANT_ADMIN";
const C: Role = "CUSTOMER_USER";

export const PLACES: readonly PlaceGroup[] = [
  {
    label: "Operate",
    places: [
      { path: "/overview", label: "Overview", icon: LayoutDashboard, roles: [S, T, C] },
      { path: "/gateways", label: "Gateways", icon: RadioTower, roles: [T] },
      { path: "/devices", label: "Devices", icon: Cpu, roles: [T, C] },
      { path: "/views", label: "Table views", icon: ChartColumn, roles: [T, C] },
    ],
  },
  {
    label: "Manage",
    places: [
      { path: "/tenants", label: "Tenants", icon: Building2, roles: [S] },
      { path: "/tenant-profiles", label: "Tenant profiles", icon: Layers, roles: [S] },
      { path: "/profiles", label: "Device profiles", icon: Layers, roles: [T] },
      { path: "/customers", label: "Customers", icon: Building2, roles: [T] },
      { path: "/users", label: "Users", icon: Users, roles: [T] },
      { path: "/limits", label: "Limits and usage", icon: Gauge, roles: [T, C] },
    ],
  },
  {
    label: "Administer",
    places: [
      { path: "/api-keys", label: "API keys", icon: KeyRound, roles: [S, T, C] },
      { path: "/audit", label: "Audit log", icon: ScrollText, roles: [S, T] },
      { path: "/security", label: "Security", icon: ShieldCheck, roles: [S] },
      { path: "/health", label: "System health", icon: Activity, roles: [S] },
      { path: "/account", label: "Account", icon: Settings2, roles: [S, T, C] },
    ],
  },
];

export function placesFor(role: Role): readonly PlaceGroup[] {
  return PLACES.map(({ label, places }) => ({
    label,
    places: places.filter(({ roles }) => roles.includes(role)),
  })).filter(({ places }) => places.length > 0);
}
