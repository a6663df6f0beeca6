// Shown for a list without rows: why it is empty, and what to do next.
import { Center, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** 1 if it is the whole page. */
  readonly level?: 1 | 2;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, level = 2, children, action }: EmptyStateProps): ReactNode {
  return (
    <Center py={56} px="md">
      <Stack align="center" gap="xs" maw={440} ta="center">
        <ThemeIcon size={52} radius="xl" variant="light">
          <Icon size={26} strokeWidth={1.6} />
        </ThemeIcon>
        <Title order={level} size="h4">
          {title}
        </Title>
        {children !== undefined && (
          <Text c="dimmed" component="div">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  );
}
