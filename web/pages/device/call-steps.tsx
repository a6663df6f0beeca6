// How far a kept call has come: its state in words, and the steps on the way to it.
import { Group, Stack, Text, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import type { CallStatus, PersistentCall } from "./rpc.ts";

export const CALL_STATUSES = ["QUEUED", "SENT", "DELIVERED", "SUCCESSFUL", "TIMEOUT", "FAILED", "EXPIRED"] as const;

const WORDS: Readonly<Record<CallStatus, readonly [words: string, about: string]>> = {
  QUEUED: ["Waiting", "The device has not come yet."],
  SENT: ["Sent", "Written to the device's connection."],
  DELIVERED: ["Delivered", "The device has confirmed that it got the call."],
  SUCCESSFUL: ["Answered", "The device has answered."],
  TIMEOUT: ["Not confirmed", "The device did not confirm it; it is sent again."],
  FAILED: ["Failed", "The device answered with an error, or never confirmed the call."],
  EXPIRED: ["Expired", "The time of the call was over before the device had done it."],
};

export function statusWords(status: CallStatus): string {
  return WORDS[status][0];
}

/** The way of a call that goes well; a one-way call ends with its delivery. */
const WAY: readonly CallStatus[] = ["QUEUED", "SENT", "DELIVERED", "SUCCESSFUL"];

export function CallSteps({ call: { status, request } }: { readonly call: PersistentCall }): ReactNode {
  const [words, about] = WORDS[status];
  const way = request.oneway ? WAY.slice(0, -1) : WAY;
  const reached = way.indexOf(status);
  const isBad = reached === -1;
  return (
    <Tooltip label={about} multiline maw={280}>
      <Stack gap={4} w="fit-content">
        <Text size="sm" fw={500} c={isBad ? "red" : undefined}>
          {words}
        </Text>
        <Group gap={3} aria-hidden wrap="nowrap">
          {way.map((step, index) => (
            <span
              key={step}
              style={{ width: 26, height: 4, borderRadius: 2, background: colorOf(isBad, index <= reached) }}
            />
          ))}
        </Group>
      </Stack>
    </Tooltip>
  );
}

function colorOf(isBad: boolean, isReached: boolean): string {
  if (isBad) return "var(--mantine-color-red-filled)";
  return isReached ? "var(--mantine-primary-color-filled)" : "var(--mantine-color-default-border)";
}
