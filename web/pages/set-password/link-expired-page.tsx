// The page for expired links.
import { Anchor, Button, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Entrance } from "../../components/entrance.tsx";
import { words } from "../../words/words.ts";

const WORDS = words.setPassword;

export function ActivationLinkExpiredPage(): ReactNode {
  return (
    <Entrance title={WORDS.expired}>
      <Text size="md">{WORDS.activationExpired}</Text>
      <Anchor component={Link} to="/login">
        {WORDS.goToSignIn}
      </Anchor>
    </Entrance>
  );
}

export function ResetLinkExpiredPage(): ReactNode {
  return (
    <Entrance title={WORDS.expired}>
      <Text size="md">{WORDS.resetExpired}</Text>
      <Button component={Link} to="/login/forgotten" fullWidth>
        {WORDS.requestNew}
      </Button>
      <Anchor component={Link} to="/login">
        {WORDS.backToSignIn}
      </Anchor>
    </Entrance>
  );
}
