// The progress of a persistent call: its state in words, and the steps to it.
import { Box, Group, Stack, Text, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { Marked } from "../../components/marked.tsx";
import { Moment } from "../../components/moment.tsx";
import { words } from "../../words/words.ts";
import type { CallStatus, PersistentCall } from "./rpc.ts";

export const CALL_STATUSES = ["QUEUED", "SENT", "DELIVERED", "SUCCESSFUL", "TIMEOUT", "FAILED", "EXPIRED"] as const;

const WORDS = words.device.persistent;

interface CallStepsProps {
  readonly call: PersistentCall;
}

const NO_MARKS = { listStyle: "none" };

/** The states of a successful call; a one-way call ends with its delivery. */
const WAY: readonly CallStatus[] = ["QUEUED", "SENT", "DELIVERED", "SUCCESSFUL"];

export function CallSteps({ call: { status, request, createdTime, expirationTime } }: CallStepsProps): ReactNode {
  const way = request.oneway ? WAY.slice(0, -1) : WAY;
  const reached = way.indexOf(status);
  const isBad = reached === -1;
  return (
    <Stack gap={4} w="fit-content">
      <Tooltip label={WORDS.about[status]} multiline maw={280}>
        <Text fw={500} c={isBad ? "var(--mantine-color-error)" : undefined} w="fit-content">
          {WORDS.statuses[status]}
        </Text>
      </Tooltip>
      <Group component="ol" gap={3} wrap="nowrap" m={0} p={0} aria-label={WORDS.steps} style={NO_MARKS}>
        {way.map((step, index) => (
          <Box component="li" key={step} aria-current={index === reached ? "step" : undefined}>
            <Box
              role="img"
              aria-label={WORDS.step(WORDS.statuses[step], index === 0 || index <= reached)}
              w={26}
              h={4}
              bg={colorOf(isBad, index <= reached)}
              style={{ borderRadius: 2 }}
            />
          </Box>
        ))}
      </Group>
      {/* On wide screens these are columns of their own. */}
      <Text size="xs" c="dimmed" component="div" hiddenFrom="sm">
        <Marked
          text={status === "EXPIRED" ? WORDS.timesEnded : WORDS.times}
          as={(_, index) => <Moment ts={index === 0 ? createdTime : expirationTime} style="exact" />}
        />
      </Text>
    </Stack>
  );
}

function colorOf(isBad: boolean, isReached: boolean): string {
  if (isBad) return "var(--mantine-color-red-filled)";
  return isReached ? "var(--mantine-primary-color-filled)" : "var(--mantine-color-default-border)";
}
