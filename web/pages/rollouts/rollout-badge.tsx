// The state of a rollout as a word.
import type { ReactNode } from "react";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Rollout } from "./rollout.ts";

const STATES = {
  RUNNING: { label: "Running", tone: "accent" },
  PAUSED: { label: "Paused", tone: "warning" },
  STOPPED: { label: "Stopped", tone: "bad" },
  DONE: { label: "Done", tone: "good" },
} as const;

export function RolloutBadge({ state }: Pick<Rollout, "state">): ReactNode {
  return <StatusBadge {...STATES[state]} />;
}
