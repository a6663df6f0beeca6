// The mark of the product, which leads home.
import { Group, Text, type GroupProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

export function Brand(props: Pick<GroupProps, "hiddenFrom">): ReactNode {
  return (
    <Link to="/" style={{ textDecoration: "none", color: "inherit" }}>
      <Group gap={10} wrap="nowrap" {...props}>
        <img src="/favicon.svg" alt="" width={26} height={26} />
        <Text fw={650} size="lg">
          Bridgehead
        </Text>
      </Group>
    </Link>
  );
}
