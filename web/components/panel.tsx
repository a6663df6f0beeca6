// A part of a page with a heading, and what there is to know about it.
import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface PanelProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** Beside the heading. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function Panel({ title, text, actions, children }: PanelProps): ReactNode {
  return (
    <Paper withBorder p="md" component="section">
      <Stack>
        <Group justify="space-between">
          <div>
            <Title order={2} size="h5">
              {title}
            </Title>
            {text !== undefined && (
              <Text size="sm" c="dimmed" component="div">
                {text}
              </Text>
            )}
          </div>
          {actions}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
