// The used part of a limit, as a bar and in words.
import { ActionIcon, Group, Progress, Stack, Text, Tooltip } from "@mantine/core";
import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { numberFormat } from "../words/format.ts";
import { words } from "../words/words.ts";

interface UsageBarProps {
  readonly label: string;
  readonly text?: string;
  /** Null if it is not counted, or not for all users. */
  readonly used: number | null;
  /** Null if there is no limit. */
  readonly limit: number | null;
  readonly unit?: string;
  /** Fraction of the limit from which on it warns. */
  readonly warnFrom?: number;
}

const NUMBER = numberFormat();
const WORDS = words.components.usage;
const WARN_FROM = 0.8;

export function UsageBar({ label, text, used, limit, unit, warnFrom = WARN_FROM }: UsageBarProps): ReactNode {
  const share = used === null || limit === null || limit === 0 ? null : used / limit;
  const state = share === null || share < warnFrom ? "fine" : share < 1 ? "near" : "reached";
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="baseline">
        <Group gap={6} wrap="nowrap">
          <Text fw={500}>{label}</Text>
          {text !== undefined && text !== "" && (
            <Tooltip label={text} multiline maw={300} events={{ hover: true, focus: true, touch: true }}>
              {/* No higher than the line, where fingers need room too. */}
              <ActionIcon size={22} my={-10} aria-label={text}>
                <Info size={16} />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
        <Text ta="right">
          {amount(used, limit, unit)}
          {state === "near" && (
            <Text span fw={600}>
              {" "}
              · {WORDS.near}
            </Text>
          )}
          {state === "reached" && (
            <Text span fw={600}>
              {" "}
              · {WORDS.reached}
            </Text>
          )}
        </Text>
      </Group>
      {limit !== null && used !== null && (
        <Progress
          value={Math.min(1, share ?? 0) * 100}
          color={state === "fine" ? "tide" : state === "near" ? "yellow" : "red"}
          size="md"
          aria-label={label}
        />
      )}
    </Stack>
  );
}

function amount(used: number | null, limit: number | null, unit: string | undefined): string {
  const text = (value: number): string => `${NUMBER.format(value)}${unit === undefined ? "" : ` ${unit}`}`;
  if (used === null) return limit === null ? WORDS.none : WORDS.atMost(text(limit));
  if (limit === null) return WORDS.unlimited(text(used));
  return WORDS.usedOf(NUMBER.format(used), text(limit));
}
