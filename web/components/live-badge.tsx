// Whether the page is connected for live updates, and the age of the newest value if it is old in spite of that.
import { Badge, Group, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import type { LiveState } from "../api/live.ts";
import { words } from "../words/words.ts";
import { ValueAge } from "./value-age.tsx";

const WORDS = words.components.live;
const COLORS: Readonly<Record<LiveState, string>> = {
  connecting: dotColor("gray"),
  open: dotColor("teal"),
  lost: dotColor("orange"),
};

interface LiveBadgeProps {
  readonly state: LiveState;
  /** Of the newest value that the page shows; null or omitted where that tells nothing. */
  readonly newestTs?: number | null;
}

export function LiveBadge({ state, newestTs = null }: LiveBadgeProps): ReactNode {
  return (
    <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0 }}>
      <ValueAge ts={newestTs} text={WORDS.newest} />
      <Tooltip label={WORDS.says[state]}>
        <Badge variant="dot" color={COLORS[state]} role="status">
          {WORDS.states[state]}
        </Badge>
      </Tooltip>
    </Group>
  );
}

/** In the dark that of other badges: the usual shade has too little contrast there. */
function dotColor(name: string): string {
  return `light-dark(var(--mantine-color-${name}-8), var(--mantine-color-${name}-6))`;
}
