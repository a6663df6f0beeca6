// The state of an update as a word. Those that devices report are words of the gateway API; any other shows as it is.
import type { ReactNode } from "react";
import { Foreign } from "../../components/foreign.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";

interface State {
  readonly label: string;
  readonly tone: "good" | "bad" | "neutral" | "accent";
}

const STATES: ReadonlyMap<string, State> = new Map([
  ["QUEUED", { label: "Queued", tone: "neutral" }],
  ["INITIATED", { label: "Device told", tone: "neutral" }],
  ["DOWNLOADING", { label: "Downloading", tone: "accent" }],
  ["DOWNLOADED", { label: "Downloaded", tone: "accent" }],
  ["VERIFIED", { label: "Verified", tone: "accent" }],
  ["UPDATING", { label: "Installing", tone: "accent" }],
  ["UPDATED", { label: "Updated", tone: "good" }],
  ["FAILED", { label: "Failed", tone: "bad" }],
]);

export function UpdateBadge({ state }: { readonly state: string }): ReactNode {
  const known = STATES.get(state);
  return known === undefined ? <Foreign text={state} label="State" charsMax={40} /> : <StatusBadge {...known} />;
}
