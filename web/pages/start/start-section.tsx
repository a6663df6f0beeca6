// One step of the guided start: its number until it is done, then a check mark.
import { Box, Group, Paper, Stack, Text, ThemeIcon, Title, VisuallyHidden } from "@mantine/core";
import { Check } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { words } from "../../words/words.ts";

interface StartSectionProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  /** An earlier step has to be done first. */
  readonly isAhead?: boolean;
  /** The step that the user has just reached: its heading gets the focus. */
  readonly hasFocus?: boolean;
  readonly children?: ReactNode;
}

export function StartSection(props: StartSectionProps): ReactNode {
  const { number, title, isDone, isAhead = false, hasFocus = false, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasFocus) heading.current?.focus({ preventScroll: true });
  }, [hasFocus]);
  return (
    <Paper withBorder p={{ base: "sm", xs: "md" }} component="section" aria-labelledby={`start-${String(number)}`}>
      <Group gap="sm" wrap="nowrap" align="center">
        <ThemeIcon
          radius="xl"
          size={30}
          variant={isDone ? "filled" : "light"}
          color={isDone ? "teal" : isAhead ? "gray" : "tide"}
        >
          {isDone ? (
            <Check size={17} />
          ) : (
            <Text fw={600} c="var(--mantine-color-text)" aria-hidden>
              {number}
            </Text>
          )}
        </ThemeIcon>
        <Title
          ref={heading}
          tabIndex={-1}
          order={2}
          size="h4"
          id={`start-${String(number)}`}
          c={isAhead ? "dimmed" : undefined}
        >
          <VisuallyHidden>{words.start.stepNumber(number, isDone)}</VisuallyHidden>
          {title}
        </Title>
      </Group>
      {children !== undefined && !isAhead && (
        <Box pl={{ base: 0, xs: 42 }} pt="md">
          <Stack>{children}</Stack>
        </Box>
      )}
    </Paper>
  );
}
