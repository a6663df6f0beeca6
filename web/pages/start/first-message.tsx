// The third step: waits for the first message and shows the values that devices send; a refusal is shown with its reason.
// Then suggests what to do next.
import { Alert, Anchor, Button, Group, Stack, Table, Text, ThemeIcon } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { ChartColumn, ChartLine, Check, MessagesSquare, PanelsTopLeft } from "lucide-react";
import type { ReactNode } from "react";
import { withCapitalUnlessPath } from "../../api/problem.ts";
import { Foreign } from "../../components/foreign.tsx";
import { LiveBadge } from "../../components/live-badge.tsx";
import { Marked } from "../../components/marked.tsx";
import { Moment } from "../../components/moment.tsx";
import { StateLink } from "../../components/state-link.tsx";
import { Warning } from "../../components/warning.tsx";
import { words } from "../../words/words.ts";
import { useLiveValues } from "../device/use-live-values.ts";
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
  /** Those behind the gateway whose values are shown. */
  readonly devices: readonly Sender[];
  /** How many the gateway has. */
  readonly deviceCount: number;
  readonly waiting: Waiting;
}

/** Of each device. */
const KEYS_MAX = 5;

export function FirstMessage({ gateway, sender, devices, deviceCount, waiting }: FirstMessageProps): ReactNode {
  const feed = useLiveValues({ entityId: sender.id, kind: "telemetry" });
  const hasArrived = feed.keys.size > 0;
  const isTest = hasArrived && [...feed.keys.keys()].every((key) => key === TEST_KEY);
  return (
    <>
      <StartSection number={3} title={titleOf(hasArrived, isTest)} isDone={hasArrived}>
        <div role="status">
          {hasArrived ? (
            <Arrived gateway={gateway} sender={sender} deviceCount={deviceCount} isTest={isTest} />
          ) : (
            <Signal waiting={waiting} />
          )}
        </div>
        {(!hasArrived || isTest) && <TestValue gatewayId={gateway.id} />}
        {feed.problem !== null && (
          <Alert color="red" title={words.start.waiting.failed} role="alert">
            {feed.problem}
          </Alert>
        )}
        {hasArrived && (
          <Values
            gateway={gateway}
            senders={devices.length === 0 ? [sender] : devices}
            moreDevices={deviceCount - devices.length}
          />
        )}
      </StartSection>
      <StartSection number={4} title={words.start.steps.next} isDone={false} isAhead={!hasArrived}>
        <Next gateway={gateway} sender={sender} />
      </StartSection>
    </>
  );
}

function titleOf(hasArrived: boolean, isTest: boolean): string {
  if (isTest) return words.start.waiting.testArrived;
  return hasArrived ? words.start.waiting.arrived : words.start.steps.wait;
}

function Signal({ waiting }: { readonly waiting: Waiting }): ReactNode {
  const { state, live, refusal, other } = waiting;
  return (
    <Stack gap="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <span className={classes["signal"]} data-state={state} aria-hidden />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Text size="md" fw={600}>
            {words.start.waiting.titles[state]}
          </Text>
          <Text c="dimmed">
            {state === "connected" && other !== null ? (
              <Marked text={words.start.waiting.noTelemetry} as={() => <span className="foreign">{other}</span>} />
            ) : (
              words.start.waiting.hints[state]
            )}
          </Text>
        </div>
        <LiveBadge state={live} />
      </Group>
      {refusal !== null && (
        <Warning color="orange" title={words.start.waiting.refused}>
          <Foreign text={withCapitalUnlessPath(refusal)} label={words.start.waiting.reason} charsMax={300} />
        </Warning>
      )}
    </Stack>
  );
}

interface ArrivedProps extends Pick<FirstMessageProps, "gateway" | "sender" | "deviceCount"> {
  readonly isTest: boolean;
}

