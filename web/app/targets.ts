// What Ctrl+K leads to, by name: the pages of a role, the documents of Help, and the devices, gateways, dashboards and
// views of a user.
import { BookOpen, ChartColumn, Cpu, LayoutDashboard, LayoutList, RadioTower, type LucideIcon } from "lucide-react";
import { api, ask } from "../api/client.ts";
import type { Role } from "../api/role.ts";
import type { Identity } from "../api/session.ts";
import { words } from "../words/words.ts";
import { placesFor } from "./navigation.ts";

export interface Target {
  readonly path: string;
  readonly name: string;
  /** What else tells it apart; may be empty. */
  readonly detail: string;
}

/** Targets of one kind; never empty. */
export interface TargetGroup {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly targets: readonly Target[];
}

/** Of each kind that is searched. */
const TARGETS_MAX = 6;

/** The pages whose name contains the text: all of them for none. */
export function pagesNamed(role: Role, text: string): readonly TargetGroup[] {
  const targets = placesFor(role)
    .flatMap(({ places }) => places)
    .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
    .map(({ path, label }) => ({ path, name: label, detail: "" }));
  return groupOf(words.app.goTo.pages, LayoutList, targets);
}

/** The documents of Help whose title contains the text: none for no text. */
export function documentsNamed(text: string): readonly TargetGroup[] {
  if (text === "") return [];
  const targets = Object.entries(words.help.documents)
    .filter(([, { title }]) => title.toLowerCase().includes(text.toLowerCase()))
    .map(([name, { title, about }]) => targetOf(`/help/${name}`, title, about));
  return groupOf(words.help.title, BookOpen, targets);
}

/** Throws an ApiProblem. */
export async function findTargets(user: Identity, text: string, signal: AbortSignal): Promise<readonly TargetGroup[]> {
  if (user.role === "SYS_ADMIN") return [];
  const query = { page: 0, pageSize: TARGETS_MAX, textSearch: text };
  const byName = { ...query, sortProperty: "name", sortOrder: "ASC" } as const;
  const byTitle = { ...query, sortProperty: "title", sortOrder: "ASC" } as const;
  const [gateways, devices, dashboards, views] = await Promise.all([
    user.role === "TENANT_ADMIN" ? ask(api.GET("/api/gateways", { params: { query: byName }, signal })) : { data: [] },
    user.role === "TENANT_ADMIN"
      ? ask(api.GET("/api/tenant/deviceInfos", { params: { query: { ...byName, gateway: false } }, signal }))
      : ask(
          api.GET("/api/customer/{customerId}/deviceInfos", {
            params: { path: { customerId: user.customerId }, query: { ...byName, gateway: false } },
            signal,
          }),
        ),
    user.role === "TENANT_ADMIN"
      ? ask(api.GET("/api/tenant/dashboards", { params: { query: byTitle }, signal }))
      : ask(
          api.GET("/api/customer/{customerId}/dashboards", {
            params: { path: { customerId: user.customerId }, query: byTitle },
            signal,
          }),
        ),
    ask(api.GET("/apiAnalytics/v1/views", { params: { query: byName }, signal })),
  ]);
  return [
    ...groupOf(
      words.app.places.gateways,
      RadioTower,
      gateways.data.map(({ id, name, label }) => targetOf(`/gateways/${id.id}`, name, label)),
    ),
    ...groupOf(
      words.app.places.devices,
      Cpu,
      devices.data.map(({ id, name, label }) => targetOf(`/devices/${id.id}`, name, label)),
    ),
    ...groupOf(
      words.app.places.dashboards,
      LayoutDashboard,
      dashboards.data.map(({ id, title }) => targetOf(`/dashboards/${id.id}`, title, null)),
    ),
    ...groupOf(
      words.app.places.views,
      ChartColumn,
      views.data.map(({ id, name, folder }) => targetOf(`/views/${id}`, name, folder)),
    ),
  ];
}

function targetOf(path: string, name: string, detail: string | null | undefined): Target {
  return { path, name, detail: detail ?? "" };
}

function groupOf(label: string, icon: LucideIcon, targets: readonly Target[]): readonly TargetGroup[] {
  return targets.length === 0 ? [] : [{ label, icon, targets }];
}
