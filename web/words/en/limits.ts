// English words of `pages/limits`, and of every limit of a tenant.
import { countText } from "../format.ts";

export const limits = {
  title: "Limits and usage",
  about: "Your limits and current usage. The operator of this platform sets the limits.",
  whatLimits: "limits",
  apiCalls: "API calls",
  apiCallsText: "Pages in the browser count too.",

  allUsers: "All users together",
  callsOf: (party: string, window: string) => `${party}, ${window}`,
  calls: "calls",
  liveUpdates: "Live updates",
  liveUpdatesText: "Connections that receive values as they change.",
  traffic: "Traffic",
  trafficText: "Messages above a rate are refused, with a reason code for the sender.",
  /** What has no limit, in one line. */
  noLimits: {
    calls: "No limits on API calls.",
    traffic: "No limits on traffic.",
    both: "No limits on API calls and traffic.",
    any: "You have no limits.",
  },
  trafficTable: "Traffic limits",
  appliesTo: "Applies to",
  what: "Limit",
  maximum: "Maximum",
  month: "This month",
  /** The end of the month, as "Dec 1, 12:00 AM UTC". */
  monthText: (end: string) => `Resets on ${end}.`,
  reachedTitle: "A limit of this month is reached",
  reached: "The platform refuses devices until [], or until the operator of this platform raises the limit.",
  reachedByTenant: "The platform refuses devices until [], or until its tenant profile allows more.",

  parties: {
    tenant: "All devices together",
    device: "Each device",
    gateway: "The devices behind each gateway, together",
    "gateway device": "Each gateway itself",
    session: "Each live connection",
    customer: "Your customer",
    user: "You",
  },

  noRate: "no limit",
  /** As `20 per second`, or `600 per 5 minutes`. */
  rate: (count: number, many: number, unit: "second" | "minute" | "hour" | "day") =>
    `${countText(count)} per ${many === 1 ? unit : `${countText(many)} ${unit}s`}`,

  groups: {
    entities: {
      label: "Entities",
      text: "How many devices, customers, users and dashboards there can be. Lowering a limit deletes nothing; it only prevents new ones.",
    },
    "stored-values": {
      label: "Stored keys",
      text: "Set these limits above what any plant needs. They keep one faulty device from filling the database. Existing data stays and can still change.",
    },
    month: {
      label: "Each month",
      text: "Counted by calendar month in UTC. When a limit is reached, devices are refused until the next month.",
    },
    tenant: {
      label: "Traffic of the whole tenant",
      text: "Messages above a rate are refused. The sender learns when to try again if its protocol allows it.",
    },
    gateway: {
      label: "Traffic of the devices behind a gateway",
      text: "For all devices behind one gateway together.",
    },
    "gateway-device": {
      label: "Traffic of a gateway itself",
      text: "For what a gateway sends about itself, not about the devices behind it.",
    },
    device: {
      label: "Traffic of a device",
      text: "For each device with a connection of its own.",
    },
    rest: {
      label: "API calls",
      text: "Calls of programs, and of people in a browser. A refused call says when to try again.",
    },
    websocket: {
      label: "Live updates",
      text: "Connections of browsers and programs that receive values as they change.",
    },
    retention: {
      label: "Retention",
      text: "Older data is deleted.",
    },
    packages: {
      label: "Packages",
      text: "Firmware and software that devices install.",
    },
    stored: {
      label: "Stored, not enforced",
      text: "Kept for imported profiles. They have no effect on this platform.",
    },
  },

  senders: {
    transportTenant: "of all its devices together",
    transportGateway: "about all devices behind one gateway together",
    transportGatewayDevice: "of one gateway about itself",
    transportDevice: "of one device",
  },
  messages: {
    label: "Messages",
    text: (sender: string) => `All messages ${sender}: telemetry, attributes, RPC replies and the rest.`,
  },
  telemetryMessages: {
    label: "Telemetry messages",
    text: (sender: string) => `Messages ${sender} that carry telemetry.`,
  },
  dataPoints: {
    label: "Data points",
    text: (sender: string) => `Single values in the telemetry ${sender}; a message with five values counts as five.`,
  },

  /** By the name of the limit. */
  limits: {
    maxDevices: { label: "Devices", text: "Gateways count too, and so do the devices that gateways create." },
    maxCustomers: { label: "Customers", text: "The public customer counts too." },
    maxUsers: { label: "Users", text: "Administrators and customer users together." },
    maxDashboards: { label: "Dashboards", text: "Those without a customer count too." },
    maxAttributesPerEntity: { label: "Attributes per entity", text: "Of all scopes together." },
    maxSeries: { label: "Telemetry keys", text: "Each key of each device, customer and user counts." },
    maxTransportMessages: { label: "Messages", text: "Messages of devices and gateways." },
    maxTransportDataPoints: { label: "Data points", text: "Single values that devices and gateways send." },
    maxDPStorageDays: {
      label: "Storage",
      text: "Data points stored, times the days for which each of them is kept.",
    },
    maxEmails: { label: "Emails", text: "Emails that the platform sends for the tenant, such as activation links." },
    tenantServerRestLimitsConfiguration: { label: "Tenant calls", text: "Of all its users together." },
    customerServerRestLimitsConfiguration: {
      label: "Customer calls",
      text: "Of the users of one customer together.",
    },
    maxWsSessionsPerTenant: { label: "Tenant connections", text: "Of all its users together." },
    maxWsSessionsPerCustomer: { label: "Customer connections", text: "Of the users of one customer together." },
    maxWsSessionsPerRegularUser: { label: "User connections", text: "Of one user who has signed in." },
    maxWsSessionsPerPublicUser: { label: "Public connections", text: "Of those who read public devices." },
    maxWsSubscriptionsPerTenant: { label: "Tenant subscriptions", text: "Of all users together." },
    maxWsSubscriptionsPerCustomer: { label: "Customer subscriptions", text: "Of the users of one customer together." },
    maxWsSubscriptionsPerRegularUser: { label: "User subscriptions", text: "Of one user who has signed in." },
    maxWsSubscriptionsPerPublicUser: { label: "Public subscriptions", text: "Of those who read public devices." },
    wsMsgQueueLimitPerSession: {
      label: "Queued updates",
      text: "Updates that may wait for a slow reader before its connection is closed.",
    },
    wsUpdatesPerSessionRateLimit: { label: "Updates per connection", text: "Updates sent to one connection." },
    defaultStorageTtlDays: {
      label: "Telemetry",
      text: "Days to keep points without their own time to live; 0 keeps them forever.",
    },
    rpcTtlDays: { label: "Persistent calls", text: "Days to keep RPC calls after they end." },
    maxOtaPackagesInBytes: { label: "Package files", text: "The files of all packages together." },
    maxAssets: { label: "Assets", text: "Not enforced." },
    maxRuleChains: { label: "Rule chains", text: "Not enforced." },
    maxEdges: { label: "Edges", text: "Not enforced." },
    maxCreatedAlarms: { label: "Alarms each month", text: "Not enforced." },
    maxSms: { label: "Text messages each month", text: "Not enforced." },
  },
  units: { pointDays: "point days", days: "days", bytes: "bytes" },
};
