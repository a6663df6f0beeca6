// A part of a page with a heading, and what there is to know about it.
import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useId, type ReactNode } from "react";

interface PanelProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** Beside the heading. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function Panel({ title, text, actions, children }: PanelProps): ReactNode {
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
