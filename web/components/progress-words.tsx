// How far something has come, in words that change all the time: seen at once, and said every few seconds, so that those who
// hear the page hear something else too.
import { Text, VisuallyHidden } from "@mantine/core";
import { useThrottledValue } from "@mantine/hooks";
import type { ReactNode } from "react";

interface ProgressWordsProps {
  readonly words: string;
  /** The last words are said at once. */
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
