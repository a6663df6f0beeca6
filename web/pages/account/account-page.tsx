// The viewer's own account: name, password, how the pages look, and the way out.
import { Button, Paper, SegmentedControl, Skeleton, Stack, Text, Title, useMantineColorScheme } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { KeyRound, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { api, ask, session } from "../../api/client.ts";
import { useUser } from "../../app/use-session.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { Facts } from "../../components/facts.tsx";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
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
        {user.isError ? (
          <ProblemAlert error={user.error} title="Your account could not be read" onRetry={() => void user.refetch()} />
        ) : user.data === undefined ? (
          <Skeleton height={240} />
        ) : (
          <>
            <Section title="You">
              <Facts
                facts={[
                  { label: "Role", value: role === "TENANT_ADMIN" ? "Tenant administrator" : ROLE_LABELS[role] },
                  { label: "Last sign-in", value: <Moment ts={accountOf(user.data).lastLoginAt} /> },
                ]}
              />
              <PersonalDetails key={user.data.version} user={user.data} />
            </Section>
            <Section
              title="Password"
              text="After a change you stay signed in here. Every other session of yours ends at once; API keys go on working."
            >
              <PasswordChange />
            </Section>
          </>
        )}
        <Section title="Appearance" text="Kept in this browser.">
          <ColorScheme />
        </Section>
        <Section title="Times" text="Shown in the zone of this browser; hover over one for the exact instant.">
          <Text size="sm">{Intl.DateTimeFormat().resolvedOptions().timeZone}</Text>
        </Section>
        <Section
          title="API keys and session"
          text="Programs sign in with API keys. Signing out ends the session in all tabs of this browser."
        >
          <Actions />
        </Section>
      </Stack>
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

function Section({ title, text, children }: SectionProps): ReactNode {
  return (
    <Paper withBorder p="md" component="section">
      <Stack>
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          {text !== undefined && (
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
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
  const signOut = useMutation({
    mutationFn: () => ask(api.POST("/api/auth/logout")),
    // The browser forgets the session even where the platform cannot be told.
    onSettled: () => session.end(),
  });
  return (
    <Button.Group>
      <Button component={Link} to="/api-keys" variant="default" leftSection={<KeyRound size={16} aria-hidden />}>
        API keys
      </Button>
      <BusyButton
        variant="default"
        leftSection={<LogOut size={16} aria-hidden />}
        isBusy={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        Sign out
      </BusyButton>
    </Button.Group>
  );
}
