// The state of an update as a word. States from the gateway API are translated; any other is shown as it is.
import type { ReactNode } from "react";
import { choices } from "../../components/choices.ts";
import { Foreign } from "../../components/foreign.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { UpdateState } from "../rollouts/rollout.ts";

const LABELS: Readonly<Record<UpdateState, string>> = {
  PENDING: "Not started",
  QUEUED: "Queued",
  INITIATED: "Device notified",
  DOWNLOADING: "Downloading",
  DOWNLOADED: "Downloaded",
  VERIFIED: "Verified",
  UPDATING: "Installing",
  UPDATED: "Updated",
  FAILED: "Failed",
  SKIPPED: "Skipped",
  WITHDRAWN: "Withdrawn",
};

export const STATE_CHOICES = choices(LABELS);

const INSTALLING = ["DOWNLOADING", "DOWNLOADED", "VERIFIED", "UPDATING"];

export function UpdateBadge({ state }: { readonly state: string }): ReactNode {
  const known = STATE_CHOICES.find(({ value }) => value === state);
  if (known === undefined) return <Foreign text={state} label="State" charsMax={40} />;
  return <StatusBadge label={known.label} tone={toneOf(state)} />;
}

function toneOf(state: string): "good" | "bad" | "accent" | "neutral" {
  if (state === "UPDATED") return "good";
  if (state === "FAILED") return "bad";
  return INSTALLING.includes(state) ? "accent" : "neutral";
}
