// Help: the guided start for those who may create gateways, the documentation, and every call of the REST API.
import { ActionIcon, Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { BookOpen, Braces, CircleHelp, Rocket } from "lucide-react";
import type { ReactNode } from "react";
import { useUser } from "./use-session.ts";

export function HelpMenu(): ReactNode {
  const { role } = useUser();
  return (
    <Menu width={230} withArrow>
      <Menu.Target>
        <ActionIcon aria-label="Help">
          <CircleHelp size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {role === "TENANT_ADMIN" && (
          <Menu.Item component={Link} to="/start" leftSection={<Rocket />}>
            Guided start
          </Menu.Item>
        )}
        <Menu.Item component={Link} to="/help" leftSection={<BookOpen />}>
          Documentation
        </Menu.Item>
        <Menu.Item component="a" href="/swagger-ui/" leftSection={<Braces />}>
          API documentation
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
