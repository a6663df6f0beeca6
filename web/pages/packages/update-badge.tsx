// The state of an update as a word. States from the gateway API are translated; any other is shown as it is.
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import { Foreign } from "../../components/foreign.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { UpdateState } from "../rollouts/rollout.ts";
import { words } from "../../words/words.ts";

export const STATE_CHOICES = choices<UpdateState>(words.packages.states);

const INSTALLING = ["DOWNLOADING", "DOWNLOADED", "VERIFIED", "UPDATING"];

export function UpdateBadge({ state }: { readonly state: string }): ReactNode {
  const known = STATE_CHOICES.find(({ value }) => value === state);
  if (known === undefined) return <Foreign text={state} label={words.packages.state} charsMax={40} />;
  return <StatusBadge label={known.label} tone={toneOf(state)} />;
}

function toneOf(state: string): "good" | "bad" | "accent" | "neutral" {
  if (state === "UPDATED") return "good";
  if (state === "FAILED") return "bad";
  return INSTALLING.includes(state) ? "accent" : "neutral";
}
