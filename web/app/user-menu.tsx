// The signed-in user, and the sign-out.
import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { LogOut, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../words/words.ts";
import { signOut, useUser } from "./use-session.ts";

export function UserMenu(): ReactNode {
  const { email, firstName, lastName, role } = useUser();
  const name = `${firstName} ${lastName}`.trim();
  return (
    <Menu width={260} withArrow>
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>{words.app.accountOf(email)}</VisuallyHidden>
          <Avatar name={name === "" ? wordsOf(email) : name} color="tide" radius="xl" size={34} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name !== "" && (
            <Text fw={600} c="var(--mantine-color-text)" className="foreign">
              {name}
            </Text>
          )}
          <Text className="foreign">{email}</Text>
          <Text size="xs">{words.app.roles[role]}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<UserRound />}>
          {words.app.account}
        </Menu.Item>
        <Menu.Item leftSection={<LogOut />} onClick={() => void signOut()}>
          {words.app.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The part before the @, with dots and dashes as spaces: the initials are then those of the person's names. */
function wordsOf(email: string): string {
  return email.replace(/@.*$/, "").replaceAll(/[._-]+/g, " ");
}
