// Help: the guided start for those who may create gateways, and the documentation of the API.
import { ActionIcon, Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { BookOpen, CircleHelp, Rocket } from "lucide-react";
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
        <Menu.Item component="a" href="/swagger-ui/" leftSection={<BookOpen />}>
          API documentation
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
