// The name of an entity, linked to its page, with other names below.
import { Anchor, Box, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface NameLinkProps {
  readonly to: string;
  readonly name: string;
  readonly detail?: string | null;
  /** After the name: badges and signs. */
  readonly badge?: ReactNode;
}

export function NameLink({ to, name, detail = null, badge }: NameLinkProps): ReactNode {
  return (
    <Box miw={0}>
      <Group gap={6} wrap="nowrap">
        <Anchor component={Link} to={to} className="foreign" fw={500} lineClamp={3}>
          {name}
        </Anchor>
        {badge}
      </Group>
      {detail !== null && detail !== "" && (
        <Text size="xs" c="dimmed" className="foreign" lineClamp={2}>
          {detail}
        </Text>
      )}
    </Box>
  );
}
