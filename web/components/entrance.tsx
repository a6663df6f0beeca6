// The frame of pages before the sign-in.
import { Box, Center, Group, Paper, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Brand } from "./brand.tsx";
import { ColorSchemeSwitch } from "./color-scheme-switch.tsx";

export function Entrance({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <Box component="main" mih="100dvh" bg="light-dark(var(--mantine-color-gray-0), var(--mantine-color-dark-8))">
      <title>{`${title} – Bridgehead`}</title>
      <Group justify="flex-end" p="sm">
        <ColorSchemeSwitch />
      </Group>
      <Center px="md" pt={{ base: "md", sm: "8vh" }} pb="xl">
        <Paper withBorder shadow="sm" radius="lg" p={{ base: "lg", sm: "xl" }} w="100%" maw={420}>
          <Stack gap="lg">
            <Brand />
            <Title order={1} size="h3">
              {title}
            </Title>
            {children}
          </Stack>
        </Paper>
      </Center>
    </Box>
  );
}
