// A state as a word and a colour; the word is enough.
import { Badge, Box } from "@mantine/core";
import type { ReactNode } from "react";
import { words } from "../words/words.ts";

interface StatusBadgeProps {
  readonly label: string;
  readonly tone: "good" | "warning" | "bad" | "neutral" | "accent";
}

const COLORS: Readonly<Record<StatusBadgeProps["tone"], string>> = {
  good: "teal",
  warning: "yellow",
  bad: "red",
  neutral: "gray",
  accent: "tide",
};

export function StatusBadge({ label, tone }: StatusBadgeProps): ReactNode {
  const color = COLORS[tone];
  return (
    <Badge
      color={color}
      fw={500}
      // Coloured text on its own pale background is hard to read, and a table would cut off the word.
      c="var(--mantine-color-text)"
      miw="max-content"
      leftSection={<Box w={7} h={7} bg={`var(--mantine-color-${color}-6)`} style={{ borderRadius: "50%" }} />}
    >
      {label}
    </Badge>
  );
}

/** Whether a device has sent something lately. */
export function ActiveBadge({ isActive }: { readonly isActive: boolean }): ReactNode {
  const { active, inactive } = words.components.status;
  return isActive ? <StatusBadge label={active} tone="good" /> : <StatusBadge label={inactive} tone="neutral" />;
}
