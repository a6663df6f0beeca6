// A sentence in the place of what a panel would show.
import { Center, Group, Stack, Text } from "@mantine/core";
import { Info } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./panel-grid.module.css";

export function PanelWords({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Center className={classes["body"]} p="md">
      <Stack gap={6} align="center">
        <Info size={22} color="var(--mantine-color-dimmed)" aria-hidden />
        <Text c="dimmed" ta="center" component="div">
          {children}
        </Text>
      </Stack>
    </Center>
  );
}

/** Why a panel stays empty for its reader: in one line, and on a phone the panel is no higher than that. */
export function PanelRefusal({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Group className={classes["body"]} px="sm" pt={4} pb={8} gap={8} wrap="nowrap" align="flex-start" data-refusal>
      <Info size={18} color="var(--mantine-color-dimmed)" aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
      <Text c="dimmed" size="sm" component="div">
        {children}
      </Text>
    </Group>
  );
}
