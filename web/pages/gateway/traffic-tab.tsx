// The connection of a gateway: its traffic, acknowledgement times, and why it last ended.
import { SimpleGrid, Stack, Text } from "@mantine/core";
import { Activity, MessagesSquare, ShieldAlert, Timer } from "lucide-react";
import type { ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import { Facts } from "../../components/facts.tsx";
import { FigureTile } from "../../components/figure-tile.tsx";
import { RATE } from "../../components/figures.ts";
import { MinuteBars } from "../../components/minute-bars.tsx";
import { Moment } from "../../components/moment.tsx";
import { Panel } from "../../components/panel.tsx";
import { RefusalCounts } from "../../components/refusal-counts.tsx";

export type GatewayDetails = Schema<"GatewayDetails">;

const REFUSALS = { tab: "refusals" };
const TRANSPORTS = { TCP: "TCP", TLS: "TLS", WEBSOCKET: "WebSocket" } as const;

export function TrafficTab({ gateway }: { readonly gateway: GatewayDetails }): ReactNode {
  const { traffic, acknowledgements } = gateway;
  const { points, messages, refusals, startTs } = traffic;
  const path = `/gateways/${gateway.id.id}`;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="md">
        <FigureTile label="Points" icon={Activity} value={RATE.format(points.perSecond)} unit="a second" />
        <FigureTile label="Messages" icon={MessagesSquare} value={RATE.format(messages.perSecond)} unit="a second" />
        <FigureTile
          label="Refused"
          icon={ShieldAlert}
          value={refusals.lastHour.toLocaleString()}
          unit="in the last hour"
          tone={refusals.lastHour > 0 ? "warning" : "plain"}
          to={path}
          state={REFUSALS}
          detail={`${refusals.lastMinute.toLocaleString()} in the last minute`}
        />
        <FigureTile
          label="Acknowledged after"
          icon={Timer}
          value={acknowledgements === null ? "–" : RATE.format(acknowledgements.p50Millis)}
          {...(acknowledgements === null ? {} : { unit: "ms, median" })}
          detail={
            acknowledgements === null
              ? "No acknowledgements in the last minute."
              : `99 % within ${RATE.format(acknowledgements.p99Millis)} ms, at most ${RATE.format(acknowledgements.maxMillis)} ms`
          }
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Panel title="Points in the last hour">
          <MinuteBars unit="points" startTs={startTs} minutes={points.minutes} />
        </Panel>
        <Panel title="Refusals in the last hour">
          <MinuteBars unit="refusals" startTs={startTs} minutes={refusals.minutes} color="orange" />
          <RefusalCounts reasons={refusals.reasons} to={path} />
        </Panel>
        <Connection gateway={gateway} />
        <LastEnd gateway={gateway} />
      </SimpleGrid>
    </Stack>
  );
}

function Connection({ gateway }: { readonly gateway: GatewayDetails }): ReactNode {
  const { connection, sessions, lastActivityTime, lastConnectTime, type, customerTitle } = gateway;
  return (
    <Panel
      title="Connection"
      facts={[
        {
          label: connection === null ? "Connected last" : "Connected since",
          value: <Moment ts={connection?.since ?? lastConnectTime} />,
        },
        { label: "Last activity", value: <Moment ts={lastActivityTime} /> },
        {
          label: "Protocol",
          value: connection === null ? null : `${connection.protocol} over ${TRANSPORTS[connection.transport]}`,
        },
        { label: "Address", value: connection?.remoteAddress },
        { label: "Open connections", value: sessions.toLocaleString() },
        { label: "Device profile", value: <span className="foreign">{type}</span> },
        ...(customerTitle === null
          ? []
          : [{ label: "Customer", value: <span className="foreign">{customerTitle}</span> }]),
      ]}
    />
  );
}

function LastEnd({ gateway: { lastDisconnectTime, lastEnd } }: { readonly gateway: GatewayDetails }): ReactNode {
  return (
    <Panel title="Last disconnect">
      {lastDisconnectTime === null && lastEnd === null ? (
        <Text c="dimmed">It has never disconnected.</Text>
      ) : (
        <Facts
          columns={1}
          facts={[
            { label: "When", value: <Moment ts={lastDisconnectTime} never="unknown" /> },
            { label: "Why", value: lastEnd?.text ?? "unknown" },
          ]}
        />
      )}
    </Panel>
  );
}
