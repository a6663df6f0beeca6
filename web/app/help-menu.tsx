// Help: the guided start for those who may create gateways, the documentation, and every call of the REST API.
import { ActionIcon, Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { BookOpen, Braces, CircleHelp, Rocket } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../words/words.ts";
import { useUser } from "./use-session.ts";

export function HelpMenu(): ReactNode {
  const { help } = words.app;
  const { role } = useUser();
  return (
    <Menu width={230} withArrow>
      <Menu.Target>
        <ActionIcon aria-label={help.title}>
          <CircleHelp size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {role === "TENANT_ADMIN" && (
          <Menu.Item component={Link} to="/start" leftSection={<Rocket />}>
            {help.start}
          </Menu.Item>
        )}
        <Menu.Item component={Link} to="/help" leftSection={<BookOpen />}>
          {help.documentation}
        </Menu.Item>
        <Menu.Item component="a" href="/swagger-ui/" leftSection={<Braces />}>
          {help.api}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
