// The page for expired links.
import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Entrance } from "../../components/entrance.tsx";

export function ActivationLinkExpiredPage(): ReactNode {
  return (
    <Entrance title="This link has expired">
      <Text size="md">Links to a new account last for a limited time. Ask an administrator for a new one.</Text>
      <Anchor component={Link} to="/login">
        Go to sign-in
      </Anchor>
    </Entrance>
  );
}

export function ResetLinkExpiredPage(): ReactNode {
  return (
    <Entrance title="This link has expired">
      <Text size="md">Links that set a new password last for a limited time.</Text>
      <Anchor component={Link} to="/login/forgotten">
        Ask for a new one
      </Anchor>
    </Entrance>
  );
}
