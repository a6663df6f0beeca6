// The third step: waits for the first message and shows the values stored from it; a refusal is shown with its reason.
// Then suggests what to do next.
import { Alert, Anchor, Button, Group, Stack, Table, Text, ThemeIcon } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ChartColumn, ChartLine, Check, MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { Foreign } from "../../components/foreign.tsx";
import { LiveBadge } from "../../components/live-badge.tsx";
import { Moment } from "../../components/moment.tsx";
import { StateLink } from "../../components/state-link.tsx";
import { Warning } from "../../components/warning.tsx";
import { useLiveValues, type LiveKey } from "../device/use-live-values.ts";
import { StartSection } from "./start-section.tsx";
import { TEST_KEY, TestValue } from "./test-value.tsx";
import classes from "./start.module.css";
import type { Waiting } from "./waiting.ts";

export interface Sender {
  readonly id: string;
  readonly name: string;
}

interface FirstMessageProps {
  readonly gateway: Sender;
  /** The sender of the first values: a device behind the gateway, or the gateway itself while there is none. */
  readonly sender: Sender;
  readonly waiting: Waiting;
}

const KEYS_MAX = 5;

export function FirstMessage({ gateway, sender, waiting }: FirstMessageProps): ReactNode {
  const feed = useLiveValues({ entityId: sender.id, kind: "telemetry" });
  const hasArrived = feed.keys.size > 0;
  const isTest = hasArrived && [...feed.keys.keys()].every((key) => key === TEST_KEY);
  return (
    <>
      <StartSection number={3} title={titleOf(hasArrived, isTest)} isDone={hasArrived}>
        <div role="status">
          {hasArrived ? <Arrived gateway={gateway} sender={sender} isTest={isTest} /> : <Signal waiting={waiting} />}
        </div>
        {(!hasArrived || isTest) && <TestValue gatewayId={gateway.id} />}
        {feed.problem !== null && (
          <Alert color="red" title="Arriving values cannot be shown" role="alert">
            {feed.problem}
          </Alert>
        )}
        {hasArrived && <Values keys={feed.keys} />}
      </StartSection>
      <StartSection number={4} title="Go on" isDone={false} isAhead={!hasArrived}>
        <Next gateway={gateway} sender={sender} />
      </StartSection>
    </>
  );
}

function titleOf(hasArrived: boolean, isTest: boolean): string {
  if (isTest) return "The test value has arrived";
  return hasArrived ? "The first message has arrived" : "Wait for the first message";
}

function Signal({ waiting }: { readonly waiting: Waiting }): ReactNode {
  const { state, live, refusal, other } = waiting;
  return (
    <Stack gap="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <span className={classes["signal"]} data-state={state} aria-hidden />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Text size="md" fw={600}>
            {TITLES[state]}
          </Text>
          <Text c="dimmed">
            {state === "connected" && other !== null ? (
              <>
                A message on <span className="foreign">{other}</span> was stored, but it contains no telemetry.
              </>
            ) : (
              HINTS[state]
            )}
          </Text>
        </div>
        <LiveBadge state={live} />
      </Group>
      {refusal !== null && (
        <Warning color="orange" title="A message arrived, but it was refused">
          <Foreign text={refusal} label="Reason" charsMax={300} />
        </Warning>
      )}
    </Stack>
  );
}

const TITLES: Readonly<Record<Waiting["state"], string>> = {
  absent: "Waiting for the first message",
  connected: "The gateway is connected; waiting for its first message",
  refused: "Waiting for a message that can be stored",
};

const HINTS: Readonly<Record<Waiting["state"], string>> = {
  absent:
    "Run the commands above. If nothing happens here, check for a firewall between that machine and the platform.",
  connected: "This page updates as soon as a value is stored.",
  refused: "Fix the message as the reason says, and send it again.",
};

interface ArrivedProps extends Pick<FirstMessageProps, "gateway" | "sender"> {
  readonly isTest: boolean;
}

function Arrived({ gateway, sender, isTest }: ArrivedProps): ReactNode {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <ThemeIcon color="teal" radius="xl" size={24}>
        <Check size={15} />
      </ThemeIcon>
      <div style={{ minWidth: 0 }}>
        <Text size="md" fw={600}>
          Stored, and synced to disk
        </Text>
        <Text lineClamp={4}>
          From{" "}
          <Anchor component={Link} to={`/devices/${sender.id}`} className="foreign" underline="always">
            {sender.name}
          </Anchor>
          {sender.id !== gateway.id && (
            <>
              {" "}
              through <span className="foreign">{gateway.name}</span>
            </>
          )}
          .{" "}
          {isTest
            ? "This page sent it; the gateway itself has sent nothing yet."
            : "New values appear here as they arrive."}
        </Text>
      </div>
    </Group>
  );
}

function Values({ keys }: { readonly keys: ReadonlyMap<string, LiveKey> }): ReactNode {
  const shown = [...keys].slice(0, KEYS_MAX);
  return (
    <Table.ScrollContainer minWidth={240}>
      <Table aria-label="Values that have arrived" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {["Key", "Value", "When"].map((label) => (
              <Table.Th key={label} style={{ whiteSpace: "nowrap" }}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(([key, { text, ts }]) => (
            <Table.Tr key={key}>
              <Table.Td miw={110}>
                <Foreign text={key} label="Key" charsMax={40} />
              </Table.Td>
              <Table.Td>
                <Foreign text={text} label="Value" charsMax={60} />
              </Table.Td>
              <Table.Td>
                <Moment ts={ts} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        {keys.size > KEYS_MAX && <Table.Caption>{`and ${(keys.size - KEYS_MAX).toLocaleString()} more`}</Table.Caption>}
      </Table>
    </Table.ScrollContainer>
  );
}

function Next({ gateway, sender }: Pick<FirstMessageProps, "gateway" | "sender">): ReactNode {
  return (
    <Group gap="sm">
      <Button component={StateLink} to={`/devices/${sender.id}`} state={{ tab: "charts" }} leftSection={<ChartLine />}>
        See it in a chart
      </Button>
      <Button component={Link} to="/views/new" variant="light" leftSection={<ChartColumn />}>
        Build a report
      </Button>
      <Button
        component={StateLink}
        to={`/gateways/${gateway.id}`}
        state={{ tab: "messages" }}
        variant="light"
        leftSection={<MessagesSquare />}
      >
        Watch its messages
      </Button>
    </Group>
  );
}
