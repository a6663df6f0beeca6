// For a range without values: when the newest one was measured, and the way there.
import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { exactTime } from "../words/format.ts";
import { words } from "../words/words.ts";

const WORDS = words.components.newestValue;

interface NewestValueProps {
  /** Null if there never was one, or if nothing is missing. */
  readonly ts: number | null;
  /** Moves the range there; left out where the reader cannot choose it. */
  readonly onShow?: ((ts: number) => void) | undefined;
  readonly justify?: "center";
}

export function NewestValue({ ts, onShow, justify }: NewestValueProps): ReactNode {
  if (ts === null) return null;
  return (
    <Group gap="sm" justify={justify}>
      <Text>{WORDS.from(exactTime(ts))}</Text>
      {onShow !== undefined && (
        <Button variant="light" onClick={() => onShow(ts)}>
          {WORDS.show}
        </Button>
      )}
    </Group>
  );
}
