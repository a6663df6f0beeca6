// What an administrator should look at first, each line a link to the list that it counts. Nothing is shown while all is well.
// A fleet of any size takes a few lines: the gateways that were heard of last, those with the most refusals, and counts of everything
// else.
import { Anchor, Group, List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { read } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { bytes } from "../../components/figures.ts";
import { Marked } from "../../components/marked.tsx";
import { Moment } from "../../components/moment.tsx";
import { Panel } from "../../components/panel.tsx";
import { refusalLabel } from "../../components/refusal-reasons.ts";
import { StateLink } from "../../components/state-link.tsx";
import { limitText } from "../limits/limit-texts.ts";
import { words } from "../../words/words.ts";
import { countText } from "../../words/format.ts";
import { diskOf, reasonsInWords, type Disk, type Overview } from "./figures.ts";

const WORDS = words.overview.attention;
const REFUSALS = { tab: "refusals" };
const USAGE = { tab: "usage" };
const NAMED_MAX = 5;
const REASONS_MAX = 3;
const READ_AGAIN_MILLIS = 15_000;
const POSTURE_AGAIN_MILLIS = 60_000;
const WARN_FROM = 0.8;

export function Attention({ overview }: { readonly overview: Overview }): ReactNode {
  const { gateways, devices, traffic } = overview;
  const limits = useQuery({
    queryKey: ["limits"],
    queryFn: read("/api/limits"),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  const offline = gateways.total - gateways.online;
  const silent = devices.total - devices.active;
  const refused = traffic?.refusals.lastHour ?? 0;
  const scarce = limits.data === undefined ? [] : scarceOf(limits.data);
  if (offline <= 0 && silent <= 0 && refused === 0 && scarce.length === 0) return null;
  return (
    <Panel title={WORDS.title}>
      {offline > 0 && <OfflineGateways amount={offline} />}
      {silent > 0 && <Line to="/devices" state={{ active: "no", gateway: "no" }} text={WORDS.devices(silent)} />}
      {traffic !== null && refused > 0 && <RefusedMessages amount={refused} refusals={traffic.refusals} />}
      {scarce.map(({ name, used, limit }) => (
        <Line
          key={name}
          to="/limits"
          state={{}}
          hash={name}
          text={WORDS.limit(limitText(name).label, used, limit)}
          detail={used < limit ? WORDS.near : WORDS.reached}
        />
      ))}
    </Panel>
  );
}

/** Those that were heard of last are named first: what has been off for a year is seldom what is wrong today. */
function OfflineGateways({ amount }: { readonly amount: number }): ReactNode {
  const query = {
    ...{ page: 0, pageSize: NAMED_MAX, online: false },
    ...{ sortProperty: "lastActivityTime" as const, sortOrder: "DESC" as const },
  };
  const named = useQuery({
    queryKey: ["gateways", "list", query],
    queryFn: read("/api/gateways", { query }),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  return (
    <div>
      <Line to="/gateways" state={{ show: "offline" }} text={WORDS.gateways(amount)} />
      <List size="sm" withPadding>
        {(named.data?.data ?? []).map(({ id, name, lastDisconnectTime }) => (
          <List.Item key={id.id}>
            <Anchor component={StateLink} to={`/gateways/${id.id}`} state={{}} inherit className="foreign finger-row">
              {name}
            </Anchor>{" "}
            <Text span inherit c="dimmed">
              {lastDisconnectTime === null ? (
                WORDS.neverConnected
              ) : (
                <Marked text={WORDS.disconnected} as={() => <Moment ts={lastDisconnectTime} isInSentence />} />
              )}
            </Text>
          </List.Item>
        ))}
      </List>
    </div>
  );
}

interface RefusedMessagesProps {
  readonly amount: number;
  readonly refusals: NonNullable<Overview["traffic"]>["refusals"];
}

/** Those of devices that connect themselves are counted, and lead to no gateway. */
function RefusedMessages({ amount, refusals }: RefusedMessagesProps): ReactNode {
  const query = {
    ...{ page: 0, pageSize: NAMED_MAX, refused: true },
    ...{ sortProperty: "refused" as const, sortOrder: "DESC" as const },
  };
  const named = useQuery({
    queryKey: ["gateways", "list", query],
    queryFn: read("/api/gateways", { query }),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  const { data: gateways = [], totalElements = 0 } = named.data ?? {};
  const more = totalElements - gateways.length;
  return (
    <div>
      <Line
        to="/gateways"
        state={REFUSALS}
        text={WORDS.refused(amount)}
        detail={named.data?.totalElements === 0 ? reasonsInWords(refusals) : undefined}
      />
      {gateways.length > 0 && (
        <List size="sm" withPadding>
          {gateways.map(({ id, name, lastHour: { reasons } }) => (
            <List.Item key={id.id}>
              <Anchor
                component={StateLink}
                to={`/gateways/${id.id}`}
                state={REFUSALS}
                inherit
                className="foreign finger-row"
              >
                {name}
              </Anchor>
              <Reasons of={`/gateways/${id.id}`} reasons={reasons} />
            </List.Item>
          ))}
          {more > 0 && <More to="/gateways" state={{ show: "refused" }} text={WORDS.moreGateways(more)} />}
        </List>
      )}
    </div>
  );
}

interface ReasonsProps {
  /** The page of the gateway. */
  readonly of: string;
  readonly reasons: Schema<"Gateway">["lastHour"]["reasons"];
}

/** Each leads to what was refused for it. */
function Reasons({ of, reasons }: ReasonsProps): ReactNode {
  const more = reasons.length - REASONS_MAX;
  const link = (text: string, state: Readonly<Record<string, string>>): ReactNode => (
    <Fragment key={text}>
      {" · "}
      <Anchor component={StateLink} to={of} state={state} inherit className="finger-row">
        {text}
      </Anchor>
    </Fragment>
  );
  return (
    <>
      {reasons
        .slice(0, REASONS_MAX)
        .map(({ reason, refused }) =>
          link(words.components.refusals.counted(refused, refusalLabel(reason)), { ...REFUSALS, reason }),
        )}
      {more > 0 && link(WORDS.moreReasons(more), REFUSALS)}
    </>
  );
}

/** For a system administrator. */
export function InstallationAttention({ overview }: { readonly overview: Overview }): ReactNode {
  const { gateways, traffic, byTenant } = overview;
  const posture = useQuery({
    queryKey: ["posture"],
    queryFn: read("/api/system/posture"),
    refetchInterval: POSTURE_AGAIN_MILLIS,
  });
  const disk = diskOf(overview);
  const offline = gateways.total - gateways.online;
  const refused = traffic?.refusals.lastHour ?? 0;
  const isScarce = disk !== null && disk.finding !== null;
  // The disk has a line of its own.
  const critical = (posture.data?.findings ?? []).filter(
    ({ kind, severity }) => severity === "critical" && kind !== disk?.finding,
  );
  const limits = byTenant?.limits ?? { nearest: [], total: 0 };
  if (!isScarce && critical.length === 0 && limits.total === 0 && offline <= 0 && refused === 0) return null;
  return (
    <Panel title={WORDS.title}>
      {isScarce && <DiskLine disk={disk} />}
      {critical.length > 0 && <CriticalFindings findings={critical} />}
      {limits.total > 0 && <LimitsOfTenants limits={limits} />}
      {offline > 0 && (
        <OfTenants
          text={WORDS.gateways(offline)}
          tenants={byTenant?.offlineGateways ?? []}
          detailOf={({ lastDisconnectTime }) =>
            lastDisconnectTime !== null && (
              <Marked text={WORDS.lastDisconnected} as={() => <Moment ts={lastDisconnectTime} isInSentence />} />
            )
          }
        />
      )}
      {refused > 0 && <OfTenants text={WORDS.refused(refused)} tenants={byTenant?.refusals ?? []} />}
    </Panel>
  );
}

function CriticalFindings({ findings }: Pick<Schema<"Posture">, "findings">): ReactNode {
  const more = findings.length - NAMED_MAX;
  return (
    <div>
      <Line to="/health" state={{}} text={WORDS.critical(findings.length)} />
      <List size="sm" withPadding>
        {findings.slice(0, NAMED_MAX).map(({ kind, found }) => (
          // The platform tells risks in English.
          <List.Item key={`${kind} ${found}`} lang="en" className="foreign">
            {found}
          </List.Item>
        ))}
        {more > 0 && <More to="/health" state={{}} text={WORDS.moreFindings(more)} />}
      </List>
    </div>
  );
}

function LimitsOfTenants({ limits: { nearest, total } }: Pick<ByTenant, "limits">): ReactNode {
  const named = nearest.slice(0, NAMED_MAX);
  const more = total - named.length;
  return (
    <div>
      <Line to="/tenants" state={{}} text={WORDS.limits(total)} />
      <List size="sm" withPadding>
        {named.map(({ id, title, name, used, limit }) => (
          <List.Item key={`${id.id} ${name}`}>
            <Anchor
              component={StateLink}
              to={`/tenants/${id.id}`}
              state={USAGE}
              hash={name}
              inherit
              className="foreign finger-row"
            >
              {title}
            </Anchor>
            <Text span inherit c="dimmed">
              {" · "}
              {WORDS.limit(limitText(name).label, used, limit)}
              {" · "}
              {used < limit ? WORDS.near : WORDS.reached}
            </Text>
          </List.Item>
        ))}
        {more > 0 && <More to="/tenants" state={{}} text={WORDS.moreLimits(more)} />}
      </List>
    </div>
  );
}

interface MoreProps {
  readonly to: string;
  readonly state: Readonly<Record<string, string>>;
  readonly text: string;
}

function More({ to, state, text }: MoreProps): ReactNode {
  return (
    <List.Item>
      <Anchor component={StateLink} to={to} state={state} inherit className="finger-row">
        {text}
      </Anchor>
    </List.Item>
  );
}

function DiskLine({ disk: { freeBytes, bytes: total, finding } }: { readonly disk: Disk }): ReactNode {
  if (finding === null) return null;
  const { text, detail } = WORDS.disk[finding];
  return <Line to="/health" state={{}} text={text(bytes(freeBytes), bytes(total))} detail={detail} />;
}

type ByTenant = NonNullable<Overview["byTenant"]>;

interface OfTenantsProps<Row> {
  readonly text: string;
  /** Those with the most. */
  readonly tenants: readonly Row[];
  /** After the count. */
  readonly detailOf?: (tenant: Row) => ReactNode;
}

function OfTenants<Row extends ByTenant["refusals"][number]>(props: OfTenantsProps<Row>): ReactNode {
  const { text, tenants, detailOf } = props;
  return (
    <div>
      <Line to="/tenants" state={{}} text={text} />
      <List size="sm" withPadding>
        {tenants.map((tenant) => {
          const { id, title, count } = tenant;
          const detail = detailOf?.(tenant) ?? false;
          return (
            <List.Item key={id.id}>
              <Anchor
                component={StateLink}
                to={`/tenants/${id.id}`}
                state={USAGE}
                inherit
                className="foreign finger-row"
              >
                {title}
              </Anchor>
              <Text span inherit c="dimmed">
                {" · "}
                {countText(count)}
                {detail !== false && " · "}
                {detail}
              </Text>
            </List.Item>
          );
        })}
      </List>
    </div>
  );
}

interface LineProps {
  readonly to: string;
  readonly state: Readonly<Record<string, string>>;
  /** The part of that page. */
  readonly hash?: string;
  readonly text: string;
  readonly detail?: string | undefined;
}

function Line({ to, state, hash = "", text, detail }: LineProps): ReactNode {
  return (
    <Group gap="0 8px">
      <Anchor
        component={StateLink}
        to={to}
        state={state}
        hash={hash}
        fw={600}
        underline="always"
        className="finger-row"
      >
        {text}
      </Anchor>
      {detail !== undefined && <Text c="dimmed">{detail}</Text>}
    </Group>
  );
}

interface Scarce {
  readonly name: string;
  readonly used: number;
  readonly limit: number;
}

function scarceOf({ entities, month }: Schema<"CallerLimits">): readonly Scarce[] {
  return [...(month?.limits ?? []), ...entities].flatMap(({ name, used, limit }) =>
    used !== null && limit !== null && limit > 0 && used >= limit * WARN_FROM ? [{ name, used, limit }] : [],
  );
}
