// One step of the guided start: its number until it is done, then a tick.
import { Box, Group, Paper, Stack, Text, ThemeIcon, Title, VisuallyHidden } from "@mantine/core";
import { Check } from "lucide-react";
import type { ReactNode } from "react";

interface StartSectionProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  /** What has to be done before says nothing yet. */
  readonly isAhead?: boolean;
  readonly children?: ReactNode;
}

export function StartSection({ number, title, isDone, isAhead = false, children }: StartSectionProps): ReactNode {
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
            <Check size={17} aria-hidden />
          ) : (
            <Text fw={600} size="sm" c="var(--mantine-color-text)" aria-hidden>
              {number}
            </Text>
          )}
        </ThemeIcon>
        <Title order={2} size="h4" id={`start-${String(number)}`} c={isAhead ? "dimmed" : undefined}>
          <VisuallyHidden>{`Step ${String(number)}${isDone ? ", done" : ""}: `}</VisuallyHidden>
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