function Arrived({ gateway, sender, deviceCount, isTest }: ArrivedProps): ReactNode {
  const { stored, from, fromThrough, fromDevices, isTest: onlyTest, newAppear } = words.start.waiting;
  const through = <span className="foreign">{gateway.name}</span>;
  const link = (
    <Anchor component={Link} to={`/devices/${sender.id}`} className="foreign" underline="always">
      {sender.name}
    </Anchor>
  );
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <ThemeIcon color="teal" radius="xl" size={24}>
        <Check size={15} />
      </ThemeIcon>
      <div style={{ minWidth: 0 }}>
        <Text size="md" fw={600}>
          {stored}
        </Text>
        <Text lineClamp={4}>
          {deviceCount > 1 ? (
            <Marked text={fromDevices(deviceCount)} as={() => through} />
          ) : (
            <Marked
              text={sender.id === gateway.id ? from : fromThrough}
              as={(_, index) => (index === 0 ? link : through)}
            />
          )}{" "}
          {isTest ? onlyTest : newAppear}
        </Text>
      </div>
    </Group>
  );
}

interface ValuesProps {
  readonly gateway: Sender;
  readonly senders: readonly Sender[];
  /** Devices of the gateway that are not shown. */
  readonly moreDevices: number;
}

function Values({ gateway, senders, moreDevices }: ValuesProps): ReactNode {
  const { label, key: keyWord, value, when, moreDevices: moreWords } = words.start.values;
  return (
    <>
      <Table.ScrollContainer minWidth={240}>
        <Table aria-label={label} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {[keyWord, value, when].map((head) => (
                <Table.Th key={head} style={{ whiteSpace: "nowrap" }}>
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          {senders.map((sender) => (
            <ValuesOf key={sender.id} sender={sender} isOne={senders.length === 1} />
          ))}
        </Table>
      </Table.ScrollContainer>
      {moreDevices > 0 && (
        <Anchor component={StateLink} to={`/gateways/${gateway.id}`} state={{ tab: "devices" }} underline="always">
          {moreWords(moreDevices)}
        </Anchor>
      )}
    </>
  );
}

/** Rows below the name of the device, unless it is the only one. */
function ValuesOf({ sender, isOne }: { readonly sender: Sender; readonly isOne: boolean }): ReactNode {
  const { key: keyWord, value, more } = words.start.values;
  const { keys } = useLiveValues({ entityId: sender.id, kind: "telemetry" });
  if (keys.size === 0) return null;
  return (
    <Table.Tbody>
      {!isOne && (
        <Table.Tr>
          <Table.Th scope="rowgroup" colSpan={3}>
            <Anchor component={Link} to={`/devices/${sender.id}`} className="foreign" underline="always" inherit>
              {sender.name}
            </Anchor>
          </Table.Th>
        </Table.Tr>
      )}
      {[...keys].slice(0, KEYS_MAX).map(([key, { text, ts }]) => (
        <Table.Tr key={key}>
          <Table.Td miw={110}>
            <Foreign text={key} label={keyWord} charsMax={40} />
          </Table.Td>
          <Table.Td>
            <Foreign text={text} label={value} charsMax={60} />
          </Table.Td>
          <Table.Td>
            <Moment ts={ts} />
          </Table.Td>
        </Table.Tr>
      ))}
      {keys.size > KEYS_MAX && (
        <Table.Tr>
          <Table.Td colSpan={3}>
            <Text c="dimmed">{more(keys.size - KEYS_MAX)}</Text>
          </Table.Td>
        </Table.Tr>
      )}
    </Table.Tbody>
  );
}

function Next({ gateway, sender }: Pick<FirstMessageProps, "gateway" | "sender">): ReactNode {
  return (
    <Group gap="sm">
      <Button component={StateLink} to={`/devices/${sender.id}`} state={{ tab: "charts" }} leftSection={<ChartLine />}>
        {words.start.next.chart}
      </Button>
      <Button
        component={StateLink}
        to="/dashboards"
        state={{ new: "1" }}
        variant="light"
        leftSection={<PanelsTopLeft />}
      >
        {words.start.next.dashboard}
      </Button>
      <Button component={Link} to="/views/new" variant="light" leftSection={<ChartColumn />}>
        {words.start.next.report}
      </Button>
      <Button
        component={StateLink}
        to={`/gateways/${gateway.id}`}
        state={{ tab: "messages" }}
        variant="light"
        leftSection={<MessagesSquare />}
      >
        {words.start.next.messages}
      </Button>
    </Group>
  );
}
