// A sentence in the place of what a panel would show.
import { Center, Stack, Text } from "@mantine/core";
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import classes from "./panel-grid.module.css";

interface PanelWordsProps {
  readonly icon?: boolean;
  readonly children: ReactNode;
}

export function PanelWords({ icon = false, children }: PanelWordsProps): ReactNode {
  return (
    <Center className={classes["body"]} p="md">
      <Stack gap={6} align="center">
        {icon && <SearchX size={22} color="var(--mantine-color-dimmed)" />}
        <Text c="dimmed" ta="center" component="div">
          {children}
        </Text>
      </Stack>
    </Center>
  );
}
