// Every page of the web interface, with its tabs and the dialogs that have an address, as somebody who may see it.
import type { Page } from "playwright-core";
import type { ShownIds } from "./entities.ts";
import type { Viewer } from "./showcase.ts";

export interface ShownPage {
  /** Of its picture's file. */
  readonly name: string;
  readonly viewer: Viewer;
  readonly path: string;
  /** Whether it shows what people and devices have written, other than in a drawing. */
  readonly hasForeignTexts: boolean;
  /** What is done there first, for what has no address. */
  readonly act?: (page: Page) => Promise<void>;
}

/** A path, or one whose page has words of its own alone, or on which something is done first. */
type Shown =
  string | { readonly ownWordsAt: string } | { readonly at: string; readonly act: NonNullable<ShownPage["act"]> };

const DEVICE_TABS = ["latest", "charts", "attributes", "rpc", "details", "credentials", "connectivity", "audit"];
/** Their texts are part of the page; those of others are drawn. */
const CHARTS_WITH_TEXTS = ["gauge", "pivot", "figure", "line"] as const;
const CHARTS_ON_CANVAS = ["timeline", "map", "area", "bars", "pie", "heat", "dots"] as const;
const GATEWAY_TABS = ["traffic", "devices", "messages", "refusals", "latest", "attributes", "details"];

export function shownPages(ids: ShownIds): readonly ShownPage[] {
  return [
    ...as("nobody", {
      "sign-in": ownWords("/login"),
      "set-password": ownWords("/login/createPassword?activateToken=unknown"),
      "reset-password": ownWords("/login/resetPassword?resetToken=unknown"),
      "forgotten-password": ownWords("/login/forgotten"),
      "activation-expired": ownWords("/activationLinkExpired"),
      "reset-expired": ownWords("/passwordResetLinkExpired"),
      "not-found": ownWords("/overview/no-such-page"),
      embedded: ownWords(`/embed/${ids.chartView}?link=${ids.viewLink}`),
      "embedded-dashboard": `/embed/dashboards/${ids.dashboard}?link=${ids.dashboardLink}`,
      "embedded-dashboard-wall": `/embed/dashboards/${ids.dashboard}?link=${ids.dashboardLink}&wall=true`,
    }),
    ...as("tenantAdmin", {
      help: ownWords("/help"),
      "help-document": ownWords("/help/dashboards"),
      "help-settings": ownWords("/help/settings#mqtt"),
      overview: ownWords("/overview"),
      start: ownWords("/start"),
      "start-connect": `/start?gateway=${ids.idleGateway}`,
      gateways: "/gateways",
      refusals: "/gateways?tab=refusals",
      ...each(GATEWAY_TABS, "gateway", (tab) => `/gateways/${ids.gateway}?tab=${tab}`),
      devices: "/devices",
      "devices-columns": "/devices?dialog=columns",
      "devices-import": "/devices?dialog=import-devices",
      ...each(DEVICE_TABS, "device", (tab) => `/devices/${ids.device}?tab=${tab}`),
      "meter-latest": `/devices/${ids.meter}?tab=latest`,
      "meter-charts-empty": `/devices/${ids.meter}?tab=charts&keys=power&start=946684800000&end=946771200000`,
      "meter-charts": `/devices/${ids.meter}?tab=charts&keys=power,energyWh&range=24h`,
      dashboards: "/dashboards",
      "dashboard-new": ownWords("/dashboards?new=1"),
      "dashboard-from-template": "/dashboards?new=energy",
      dashboard: `/dashboards/${ids.dashboard}`,
      "dashboard-wall": `/dashboards/wall?ids=${ids.controls},${ids.dashboard}&every=3600`,
      "dashboard-controls": `/dashboards/${ids.controls}`,
      "dashboard-controls-edit": `/dashboards/${ids.controls}/edit`,
      "dashboard-edit": `/dashboards/${ids.dashboard}/edit`,
      "dashboard-panel-form": {
        at: `/dashboards/${ids.dashboard}/edit`,
        act: (page) => page.locator("[data-edit] button").nth(1).click(),
      },
      "dashboard-history": `/dashboards/${ids.dashboard}/history`,
      "dashboard-revision": `/dashboards/${ids.dashboard}/history/1`,
      views: "/views",
      "view-new": ownWords("/views/new"),
      "view-edit": ownWords(`/views/${ids.chartView}/edit`),
      "view-chart": ownWords(`/views/${ids.chartView}`),
      "view-text": `/views/${ids.view}`,
      ...each(CHARTS_WITH_TEXTS, "chart", (chart) => `/views/${ids.charts[chart]}`),
      ...Object.fromEntries(
        CHARTS_ON_CANVAS.map((chart) => [`chart-${chart}`, ownWords(`/views/${ids.charts[chart]}`)] as const),
      ),
      "chart-edit": ownWords(`/views/${ids.charts.gauge}/edit?part=chart`),
      show: ownWords(`/show/${ids.chartView}`),
      profiles: "/profiles",
      "profile-new": ownWords("/profiles?new=1"),
      "profile-edit": ownWords(`/profiles?edit=${ids.deviceProfile}`),
      packages: "/packages",
      "package-new": ownWords("/packages?new=1"),
      rollouts: "/rollouts",
      rollout: `/rollouts/${ids.rollout}`,
      customers: "/customers",
      "customer-new": ownWords("/customers?new=1"),
      customer: `/customers/${ids.customer}`,
      users: "/users",
      "user-new": ownWords("/users?new=1"),
      limits: ownWords("/limits"),
      "api-keys": "/api-keys",
      "api-key-new": ownWords("/api-keys?new=1"),
      audit: "/audit",
      account: ownWords("/account"),
    }),
    ...as("customerUser", {
      "customer-user-overview": "/overview",
      "customer-user-devices": "/devices",
      "customer-user-device": `/devices/${ids.device}`,
      "customer-user-dashboards": "/dashboards",
      "customer-user-dashboard": `/dashboards/${ids.dashboard}`,
      "customer-user-dashboard-controls": `/dashboards/${ids.controls}`,
      "customer-user-views": "/views",
      "customer-user-view": ownWords(`/views/${ids.chartView}`),
      "customer-user-limits": ownWords("/limits"),
      "customer-user-api-keys": "/api-keys",
    }),
    ...as("sysAdmin", {
      installation: ownWords("/overview"),
      tenants: "/tenants",
      "tenant-new": ownWords("/tenants?new=1"),
      tenant: `/tenants/${ids.tenant}`,
      "tenant-usage": `/tenants/${ids.tenant}?tab=usage`,
      "tenant-profiles": "/tenant-profiles",
      "tenant-profile": `/tenant-profiles/${ids.tenantProfile}`,
      administrators: ownWords("/users"),
      security: ownWords("/security"),
      health: ownWords("/health"),
      "installation-audit": "/audit",
    }),
  ];
}

function as(viewer: Viewer, pages: Readonly<Record<string, Shown>>): readonly ShownPage[] {
  return Object.entries(pages).map(([name, shown]) => {
    if (typeof shown === "string") return { name, viewer, path: shown, hasForeignTexts: true };
    if ("ownWordsAt" in shown) return { name, viewer, path: shown.ownWordsAt, hasForeignTexts: false };
    return { name, viewer, path: shown.at, hasForeignTexts: true, act: shown.act };
  });
}

function ownWords(path: string): Shown {
  return { ownWordsAt: path };
}

function each<Tab extends string>(
  tabs: readonly Tab[],
  name: string,
  path: (tab: Tab) => string,
): Record<string, string> {
  return Object.fromEntries(tabs.map((tab) => [`${name}-${tab}`, path(tab)]));
}
