// The guided start: from nothing to the first value in a few minutes. The present step is in the address, so that the
// user can leave and continue later.
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import type { Schema } from "../../api/schemas.ts";
import { textOf, useAddress } from "../../app/list-state.ts";
import { Loaded } from "../../components/loaded.tsx";
import { Marked } from "../../components/marked.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { region } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { useTraffic } from "../gateway/use-traffic.ts";
import { ConnectGateway } from "./connect-gateway.tsx";
import { FirstMessage, type Sender } from "./first-message.tsx";
import { NameGateway } from "./name-gateway.tsx";
import { StartSection } from "./start-section.tsx";
import { mayHaveValues, waitingFor } from "./waiting.ts";

const READ_AGAIN_MILLIS = 2_000;
/** Those that were heard of last; all are on the page of the gateway. */
const DEVICES_SHOWN = 5;
const STEPS = words.start.steps;

export function StartPage(): ReactNode {
  return (
    <>
      <PageHeader title={words.start.title} description={words.start.about} />
      <Steps />
    </>
  );
}

function Steps(): ReactNode {
  const { address, change } = useAddress();
  const [named, setNamed] = useState("");
  const gatewayId = textOf(address, "gateway");
  if (gatewayId !== "") return <ForGateway key={gatewayId} gatewayId={gatewayId} isJustNamed={gatewayId === named} />;
  return (
    <Stack maw={860}>
      <StartSection number={1} title={STEPS.name} isDone={false}>
        <NameGateway
          onNamed={(id) => {
            setNamed(id);
            change({ gateway: id });
          }}
        />
      </StartSection>
      <StartSection number={2} title={STEPS.connect} isDone={false} isAhead />
      <StartSection number={3} title={STEPS.wait} isDone={false} isAhead />
      <StartSection number={4} title={STEPS.next} isDone={false} isAhead />
      <Text c="dimmed">
        <Marked
          text={words.start.known}
          as={(part) => (
            <Anchor component={Link} to="/overview" underline="always">
              {part}
            </Anchor>
          )}
        />
      </Text>
    </Stack>
  );
}

interface ForGatewayProps {
  readonly gatewayId: string;
  /** The gateway was named on this page just now, so the next step gets the focus. */
  readonly isJustNamed: boolean;
}

function ForGateway({ gatewayId, isJustNamed }: ForGatewayProps): ReactNode {
  const { change } = useAddress();
  const gateway = useQuery({
    queryKey: ["gateways", "one", gatewayId],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/gateways/{deviceId}", { params: { path: { deviceId: gatewayId } }, signal })),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  const startAgain = (): void => change({ gateway: undefined, with: undefined, over: undefined, send: undefined });
  return (
    <Stack maw={860}>
      <Loaded query={gateway} what={words.app.nouns.gateway.one} height={320}>
        {(found) => (
          <>
            <StartSection number={1} title={STEPS.name} isDone>
              <Group justify="space-between" gap="sm">
                <Text lineClamp={3} style={{ minWidth: 0 }}>
                  <Marked
                    text={words.start.yourGateway}
                    as={() => (
                      <Anchor component={Link} to={`/gateways/${gatewayId}`} className="foreign" underline="always">
                        {found.name}
                      </Anchor>
                    )}
                  />
                </Text>
                <Button variant="subtle" size="compact-sm" onClick={startAgain}>
                  {words.start.chooseAnother}
                </Button>
              </Group>
            </StartSection>
            <ConnectAndWait gateway={found} isJustNamed={isJustNamed} />
          </>
        )}
      </Loaded>
      {gateway.data === undefined && gateway.isError && (
        <Button variant="light" style={{ alignSelf: "flex-start" }} onClick={startAgain}>
          {words.start.startWithAnother}
        </Button>
      )}
    </Stack>
  );
}

interface ConnectAndWaitProps extends Pick<ForGatewayProps, "isJustNamed"> {
  readonly gateway: Schema<"GatewayDetails">;
}

function ConnectAndWait({ gateway, isJustNamed }: ConnectAndWaitProps): ReactNode {
  const gatewayId = gateway.id.id;
  const { feed, state } = useTraffic(gatewayId, false);
  const query = {
    ...{ page: 0, pageSize: DEVICES_SHOWN },
    ...{ sortProperty: "lastActivityTime" as const, sortOrder: "DESC" as const },
  };
  const devices = useQuery({
    queryKey: ["gateways", "devices", gatewayId, "newest"],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/gateways/{deviceId}/devices", { params: { path: { deviceId: gatewayId }, query }, signal })),
    refetchInterval: READ_AGAIN_MILLIS,
  });
  const hasMessage = mayHaveValues(feed.messages);
  const { refetch } = devices;
  useEffect(() => {
    if (hasMessage) void refetch();
  }, [hasMessage, refetch]);
  const own = { id: gatewayId, name: gateway.name };
  const found = (devices.data?.data ?? []).map(({ id, name }): Sender => ({ id: id.id, name }));
  // It stays the same while others are heard of later.
  const [firstId, setFirstId] = useState<string | null>(null);
  const first = found.find(({ id }) => id === firstId) ?? found[0];
  if (first !== undefined && first.id !== firstId) setFirstId(first.id);
  const sender = first ?? own;
  return (
    <>
      <StartSection number={2} title={STEPS.connect} isDone={first !== undefined || hasMessage} hasFocus={isJustNamed}>
        <ConnectGateway gatewayId={gatewayId} />
      </StartSection>
      <FirstMessage
        key={sender.id}
        gateway={own}
        sender={sender}
        devices={found.toSorted((one, other) => NATURAL.compare(one.name, other.name))}
        deviceCount={devices.data?.totalElements ?? 0}
        waiting={waitingFor(gateway.online, state, feed.messages)}
      />
    </>
  );
}

const NATURAL = new Intl.Collator(region.dateLocale, { numeric: true });
