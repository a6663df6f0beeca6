// A sentence in the place of what a panel would show.
import { Center, Stack, Text } from "@mantine/core";
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
