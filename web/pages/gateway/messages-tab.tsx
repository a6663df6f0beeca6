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
import { words } from "../../words/words.ts";
import { MessageRow } from "./message-row.tsx";
import classes from "./messages.module.css";
import { messageKey, MESSAGES_MAX, useTraffic, type TrafficFeed } from "./use-traffic.ts";

const KINDS = ["refused", "up", "down"] as const;
type Kind = (typeof KINDS)[number];
const WORDS = words.gateway.messages;

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
            label={WORDS.search}
            text={text}
            pauseMillis={50}
            onText={(q) => type({ q: q === "" ? undefined : q })}
          />
          <SegmentedControl
            aria-label={WORDS.shown}
            data={choices(WORDS.kinds)}
            value={kind ?? "all"}
            onChange={(next) => change({ kind: next === "all" ? undefined : next })}
          />
        </Group>
        <Group gap="xs">
          {isPaused ? <StatusBadge tone="neutral" label={WORDS.paused} /> : <LiveBadge state={state} />}
          <Button variant="default" leftSection={isPaused ? <Play /> : <Pause />} onClick={() => setPaused(!isPaused)}>
            {isPaused ? WORDS.resume : WORDS.pause}
          </Button>
          <Button variant="default" leftSection={<Eraser />} onClick={clear}>
            {WORDS.clear}
          </Button>
        </Group>
      </Group>
      {feed.problem !== null && (
        <Alert color="red" title={WORDS.failed} role="alert">
          {feed.problem}
        </Alert>
      )}
      <Paper withBorder>
        {shown.length === 0 ? (
          <Nothing feed={feed} isOnline={isOnline} isPaused={isPaused} />
        ) : (
          <ul className={classes["list"]} aria-label={WORDS.label}>
            {shown.map((message) => (
              <MessageRow key={messageKey(message)} message={message} />
            ))}
          </ul>
        )}
      </Paper>
      <Text size="xs" c="dimmed">
        {WORDS.counts(shown.length, feed.messages.length, MESSAGES_MAX)}
        {feed.dropped > 0 && ` ${WORDS.dropped(feed.dropped)}`}
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
      <EmptyState icon={SearchX} title={WORDS.noMatch}>
        {WORDS.noMatchText}
      </EmptyState>
    );
  return (
    <EmptyState icon={MessagesSquare} title={isPaused ? WORDS.paused : WORDS.waiting}>
      {isPaused ? WORDS.pausedText : isOnline ? WORDS.onlineText : WORDS.offlineText}
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
