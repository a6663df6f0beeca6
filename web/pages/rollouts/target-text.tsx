// For which devices a rollout is, in words.
import type { ReactNode } from "react";
import { Marked } from "../../components/marked.tsx";
import { withCapital } from "../../words/format.ts";
import { words } from "../../words/words.ts";
import type { Rollout } from "./rollout.ts";

interface TargetTextProps extends Pick<Rollout, "target"> {
  /** Otherwise it is part of a sentence. */
  readonly isAlone?: boolean;
}

export function TargetText({ target, isAlone = false }: TargetTextProps): ReactNode {
  const text = textOf(target);
  return <Marked text={isAlone ? withCapital(text) : text} as={() => <span className="foreign">{target.name}</span>} />;
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
