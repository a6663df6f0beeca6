// English words of `pages/overview`.
import { countText, percentText } from "../format.ts";

export const overview = {
  title: "Overview",
  says: {
    SYS_ADMIN: "The whole installation, refreshed every few seconds.",
    TENANT_ADMIN: "Your gateways and devices, refreshed every few seconds.",
    CUSTOMER_USER: "Your dashboards, devices and table views.",
  },
  what: "figures",
  missingNodes: (nodes: number) =>
    nodes === 1 ? "One node of the cluster did not answer" : `${countText(nodes)} nodes of the cluster did not answer`,
  missingNodesSay: "Traffic, connections and reports of the others are shown.",
  ofTotal: (total: string) => `of ${total}`,
  /** The link to the whole list. */
  all: (total: number) => `All ${countText(total)}`,

  dashboards: {
    what: "dashboards",
    none: "Charts, figures and maps of your devices are on dashboards. There is none yet.",
    create: "Create a dashboard from a template",
  },

  attention: {
    title: "Needs attention",
    gateways: (gateways: number) => `${countText(gateways)} ${gateways === 1 ? "gateway" : "gateways"} offline`,
    devices: (devices: number) => `${countText(devices)} ${devices === 1 ? "device" : "devices"} inactive`,
    refused: (messages: number) =>
      `${countText(messages)} ${messages === 1 ? "message" : "messages"} refused in the last hour`,
    mostly: (reason: string) => `mostly ${reason}`,
    moreReasons: (reasons: number) => `${countText(reasons)} more ${reasons === 1 ? "reason" : "reasons"}`,
    moreGateways: (gateways: number) => `${countText(gateways)} more ${gateways === 1 ? "gateway" : "gateways"}`,
    /** By the finding. */
    disk: {
      "disk-almost-full": {
        text: (free: string, total: string) => `Disk almost full: ${free} of ${total} free`,
        detail: "on a full disk nothing is accepted",
      },
      "disk-full-soon": {
        text: (free: string, total: string) => `Disk full soon: ${free} of ${total} free`,
        detail: "at the rate at which the data grows",
      },
    },
    limit: (name: string, used: number, limit: number) => `${name}: ${countText(used)} of ${countText(limit)}`,
    near: "near the limit",
    reached: "limit reached",
    limits: (limits: number) => `${countText(limits)} ${limits === 1 ? "limit" : "limits"} of tenants reached or near`,
    moreLimits: (limits: number) => `${countText(limits)} more ${limits === 1 ? "limit" : "limits"}`,
    critical: (findings: number) => `${countText(findings)} critical ${findings === 1 ? "finding" : "findings"}`,
    moreFindings: (findings: number) => `${countText(findings)} more ${findings === 1 ? "finding" : "findings"}`,
    neverConnected: "has never connected",
    disconnected: "disconnected []",
    lastDisconnected: "the last one disconnected []",
  },

  tenants: "Tenants",
  createFirst: "Create the first one.",
  gatewaysOnline: "Gateways online",
  allOnline: "All online",
  offline: (gateways: number) => `${countText(gateways)} offline`,
  devicesActive: "Devices active",
  withoutGateways: "gateways not counted",
  storageUsed: "Storage used",
  pointsNotCounted: "points are not counted",
  aboutPoints: (points: string) => `about ${points} points`,
  pointsStored: "Points stored",
  diskFree: "Disk free",
  diskUsed: (percent: number) => (percent < 1 ? `less than ${percentText(1)} used` : `${percentText(percent)} used`),
  storageThisMonth: "Storage this month",
  pointDays: "point days",
  pointDaysSay: "points times the days they are kept",
  pointsThisMonth: "Points this month",
  inMessages: (messages: string) => `in ${messages} messages`,

  points: "Points",
  perSecond: "per second",
  /** A message of a gateway counts once for each of its devices, as for limits. */
  inMessagesPerSecond: (messages: string) => `from ${messages} messages per second`,
  refused: "Refused messages",
  inLastHour: "in the last hour",
  noneRefused: "None",
  reports: "Reports running",
  noneWaiting: "none waiting",
  waiting: (reports: number) => `${countText(reports)} waiting`,
  pointsLastHour: "Points in the last hour",
  refusalsLastHour: "Refusals in the last hour",
  unitPoints: "points",
  unitRefusals: "refusals",
  total: (amount: string) => `${amount} in total`,

  noGateway: {
    title: "No gateway yet",
    action: "Guided start",
    text: "A gateway carries the values of many devices over one connection. The guided start names one, gives you the commands to connect it, and shows its first message.",
  },

  customer: {
    views: "Table views shared with you",
    devices: "Devices",
    noDevices: "You have no devices yet. Your provider assigns devices to you, or you claim one on the devices page.",
    noDashboards: "You have no dashboards yet. Your provider assigns them, and they appear here.",
    tableViews: "Table views",
    noViews: "You have no table views yet. Your provider shares them, and they appear here.",
    what: "list",
  },
};
