// The product's mark, which links to the start page.
import { Box, Group, Text, type BoxProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

export function Brand(props: Pick<BoxProps, "hiddenFrom">): ReactNode {
  return (
    <Box component={Link} to="/" td="none" c="inherit" {...props}>
      <Group gap={10} wrap="nowrap">
        <img src="/favicon.svg" alt="" width={26} height={26} />
        <Text fw={650} size="lg" style={{ whiteSpace: "nowrap" }}>
          Bridgehead
        </Text>
      </Group>
    </Box>
  );
}
