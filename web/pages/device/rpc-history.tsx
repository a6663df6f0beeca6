// The calls made on this page since the sign-in, newest first, with the device's answers as written.
import { Badge, Button, Code, Group, Loader, Paper, ScrollArea, Stack, Text, Title } from "@mantine/core";
import { CornerDownLeft, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { ApiProblem, messageOf } from "../../api/problem.ts";
import { useUser } from "../../app/use-session.ts";
import { CopyIcon } from "../../components/copy-text.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Foreign } from "../../components/foreign.tsx";
import { layOutJson } from "../../components/json-text.ts";
import { Moment } from "../../components/moment.tsx";
import { numberFormat } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import { ConnectOnUplink } from "./connect-on-uplink.tsx";
import type { Call, CallOutcome, CallRecord } from "./rpc.ts";

const WORDS = words.device.calls;
const SECONDS = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });

interface RpcHistoryProps {
  readonly records: readonly CallRecord[];
  readonly onAgain: (call: Call) => void;
  readonly onClear: () => void;
}

export function RpcHistory({ records, onAgain, onClear }: RpcHistoryProps): ReactNode {
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {WORDS.title}
        </Title>
        {records.length > 0 && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
            {WORDS.clear}
          </Button>
        )}
      </Group>
      {records.length === 0 && (
        <Paper withBorder>
          <EmptyState icon={CornerDownLeft} title={WORDS.empty}>
            {WORDS.emptyText}
          </EmptyState>
        </Paper>
      )}
      <Stack gap="sm" aria-live="polite">
        {records.map((record) => (
          <Record key={record.id} record={record} onAgain={onAgain} />
        ))}
      </Stack>
    </Stack>
  );
}

function Record({
  record: { call, startedAt, outcome },
  onAgain,
}: Pick<RpcHistoryProps, "onAgain"> & { readonly record: CallRecord }): ReactNode {
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2} miw={0}>
          <Group gap="xs">
            <Text fw={500} component="div">
              <Foreign text={call.method} label={words.device.rpc.method} />
            </Text>
            <OutcomeBadge outcome={outcome} isOneWay={call.isOneWay} />
          </Group>
          <Text size="xs" c="dimmed" component="div">
            <Moment ts={startedAt} style="exact" /> ·{" "}
            <Foreign text={call.params} label={words.device.rpc.parameters} charsMax={80} />
          </Text>
        </Stack>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<RotateCcw size={14} />}
          style={{ flexShrink: 0 }}
          onClick={() => onAgain(call)}
        >
          {WORDS.reuse}
        </Button>
      </Group>
      <CallAnswer outcome={outcome} />
    </Paper>
  );
}

export function OutcomeBadge({
  outcome,
  isOneWay,
}: {
  readonly outcome: CallOutcome;
  readonly isOneWay: boolean;
}): ReactNode {
  switch (outcome.kind) {
    case "waiting":
      return <Loader size="xs" aria-label={WORDS.waiting} />;
    case "done":
      return <Badge color="teal">{(isOneWay ? WORDS.deliveredIn : WORDS.answeredIn)(outcome.millis)}</Badge>;
    case "kept":
      return <Badge color="blue">{WORDS.kept}</Badge>;
    case "failed": {
      const after = isStopped(outcome.error) ? WORDS.stoppedAfter : WORDS.failedAfter;
      return <Badge color="red">{after(SECONDS.format(outcome.millis / 1000))}</Badge>;
    }
  }
}

/** A longer reply is shown on request, to keep the page readable. */
const REPLY_CHARS_MAX = 4_000;

export function CallAnswer({ outcome }: { readonly outcome: CallOutcome }): ReactNode {
  switch (outcome.kind) {
    case "waiting":
    case "kept":
      return null;
    case "done": {
      if (outcome.reply === "") return null;
      const text = layOutJson(outcome.reply);
      return (
        <Group gap={4} mt="xs" wrap="nowrap" align="flex-start">
          {text.length > REPLY_CHARS_MAX ? (
            <Foreign text={text} label={words.device.rpc.answer} charsMax={400} isCode />
          ) : (
            <ScrollArea.Autosize mah={320} style={{ flex: 1, minWidth: 0 }}>
              <Code block className="foreign" style={{ whiteSpace: "pre-wrap" }}>
                {text}
              </Code>
            </ScrollArea.Autosize>
          )}
          <CopyIcon text={outcome.reply} label={WORDS.answerCopied} />
        </Group>
      );
    }
    case "failed":
      if (isStopped(outcome.error)) return null;
      return <Failure error={outcome.error} />;
  }
}

function Failure({ error }: { readonly error: unknown }): ReactNode {
  const isAdmin = useUser().role === "TENANT_ADMIN";
  const { requestId, gatewayId } = error instanceof ApiProblem ? error : { requestId: null, gatewayId: null };
  return (
    <>
      <Text c="red" mt="xs">
        <span className="foreign">{messageOf(error)}</span>
        {requestId !== null && (
          <Text span size="xs" c="dimmed">
            {" "}
            {WORDS.request(requestId)}
          </Text>
        )}
      </Text>
      {isAdmin && gatewayId !== null && <ConnectOnUplink gatewayId={gatewayId} then={WORDS.sendAgain} />}
    </>
  );
}

function isStopped(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
