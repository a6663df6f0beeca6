// The frame around every page behind the sign-in: menu, user, colour scheme.
import { AppShell, Burger, Group, NavLink, ScrollArea, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Brand } from "../components/brand.tsx";
import { ColorSchemeSwitch } from "../components/color-scheme-switch.tsx";
import { HelpMenu } from "./help-menu.tsx";
import { placesFor, type Place } from "./navigation.ts";
import { UserMenu } from "./user-menu.tsx";
import { useIdentity, useUser } from "./use-session.ts";

export function Shell(): ReactNode {
  const [isMenuOpen, menu] = useDisclosure(false);
  // A session may end at any time; then the router is already on its way to the sign-in.
  if (useIdentity() === null) return null;
  return (
    <AppShell
      layout="alt"
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !isMenuOpen } }}
      padding={{ base: "sm", sm: "lg" }}
    >
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isMenuOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <Brand hiddenFrom="sm" />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <HelpMenu />
            <ColorSchemeSwitch />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar>
        <Group h={56} px="md" justify="space-between">
          <Brand />
          <Burger opened={isMenuOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label="Close menu" />
        </Group>
        <ScrollArea type="auto" px="xs" pb="md">
          <Menu onChosen={menu.close} />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

function Menu({ onChosen }: { readonly onChosen: () => void }): ReactNode {
  const { role } = useUser();
  return (
    <Stack component="nav" gap="md" aria-label="Main">
      {placesFor(role).map(({ label, places }) => (
        <div key={label}>
          <Text size="xs" fw={600} c="dimmed" px="sm" pb={4}>
            {label}
          </Text>
          {places.map((place) => (
            <PlaceLink key={place.path} place={place} onChosen={onChosen} />
          ))}
        </div>
      ))}
    </Stack>
  );
}

function PlaceLink({ place, onChosen }: { readonly place: Place; readonly onChosen: () => void }): ReactNode {
  const { pathname } = useLocation();
  const isHere = pathname === place.path || pathname.startsWith(`${place.path}/`);
  return (
    <NavLink
      component={Link}
      to={place.path}
      label={place.label}
      leftSection={<place.icon size={18} strokeWidth={1.75} aria-hidden />}
      active={isHere}
      aria-current={isHere ? "page" : undefined}
      onClick={onChosen}
      style={{ borderRadius: "var(--mantine-radius-md)" }}
    />
  );
}
