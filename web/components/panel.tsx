// A part of a page with a heading and facts.
import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";
import { Facts, type Fact } from "./facts.tsx";

interface PanelProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** In the line of the heading. */
  readonly actions?: ReactNode;
  readonly facts?: readonly Fact[];
  readonly children?: ReactNode;
}

export function Panel({ title, text, actions, facts, children }: PanelProps): ReactNode {
  const heading = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading}>
      <Stack>
        <Group justify="space-between">
          <div>
            <Title order={2} size="h5" id={heading}>
              {title}
            </Title>
            {text !== undefined && (
              <Text c="dimmed" component="div">
                {text}
              </Text>
            )}
          </div>
          {actions}
        </Group>
        {facts !== undefined && <Facts facts={facts} />}
        {children}
      </Stack>
    </Paper>
  );
}
