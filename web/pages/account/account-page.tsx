// The viewer's own account: name, password, how the pages look, and the way out.
import { Button, SegmentedControl, Stack, Text, useMantineColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { KeyRound, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { signOut, useUser } from "../../app/use-session.ts";
import { Facts } from "../../components/facts.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { accountOf, ROLE_LABELS } from "../users/user.ts";
import { PasswordChange } from "./password-change.tsx";
import { PersonalDetails } from "./personal-details.tsx";

export function AccountPage(): ReactNode {
  const { userId, role, isPublic } = useUser();
  const user = useQuery({
    queryKey: ["users", "one", userId],
    queryFn: () => ask(api.GET("/api/user/{userId}", { params: { path: { userId } } })),
    enabled: !isPublic,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <PageHeader title="Account" />
      <Stack gap="md" maw={720}>
        <Loaded query={user} what="account">
          {(own) => (
            <>
              <Panel title="You">
                <Facts
                  facts={[
                    { label: "Role", value: role === "TENANT_ADMIN" ? "Tenant administrator" : ROLE_LABELS[role] },
                    { label: "Last sign-in", value: <Moment ts={accountOf(own).lastLoginAt} /> },
                  ]}
                />
                <PersonalDetails key={own.version} user={own} />
              </Panel>
              <Panel
                title="Password"
                text="After a change you stay signed in here. All your other sessions end at once; API keys keep working."
              >
                <PasswordChange />
              </Panel>
            </>
          )}
        </Loaded>
        <Panel title="Appearance" text="Stored in this browser.">
          <ColorScheme />
        </Panel>
        <Panel title="Times" text="In the time zone of this browser. Hover over a time for the exact instant.">
          <Text size="sm">{Intl.DateTimeFormat().resolvedOptions().timeZone}</Text>
        </Panel>
        <Panel
          title="API keys and session"
          text="Programs sign in with API keys. Signing out ends the session in all tabs of this browser."
        >
          <Actions />
        </Panel>
      </Stack>
    </>
  );
}

const SCHEMES = [
  { value: "auto", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

function ColorScheme(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Colours"
      data={[...SCHEMES]}
      value={colorScheme}
      onChange={setColorScheme}
      style={{ alignSelf: "start" }}
    />
  );
}

function Actions(): ReactNode {
  return (
    <Button.Group>
      <Button component={Link} to="/api-keys" variant="default" leftSection={<KeyRound size={16} aria-hidden />}>
        API keys
      </Button>
      <Button variant="default" leftSection={<LogOut size={16} aria-hidden />} onClick={() => void signOut()}>
        Sign out
      </Button>
    </Button.Group>
  );
}
