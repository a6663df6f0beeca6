// The signed-in user, and the sign-out.
import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { LogOut, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import type { Role } from "../api/role.ts";
import { signOut, useUser } from "./use-session.ts";

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  SYS_ADMIN: "System administrator",
  TENANT_ADMIN: "Tenant administrator",
  CUSTOMER_USER: "Customer user",
};

export function UserMenu(): ReactNode {
  const { email, firstName, lastName, role } = useUser();
  const name = `${firstName} ${lastName}`.trim();
  return (
    <Menu width={260} withArrow>
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>Account of {email}</VisuallyHidden>
          <Avatar name={name === "" ? email : name} color="tide" radius="xl" size={34} aria-hidden />
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
          <Text size="xs">{ROLE_NAMES[role]}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<UserRound />}>
          Account
        </Menu.Item>
        <Menu.Item leftSection={<LogOut />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
