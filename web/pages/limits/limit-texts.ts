// The name and description of every limit of a tenant, for those who set limits and those who meet them. Source: REST
// contract 5 and 1.6.
import { words } from "../../words/words.ts";

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

type LimitName = keyof typeof LIMITS;
type Unit = keyof typeof words.limits.units;

const LIMITS = words.limits.limits;

const count = (name: LimitName, unit?: Unit): LimitText => ({
  name,
  ...LIMITS[name],
  kind: "count",
  ...(unit === undefined ? {} : { unit: words.limits.units[unit] }),
});
const rate = (name: LimitName): LimitText => ({ name, ...LIMITS[name], kind: "rate" });

/** The three rate limits that each kind of sender has. */
function traffic(prefix: keyof typeof words.limits.senders): readonly LimitText[] {
  const { senders, messages, telemetryMessages, dataPoints } = words.limits;
  const sender = senders[prefix];
  const about = (name: string, { label, text }: typeof messages): LimitText => ({
    name,
    label,
    text: text(sender),
    kind: "rate",
  });
  return [
    about(`${prefix}MsgRateLimit`, messages),
    about(`${prefix}TelemetryMsgRateLimit`, telemetryMessages),
    about(`${prefix}TelemetryDataPointsRateLimit`, dataPoints),
  ];
}

const group = (id: keyof typeof words.limits.groups, limits: readonly LimitText[]): LimitGroup => ({
  id,
  ...words.limits.groups[id],
  limits,
});

export const LIMIT_GROUPS: readonly LimitGroup[] = [
  group("entities", [count("maxDevices"), count("maxCustomers"), count("maxUsers"), count("maxDashboards")]),
  group("stored-values", [
    { ...count("maxAttributesPerEntity"), unset: 10_000 },
    { ...count("maxSeries"), unset: 10_000_000 },
  ]),
  group("month", [
    count("maxTransportMessages"),
    count("maxTransportDataPoints"),
    count("maxDPStorageDays", "pointDays"),
    count("maxEmails"),
  ]),
  group("tenant", traffic("transportTenant")),
  group("gateway", traffic("transportGateway")),
  group("gateway-device", traffic("transportGatewayDevice")),
  group("device", traffic("transportDevice")),
  group("rest", [rate("tenantServerRestLimitsConfiguration"), rate("customerServerRestLimitsConfiguration")]),
  group("websocket", [
    count("maxWsSessionsPerTenant"),
    count("maxWsSessionsPerCustomer"),
    count("maxWsSessionsPerRegularUser"),
    count("maxWsSessionsPerPublicUser"),
    count("maxWsSubscriptionsPerTenant"),
    count("maxWsSubscriptionsPerCustomer"),
    count("maxWsSubscriptionsPerRegularUser"),
    count("maxWsSubscriptionsPerPublicUser"),
    count("wsMsgQueueLimitPerSession"),
    rate("wsUpdatesPerSessionRateLimit"),
  ]),
  group("retention", [count("defaultStorageTtlDays", "days"), count("rpcTtlDays", "days")]),
  group("packages", [count("maxOtaPackagesInBytes", "bytes")]),
  group("stored", [
    count("maxAssets"),
    count("maxRuleChains"),
    count("maxEdges"),
    count("maxCreatedAlarms"),
    count("maxSms"),
  ]),
];

const BY_NAME = new Map(LIMIT_GROUPS.flatMap(({ limits }) => limits).map((limit) => [limit.name, limit]));

/** A limit known only to a newer platform is shown by its name. */
export function limitText(name: string): Pick<LimitText, "label" | "text" | "unit"> {
  return BY_NAME.get(name) ?? { label: name, text: "" };
}
