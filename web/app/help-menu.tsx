// Where to turn to: the guided start for those who may create gateways, and the documentation of the API.
import { ActionIcon, Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { BookOpen, CircleHelp, Rocket } from "lucide-react";
import type { ReactNode } from "react";
import { useUser } from "./use-session.ts";

export function HelpMenu(): ReactNode {
  const { role } = useUser();
  return (
    <Menu position="bottom-end" width={230} withArrow>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Help">
          <CircleHelp size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {role === "TENANT_ADMIN" && (
          <Menu.Item component={Link} to="/start" leftSection={<Rocket size={16} aria-hidden />}>
            Guided start
          </Menu.Item>
        )}
        <Menu.Item component="a" href="/swagger-ui/" leftSection={<BookOpen size={16} aria-hidden />}>
          Documentation of the API
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
