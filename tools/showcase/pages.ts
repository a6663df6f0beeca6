// Every page of the web interface, with its tabs and the dialogs that have an address, as somebody who may see it.
import type { ShownIds } from "./entities.ts";
import type { Viewer } from "./showcase.ts";

export interface ShownPage {
  /** Of its picture's file. */
  readonly name: string;
  readonly viewer: Viewer;
  readonly path: string;
}

const DEVICE_TABS = ["latest", "charts", "attributes", "rpc", "details", "credentials", "connectivity", "audit"];
const GATEWAY_TABS = ["traffic", "devices", "messages"];

export function shownPages(ids: ShownIds): readonly ShownPage[] {
  return [
    ...as("nobody", {
      "sign-in": "/login",
      "set-password": "/login/createPassword?activateToken=unknown",
      "reset-password": "/login/resetPassword?resetToken=unknown",
      "forgotten-password": "/login/forgotten",
      "activation-expired": "/activationLinkExpired",
      "reset-expired": "/passwordResetLinkExpired",
      "not-found": "/overview/no-such-page",
      embedded: `/embed/${ids.chartView}?link=${ids.viewLink}`,
    }),
    ...as("tenantAdmin", {
      overview: "/overview",
      start: "/start",
      "start-connect": `/start?gateway=${ids.idleGateway}`,
      gateways: "/gateways",
      ...each(GATEWAY_TABS, "gateway", (tab) => `/gateways/${ids.gateway}?tab=${tab}`),
      devices: "/devices",
      ...each(DEVICE_TABS, "device", (tab) => `/devices/${ids.device}?tab=${tab}`),
      "meter-latest": `/devices/${ids.meter}?tab=latest`,
      "meter-charts": `/devices/${ids.meter}?tab=charts&keys=power&range=day`,
      views: "/views",
      "view-new": "/views/new",
      "view-edit": `/views/${ids.chartView}/edit`,
      "view-chart": `/views/${ids.chartView}`,
      "view-text": `/views/${ids.view}`,
      show: `/show/${ids.chartView}`,
      profiles: "/profiles",
      "profile-new": "/profiles?new=1",
      customers: "/customers",
      "customer-new": "/customers?new=1",
      customer: `/customers/${ids.customer}`,
      users: "/users",
      "user-new": "/users?new=1",
      limits: "/limits",
      "api-keys": "/api-keys",
      "api-key-new": "/api-keys?new=1",
      audit: "/audit",
      account: "/account",
    }),
    ...as("customerUser", {
      "customer-user-overview": "/overview",
      "customer-user-devices": "/devices",
      "customer-user-device": `/devices/${ids.device}`,
      "customer-user-views": "/views",
      "customer-user-view": `/views/${ids.chartView}`,
      "customer-user-limits": "/limits",
      "customer-user-api-keys": "/api-keys",
    }),
    ...as("sysAdmin", {
      installation: "/overview",
      tenants: "/tenants",
      "tenant-new": "/tenants?new=1",
      tenant: `/tenants/${ids.tenant}`,
      "tenant-profiles": "/tenant-profiles",
      "tenant-profile": `/tenant-profiles/${ids.tenantProfile}`,
      security: "/security",
      health: "/health",
      "installation-audit": "/audit",
    }),
  ];
}

function as(viewer: Viewer, paths: Readonly<Record<string, string>>): readonly ShownPage[] {
  return Object.entries(paths).map(([name, path]) => ({ name, viewer, path }));
}

function each(tabs: readonly string[], name: string, path: (tab: string) => string): Record<string, string> {
  return Object.fromEntries(tabs.map((tab) => [`${name}-${tab}`, path(tab)]));
}
