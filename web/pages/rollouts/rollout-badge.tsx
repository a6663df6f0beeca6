// The state of a rollout as a word.
import type { ReactNode } from "react";
import { StatusBadge } from "../../components/status-badge.tsx";
import { words } from "../../words/words.ts";
import type { Rollout } from "./rollout.ts";

const TONES = { RUNNING: "accent", PAUSED: "warning", STOPPED: "bad", DONE: "good" } as const;

export function RolloutBadge({ state }: Pick<Rollout, "state">): ReactNode {
  return <StatusBadge label={words.rollouts.states[state]} tone={TONES[state]} />;
}
