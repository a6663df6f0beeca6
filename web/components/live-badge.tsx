// Whether live updates arrive.
import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import type { LiveState } from "../api/live.ts";

const WORDS: Readonly<Record<LiveState, string>> = {
  connecting: "Connecting",
  open: "Live",
  lost: "Reconnecting",
};
const COLORS: Readonly<Record<LiveState, string>> = { connecting: "gray", open: "teal", lost: "orange" };

export function LiveBadge({ state }: { readonly state: LiveState }): ReactNode {
  return (
    <Badge variant="dot" color={COLORS[state]} role="status">
      {WORDS[state]}
    </Badge>
  );
}
