// Whether live updates arrive.
import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import type { LiveState } from "../api/live.ts";
import { words } from "../words/words.ts";

const WORDS: Readonly<Record<LiveState, string>> = words.components.live;
const COLORS: Readonly<Record<LiveState, string>> = { connecting: "gray", open: "teal", lost: "orange" };

export function LiveBadge({ state }: { readonly state: LiveState }): ReactNode {
  return (
    <Badge variant="dot" color={COLORS[state]} role="status">
      {WORDS[state]}
    </Badge>
  );
}
