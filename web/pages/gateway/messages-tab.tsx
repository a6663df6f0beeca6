// The messages of a gateway as they arrive: stored ones, and refused ones with the reason. The search is kept in the
// address.
import { Alert, Button, Group, Paper, SegmentedControl, Stack, Text } from "@mantine/core";
import { Eraser, MessagesSquare, Pause, Play, SearchX } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { TrafficMessage } from "../../api/live-traffic.ts";
import { choiceOf, textOf, useAddress } from "../../app/list-state.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { LiveBadge } from "../../components/live-badge.tsx";
import { SearchBox } from "../../components/search-box.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { choices } from "../../components/choices.ts";
import { MessageRow } from "./message-row.tsx";
import classes from "./messages.module.css";
import { messageKey, MESSAGES_MAX, useTraffic, type TrafficFeed } from "./use-traffic.ts";

const KINDS = ["refused", "up", "down"] as const;
type Kind = (typeof KINDS)[number];

interface MessagesTabProps {
  readonly gatewayId: string;
  readonly isOnline: boolean;
}

export function MessagesTab({ gatewayId, isOnline }: MessagesTabProps): ReactNode {
  const { address, change, type } = useAddress();
  const [isPaused, setPaused] = useState(false);
  const { feed, state, clear } = useTraffic(gatewayId, isPaused);
  const text = textOf(address, "q");
  const kind = choiceOf(address, "kind", KINDS);
  const shown = feed.messages.filter((message) => isWanted(message, kind, text));
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <SearchBox
            label="Search messages"
            text={text}
            pauseMillis={50}
            onText={(q) => type({ q: q === "" ? undefined : q })}
          />
          <SegmentedControl
            aria-label="Which messages are shown"
            data={choices({ all: "All", refused: "Refused", up: "From it", down: "To it" })}
            value={kind ?? "all"}
            onChange={(next) => change({ kind: next === "all" ? undefined : next })}
          />
        </Group>
        <Group gap="xs">
          {isPaused ? <StatusBadge tone="neutral" label="Paused" /> : <LiveBadge state={state} />}
          <Button variant="default" leftSection={isPaused ? <Play /> : <Pause />} onClick={() => setPaused(!isPaused)}>
            {isPaused ? "Resume" : "Pause"}
          </Button>
          <Button variant="default" leftSection={<Eraser />} onClick={clear}>
            Clear
          </Button>
        </Group>
      </Group>
      {feed.problem !== null && (
        <Alert color="red" title="The messages cannot be shown" role="alert">
          {feed.problem}
        </Alert>
      )}
      <Paper withBorder>
        {shown.length === 0 ? (
          <Nothing feed={feed} isOnline={isOnline} isPaused={isPaused} />
        ) : (
          <ul className={classes["list"]} aria-label="Messages, the newest first">
            {shown.map((message) => (
              <MessageRow key={messageKey(message)} message={message} />
            ))}
          </ul>
        )}
      </Paper>
      <Text size="xs" c="dimmed">
        Messages shown: {shown.length.toLocaleString()} of {feed.messages.length.toLocaleString()}. This page keeps the
        newest {MESSAGES_MAX.toLocaleString()}.
        {feed.dropped > 0 && ` ${feed.dropped.toLocaleString()} were skipped: too many per second.`}
      </Text>
    </Stack>
  );
}

interface NothingProps {
  readonly feed: TrafficFeed;
  readonly isOnline: boolean;
  readonly isPaused: boolean;
}

function Nothing({ feed, isOnline, isPaused }: NothingProps): ReactNode {
  if (feed.messages.length > 0)
    return (
      <EmptyState icon={SearchX} title="No messages match">
        Try another part of a topic, payload or reason, or show all messages.
      </EmptyState>
    );
  return (
    <EmptyState icon={MessagesSquare} title={isPaused ? "Paused" : "Waiting for messages"}>
      {isPaused
        ? "Resume to see new messages."
        : isOnline
          ? "Messages to and from the gateway appear here from now on. Nothing is recorded while this page is closed."
          : "The gateway is offline. Its messages appear here when it connects."}
    </EmptyState>
  );
}

function isWanted(message: TrafficMessage, kind: Kind | null, text: string): boolean {
  const { direction, verdict, topic, payload, reason } = message;
  if (kind === "refused" && verdict !== "refused" && verdict !== "partly") return false;
  if ((kind === "up" || kind === "down") && direction !== kind) return false;
  const wanted = text.toLowerCase();
  return wanted === "" || [topic, payload, reason ?? ""].some((part) => part.toLowerCase().includes(wanted));
}
