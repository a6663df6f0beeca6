// Progress in words that change all the time: shown at once, but announced only every few seconds, so that screen
// reader users can hear other things.
import { Text, VisuallyHidden } from "@mantine/core";
import { useThrottledValue } from "@mantine/hooks";
import type { ReactNode } from "react";

interface ProgressWordsProps {
  readonly words: string;
  /** The last words are announced at once. */
  readonly isOver: boolean;
}

const SAID_EVERY_MILLIS = 5_000;

export function ProgressWords({ words, isOver }: ProgressWordsProps): ReactNode {
  const said = useThrottledValue(words, SAID_EVERY_MILLIS);
  return (
    <>
      <Text c="dimmed" role="status" aria-live={isOver ? "polite" : "off"}>
        {words}
      </Text>
      {!isOver && <VisuallyHidden role="status">{said}</VisuallyHidden>}
    </>
  );
}
