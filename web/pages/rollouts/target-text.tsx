// For which devices a rollout is, in words.
import type { ReactNode } from "react";
import { Marked } from "../../components/marked.tsx";
import { words } from "../../words/words.ts";
import type { Rollout } from "./rollout.ts";

export function TargetText({ target }: Pick<Rollout, "target">): ReactNode {
  return <Marked text={textOf(target)} as={() => <span className="foreign">{target.name}</span>} />;
}

/** With the name at `[]`. */
function textOf({ type, listed }: Rollout["target"]): string {
  const { chosen, profile, gateway, customer } = words.rollouts.targets;
  switch (type) {
    case "DEVICES":
      return chosen(listed ?? 0);
    case "DEVICE_PROFILE":
      return profile;
    case "GATEWAY":
      return gateway;
    case "CUSTOMER":
      return customer;
  }
}
