// The frame around every page behind the sign-in: menu, user, colour scheme.
import { AppShell, Burger, Group, MantineThemeProvider, NavLink, ScrollArea, Stack, Text } from "@mantine/core";
import { useDidUpdate, useDisclosure } from "@mantine/hooks";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { Brand } from "../components/brand.tsx";
import { ColorSchemeSwitch } from "../components/color-scheme-switch.tsx";
import { useIsNarrow } from "../components/use-is-narrow.ts";
import { words } from "../words/words.ts";
import { GoTo } from "./go-to.tsx";
import { HelpMenu } from "./help-menu.tsx";
import { type Place, placesFor } from "./navigation.ts";
import { OwnRegion } from "./own-region.tsx";
import { UserMenu } from "./user-menu.tsx";
import { useIdentity, useUser } from "./use-session.ts";

const MENU_ID = "menu";

export function Shell({ children }: { readonly children: ReactNode }): ReactNode {
  const [isMenuOpen, menu] = useDisclosure(false);
  const isNarrow = useIsNarrow();
  const [popupHost, setPopupHost] = useState<HTMLElement | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  // On a narrow screen the menu covers the page, and the part that is covered cannot be reached.
  const isMenuHidden = isNarrow && !isMenuOpen;
  const isPageHidden = isNarrow && isMenuOpen;
  useDidUpdate(() => (isMenuOpen ? closer : opener).current?.focus(), [isMenuOpen]);
  // A session may end at any time; the router is then already leading to the sign-in.
  if (useIdentity() === null) return null;
  return (
    <PopupsIn host={popupHost}>
      <OwnRegion />
      <AppShell
        layout="alt"
        header={{ height: 56 }}
        navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !isMenuOpen } }}
        padding={{ base: "sm", sm: "lg" }}
      >
        <a className="skip-link" href="#main">
          {words.app.skipToContent}
        </a>
        <AppShell.Header inert={isPageHidden}>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <Burger
                ref={opener}
                opened={isMenuOpen}
                onClick={menu.open}
                hiddenFrom="sm"
                size="sm"
                aria-label={words.app.openMenu}
                aria-expanded={isMenuOpen}
                aria-controls={MENU_ID}
              />
              <Brand hiddenFrom="sm" />
            </Group>
            <Group gap={isNarrow ? 0 : "xs"} wrap="nowrap">
              <GoTo />
              <HelpMenu />
              <ColorSchemeSwitch />
              <UserMenu />
            </Group>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar
          id={MENU_ID}
          inert={isMenuHidden}
          onKeyDown={({ key }) => {
            if (key === "Escape") menu.close();
          }}
        >
          <Group h={56} px="md" justify="space-between">
            <Brand />
            <Burger
              ref={closer}
              opened={isMenuOpen}
              onClick={menu.close}
              hiddenFrom="sm"
              size="sm"
              aria-label={words.app.closeMenu}
              aria-expanded={isMenuOpen}
              aria-controls={MENU_ID}
            />
          </Group>
          <ScrollArea type="auto" px="xs" pt="xs" pb="md">
            <Menu onChosen={menu.close} />
          </ScrollArea>
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1} inert={isPageHidden}>
          {children}
          <div ref={setPopupHost} />
        </AppShell.Main>
      </AppShell>
    </PopupsIn>
  );
}

function Menu({ onChosen }: { readonly onChosen: () => void }): ReactNode {
  const { role } = useUser();
  return (
    <Stack component="nav" gap="md" aria-label={words.app.menu}>
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
      leftSection={<place.icon size={18} strokeWidth={1.75} />}
      active={isHere}
      aria-current={isHere ? "page" : undefined}
      onClick={onChosen}
      style={{ borderRadius: "var(--mantine-radius-md)" }}
    />
  );
}

interface PopupsInProps {
  /** Null until the element exists. */
  readonly host: HTMLElement | null;
  readonly children: ReactNode;
}

/**
 * Places menus, dropdowns and tooltips at the end of the page's main part, so that a screen reader finds them there.
 */
function PopupsIn({ host, children }: PopupsInProps): ReactNode {
  const theme = useMemo(
    () => ({ components: { Portal: { defaultProps: host === null ? {} : { target: host } } } }),
    [host],
  );
  return <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>;
}
