// How an audited action ended, for a column: in a word, with the reason of what was refused.
import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Foreign } from "../../components/foreign.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { words } from "../../words/words.ts";
import type { AuditLog } from "./audit-words.ts";

const WORDS = words.audit;
/** A reason that is longer is shown on request. */
const CHARS_MAX = 160;

type Ended = Pick<AuditLog, "actionStatus" | "actionFailureDetails">;

export function AuditResult({ actionStatus, actionFailureDetails: reason }: Ended): ReactNode {
  const label = WORDS.results[actionStatus];
  // Most have succeeded; the others are what somebody looks for.
  if (actionStatus === "SUCCESS") return <Text c="dimmed">{label}</Text>;
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone="bad" label={label} />
      {reason !== "" && (
        <Text size="xs" c="dimmed" component="div">
          <Foreign text={reason} label={WORDS.reason} charsMax={CHARS_MAX} />
        </Text>
      )}
    </Stack>
  );
}
