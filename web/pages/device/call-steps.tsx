// The progress of a persistent call: its state in words, and the steps to it.
import { Box, Group, Stack, Text, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { Moment } from "../../components/moment.tsx";
import type { CallStatus, PersistentCall } from "./rpc.ts";

export const CALL_STATUSES = ["QUEUED", "SENT", "DELIVERED", "SUCCESSFUL", "TIMEOUT", "FAILED", "EXPIRED"] as const;

const WORDS: Readonly<Record<CallStatus, readonly [words: string, about: string]>> = {
  QUEUED: ["Waiting", "The device has not connected yet."],
  SENT: ["Sent", "Written to the device's connection."],
  DELIVERED: ["Delivered", "The device has acknowledged the call."],
  SUCCESSFUL: ["Answered", "The device has answered."],
  TIMEOUT: ["Not confirmed", "The device did not acknowledge the call; it is sent again."],
  FAILED: ["Failed", "The device answered with an error, or never acknowledged the call."],
  EXPIRED: ["Expired", "The call expired before the device answered."],
};

export function statusWords(status: CallStatus): string {
  return WORDS[status][0];
}

interface CallStepsProps {
  readonly call: PersistentCall;
}

const NO_MARKS = { listStyle: "none" };

/** The states of a successful call; a one-way call ends with its delivery. */
const WAY: readonly CallStatus[] = ["QUEUED", "SENT", "DELIVERED", "SUCCESSFUL"];

export function CallSteps({ call: { status, request, createdTime, expirationTime } }: CallStepsProps): ReactNode {
  const [words, about] = WORDS[status];
  const way = request.oneway ? WAY.slice(0, -1) : WAY;
  const reached = way.indexOf(status);
  const isBad = reached === -1;
  return (
    <Stack gap={4} w="fit-content">
      <Tooltip label={about} multiline maw={280}>
        <Text fw={500} c={isBad ? "var(--mantine-color-error)" : undefined} w="fit-content">
          {words}
        </Text>
      </Tooltip>
      <Group component="ol" gap={3} wrap="nowrap" m={0} p={0} aria-label="Steps of the call" style={NO_MARKS}>
        {way.map((step, index) => (
          <Box component="li" key={step} aria-current={index === reached ? "step" : undefined}>
            <Box
              role="img"
              aria-label={`${statusWords(step)}: ${index === 0 || index <= reached ? "done" : "not yet"}`}
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
        Made <Moment ts={createdTime} style="exact" />, {status === "EXPIRED" ? "ended" : "ends"}{" "}
        <Moment ts={expirationTime} style="exact" />
      </Text>
    </Stack>
  );
}

function colorOf(isBad: boolean, isReached: boolean): string {
  if (isBad) return "var(--mantine-color-red-filled)";
  return isReached ? "var(--mantine-primary-color-filled)" : "var(--mantine-color-default-border)";
}
