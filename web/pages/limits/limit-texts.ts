// The name and description of every limit of a tenant, for those who set limits and those who meet them. Source: REST
// contract 5 and 1.6.

export interface LimitText {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  /** `count`: a number, 0 for no limit. `rate`: comma-separated count:seconds, empty for no limit. */
  readonly kind: "count" | "rate";
  readonly unit?: string;
  /** The default if a profile does not set it; without this, there is no limit. */
  readonly unset?: number;
}

export interface LimitGroup {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly limits: readonly LimitText[];
}

const count = (name: string, label: string, text: string, unit?: string): LimitText => ({
  name,
  label,
  text,
  kind: "count",
  ...(unit === undefined ? {} : { unit }),
});
const rate = (name: string, label: string, text: string): LimitText => ({ name, label, text, kind: "rate" });

/** The three rate limits that each kind of sender has. */
function traffic(prefix: string, whose: string): readonly LimitText[] {
  return [
    rate(`${prefix}MsgRateLimit`, "Messages", `All messages ${whose}: telemetry, attributes, replies and the rest.`),
    rate(`${prefix}TelemetryMsgRateLimit`, "Telemetry messages", `Messages ${whose} that carry telemetry.`),
    rate(
      `${prefix}TelemetryDataPointsRateLimit`,
      "Data points",
      `Single values inside the telemetry ${whose}; a message with five values counts five.`,
    ),
  ];
}

export const LIMIT_GROUPS: readonly LimitGroup[] = [
  {
    id: "entities",
    label: "Devices, customers, users, dashboards",
    text: "How many there can be. Lowering a limit deletes nothing; it only prevents new ones.",
    limits: [
      count("maxDevices", "Devices", "Gateways count too, and so do the devices that gateways create."),
      count("maxCustomers", "Customers", "The public customer counts too."),
      count("maxUsers", "Users", "Administrators and customer users together."),
      count("maxDashboards", "Dashboards", "Those that no customer has count too."),
    ],
  },
  {
    id: "stored-values",
    label: "What is stored",
    text: "Set these limits above what any plant needs. They keep one faulty device from filling the database. Existing data stays and can still change.",
    limits: [
      { ...count("maxAttributesPerEntity", "Attributes per entity", "Of all scopes together."), unset: 10_000 },
      {
        ...count("maxSeries", "Telemetry keys", "Each key of each device, customer and user counts."),
        unset: 10_000_000,
      },
    ],
  },
  {
    id: "month",
    label: "Each month",
    text: "Counted by calendar month in UTC. When a limit is reached, devices are refused until the next month.",
    limits: [
      count("maxTransportMessages", "Messages", "Messages of devices and gateways."),
      count("maxTransportDataPoints", "Data points", "Single values that devices and gateways send."),
      count(
        "maxDPStorageDays",
        "Storage",
        "Data points stored, times the days for which each of them is kept.",
        "point days",
      ),
      count("maxEmails", "Mails", "Mails that the platform sends for the tenant, such as activation links."),
    ],
  },
  {
    id: "tenant",
    label: "Traffic of the whole tenant",
    text: "Messages above a rate are refused. The sender learns when to try again if its protocol allows it.",
    limits: traffic("transportTenant", "of all its devices together"),
  },
  {
    id: "gateway",
    label: "Traffic of a gateway",
    text: "For each gateway connection, with all devices behind it.",
    limits: traffic("transportGateway", "of one gateway connection"),
  },
  {
    id: "gateway-device",
    label: "Traffic of a device behind a gateway",
    text: "For each device behind a gateway, so that one device cannot use up the limit of the others.",
    limits: traffic("transportGatewayDevice", "about one device behind a gateway"),
  },
  {
    id: "device",
    label: "Traffic of a device",
    text: "For each device with a connection of its own.",
    limits: traffic("transportDevice", "of one device"),
  },
  {
    id: "rest",
    label: "API calls",
    text: "Calls of programs, and of people in a browser. A refused call says when to try again.",
    limits: [
      rate("tenantServerRestLimitsConfiguration", "Tenant calls", "Of all its users together."),
      rate("customerServerRestLimitsConfiguration", "Customer calls", "Of the users of one customer together."),
    ],
  },
  {
    id: "websocket",
    label: "Live updates",
    text: "Connections of browsers and programs that receive values as they change.",
    limits: [
      count("maxWsSessionsPerTenant", "Tenant connections", "Of all its users together."),
      count("maxWsSessionsPerCustomer", "Customer connections", "Of the users of one customer together."),
      count("maxWsSessionsPerRegularUser", "User connections", "Of one user who has signed in."),
      count("maxWsSessionsPerPublicUser", "Public connections", "Of those who read public devices."),
      count("maxWsSubscriptionsPerTenant", "Tenant subscriptions", "Of all users together."),
      count("maxWsSubscriptionsPerCustomer", "Customer subscriptions", "Of the users of one customer together."),
      count("maxWsSubscriptionsPerRegularUser", "User subscriptions", "Of one user who has signed in."),
      count("maxWsSubscriptionsPerPublicUser", "Public subscriptions", "Of those who read public devices."),
      count(
        "wsMsgQueueLimitPerSession",
        "Waiting updates",
        "Updates that may wait for a slow reader before its connection is closed.",
      ),
      rate("wsUpdatesPerSessionRateLimit", "Updates per connection", "Updates sent to one connection."),
    ],
  },
  {
    id: "retention",
    label: "Retention",
    text: "Older data is deleted.",
    limits: [
      count(
        "defaultStorageTtlDays",
        "Telemetry",
        "Days to keep points without their own time to live; 0 keeps them forever.",
        "days",
      ),
      count("rpcTtlDays", "Persistent calls", "Days to keep calls to devices after they end.", "days"),
    ],
  },
  {
    id: "packages",
    label: "Packages",
    text: "Firmware and software that devices install.",
    limits: [count("maxOtaPackagesInBytes", "Package files", "The files of all packages together.", "bytes")],
  },
  {
    id: "stored",
    label: "Stored, not enforced",
    text: "Kept for imported profiles. They have no effect on this platform.",
    limits: [
      count("maxAssets", "Assets", "Not enforced."),
      count("maxRuleChains", "Rule chains", "Not enforced."),
      count("maxEdges", "Edges", "Not enforced."),
      count("maxCreatedAlarms", "Alarms each month", "Not enforced."),
      count("maxSms", "Text messages each month", "Not enforced."),
    ],
  },
];

const BY_NAME = new Map(LIMIT_GROUPS.flatMap(({ limits }) => limits).map((limit) => [limit.name, limit]));

/** A limit known only to a newer platform is shown by its name. */
export function limitText(name: string): Pick<LimitText, "label" | "text" | "unit"> {
  return BY_NAME.get(name) ?? { label: name, text: "" };
}
