// Rare settings, shown on request.
import { Button, Collapse, Group, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { words } from "../words/words.ts";

interface MoreProps {
  /** The button's label when closed and when open. */
  readonly words?: readonly [closed: string, open: string];
  /** Before the button, in its line. */
  readonly aside?: ReactNode;
  /** Holds it open, for example because of a problem inside. */
  readonly isForced?: boolean;
  readonly children: ReactNode;
}

const WORDS = [words.components.form.more, words.components.form.fewer] as const;

export function More({ words: [closed, open] = WORDS, aside, isForced = false, children }: MoreProps): ReactNode {
  const [isOpen, { toggle }] = useDisclosure(false);
  const isShown = isOpen || isForced;
  return (
    <>
      <Group gap="xs">
        {aside}
        <Button size="compact-xs" variant="subtle" aria-expanded={isShown} disabled={isForced} onClick={toggle}>
          {isShown ? open : closed}
        </Button>
      </Group>
      <Collapse expanded={isShown}>
        <Stack gap="sm">{children}</Stack>
      </Collapse>
    </>
  );
}
