// The connection of a gateway: its traffic, acknowledgement times, and why it last ended.
import { SimpleGrid, Stack, Text } from "@mantine/core";
import { Activity, MessagesSquare, ShieldAlert, Timer } from "lucide-react";
import type { ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import { Facts } from "../../components/facts.tsx";
import { FigureTile, FigureTiles } from "../../components/figure-tile.tsx";
import { rateText } from "../../components/figures.ts";
import { MinuteBars } from "../../components/minute-bars.tsx";
import { Moment } from "../../components/moment.tsx";
import { Panel } from "../../components/panel.tsx";
import { RefusalCounts } from "../../components/refusal-counts.tsx";
import { countText } from "../../words/format.ts";
import { words } from "../../words/words.ts";

export type GatewayDetails = Schema<"GatewayDetails">;

const REFUSALS = { tab: "refusals" };
const WORDS = words.gateway.traffic;

export function TrafficTab({ gateway }: { readonly gateway: GatewayDetails }): ReactNode {
  const { traffic, acknowledgements } = gateway;
  const { points, messages, refusals, startTs } = traffic;
  const path = `/gateways/${gateway.id.id}`;
  return (
    <Stack gap="md">
      <FigureTiles>
        <FigureTile label={WORDS.points} icon={Activity} value={rateText(points.perSecond)} unit={WORDS.perSecond} />
        <FigureTile
          label={WORDS.messages}
          icon={MessagesSquare}
          value={rateText(messages.perSecond)}
          unit={WORDS.perSecond}
        />
        <FigureTile
          label={WORDS.refused}
          icon={ShieldAlert}
          value={countText(refusals.lastHour)}
          unit={WORDS.inLastHour}
          tone={refusals.lastHour > 0 ? "warning" : "plain"}
          to={path}
          state={REFUSALS}
          detail={WORDS.inLastMinute(refusals.lastMinute)}
        />
        <FigureTile
          label={WORDS.acknowledgedAfter}
          icon={Timer}
          value={acknowledgements === null ? "–" : wholeMillis(acknowledgements.p50Millis)}
          {...(acknowledgements === null ? {} : { unit: WORDS.median })}
          detail={
            acknowledgements === null
              ? WORDS.noAcknowledgements
              : WORDS.acknowledgements(wholeMillis(acknowledgements.p99Millis), wholeMillis(acknowledgements.maxMillis))
          }
        />
      </FigureTiles>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Panel title={WORDS.pointsLastHour}>
          <MinuteBars unit={WORDS.pointsUnit} startTs={startTs} minutes={points.minutes} />
        </Panel>
        <Panel title={WORDS.refusalsLastHour}>
          <MinuteBars unit={WORDS.refusalsUnit} startTs={startTs} minutes={refusals.minutes} color="orange" />
          <RefusalCounts reasons={refusals.reasons} to={path} />
        </Panel>
        <Connection gateway={gateway} />
        <LastEnd gateway={gateway} />
      </SimpleGrid>
    </Stack>
  );
}

/** Less than a millisecond is shown as "< 1", not as 0. */
function wholeMillis(millis: number): string {
  return millis > 0 && millis < 1 ? "<\u00a01" : countText(Math.round(millis));
}

const CONNECTION = words.gateway.connection;
const TRANSPORTS = { TCP: "TCP", TLS: "TLS", WEBSOCKET: "WebSocket" } as const;

function Connection({ gateway }: { readonly gateway: GatewayDetails }): ReactNode {
  const { connection, sessions, lastActivityTime, lastConnectTime, type, customerTitle } = gateway;
  return (
    <Panel
      title={CONNECTION.title}
      facts={[
        {
          label: connection === null ? CONNECTION.connectedLast : CONNECTION.connectedSince,
          value: <Moment ts={connection?.since ?? lastConnectTime} />,
        },
        { label: CONNECTION.lastActivity, value: <Moment ts={lastActivityTime} /> },
        {
          label: CONNECTION.protocol,
          value:
            connection === null ? null : CONNECTION.protocolOver(connection.protocol, TRANSPORTS[connection.transport]),
        },
        { label: CONNECTION.address, value: connection?.remoteAddress },
        { label: CONNECTION.open, value: countText(sessions) },
        { label: CONNECTION.profile, value: <span className="foreign">{type}</span> },
        ...(customerTitle === null
          ? []
          : [{ label: CONNECTION.customer, value: <span className="foreign">{customerTitle}</span> }]),
      ]}
    />
  );
}

function LastEnd({ gateway: { lastDisconnectTime, lastEnd } }: { readonly gateway: GatewayDetails }): ReactNode {
  return (
    <Panel title={CONNECTION.lastDisconnect}>
      {lastDisconnectTime === null && lastEnd === null ? (
        <Text c="dimmed">{CONNECTION.neverDisconnected}</Text>
      ) : (
        <Facts
          columns={1}
          facts={[
            { label: CONNECTION.when, value: <Moment ts={lastDisconnectTime} never={CONNECTION.unknown} /> },
            {
              label: CONNECTION.why,
              value: lastEnd === null ? CONNECTION.unknown : words.components.connectionEnds[lastEnd.reason],
            },
          ]}
        />
      )}
    </Panel>
  );
}
