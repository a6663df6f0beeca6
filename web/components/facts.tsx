// Names with their values, in two columns that become one on a phone.
import { SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

export function Facts({
  facts,
  columns = 2,
}: {
  readonly facts: readonly Fact[];
  readonly columns?: number;
}): ReactNode {
  return (
    <SimpleGrid component="dl" cols={{ base: 1, xs: columns }} spacing="md" m={0}>
      {facts.map(({ label, value }) => (
        <Stack key={label} gap={0}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0}>
            {value === null || value === undefined || value === "" ? "–" : value}
          </Text>
        </Stack>
      ))}
    </SimpleGrid>
  );
}
