// How many messages were refused in the last hour, by reason; each count leads to what it counts.
import { Anchor, List } from "@mantine/core";
import type { ReactNode } from "react";
import { refusalLabel } from "./refusal-reasons.ts";
import { StateLink } from "./state-link.tsx";
import { words } from "../words/words.ts";

interface RefusalCountsProps {
  readonly reasons: readonly { readonly reason: string; readonly lastHour: number }[];
  /** The page with the tab `refusals`; undefined if the viewer has none. */
  readonly to: string | undefined;
}

export function RefusalCounts({ reasons, to }: RefusalCountsProps): ReactNode {
  if (reasons.length === 0) return null;
  return (
    <List size="sm">
      {reasons.map(({ reason, lastHour }) => {
        const text = words.components.refusals.counted(lastHour, refusalLabel(reason));
        return (
          <List.Item key={reason}>
            {to === undefined ? (
              text
            ) : (
              <Anchor component={StateLink} to={to} state={{ tab: "refusals", reason }} inherit>
                {text}
              </Anchor>
            )}
          </List.Item>
        );
      })}
    </List>
  );
}
