// The viewer's own account: name, password, appearance, and sign-out.
import { Button, SegmentedControl, Stack, Text, useMantineColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { KeyRound, LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { read } from "../../api/client.ts";
import { signOut, useUser } from "../../app/use-session.ts";
import { Facts } from "../../components/facts.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Moment } from "../../components/moment.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { accountOf, ROLE_LABELS, updateUser, type User, userFieldsOf } from "../users/user.ts";
import { choices } from "../../components/choices.ts";
import { useAction } from "../../app/use-action.ts";
import { Form, useFields } from "../../components/form.tsx";
import { useUnsaved } from "../../components/use-unsaved.ts";
import { PersonFields } from "../users/user-dialog.tsx";
import { PasswordChange } from "./password-change.tsx";

export function AccountPage(): ReactNode {
  const { userId, role, isPublic } = useUser();
  const user = useQuery({
    queryKey: ["users", "one", userId],
    queryFn: read("/api/user/{userId}", { path: { userId } }),
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
                text="If you change it, you stay signed in here. All your other sessions end at once. API keys keep working."
              >
                <PasswordChange />
              </Panel>
            </>
          )}
        </Loaded>
        <Panel title="Appearance" text="Stored in this browser.">
          <ColorScheme />
        </Panel>
        <Panel title="Times" text="Times are in the time zone of this browser. Hover over a time to see it exactly.">
          <Text>{Intl.DateTimeFormat().resolvedOptions().timeZone}</Text>
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

const SCHEMES = choices({ auto: "Same as system", light: "Light", dark: "Dark" });

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
      <Button component={Link} to="/api-keys" variant="default" leftSection={<KeyRound />}>
        API keys
      </Button>
      <Button variant="default" leftSection={<LogOut />} onClick={() => void signOut()}>
        Sign out
      </Button>
    </Button.Group>
  );
}

function PersonalDetails({ user }: { readonly user: User }): ReactNode {
  const { values, isChanged, text } = useFields(userFieldsOf(user));
  useUnsaved(() => isChanged);
  const save = useAction({
    call: () => updateUser(user, values),
    done: "Your details are saved.",
    stale: ["users"],
  });
  return (
    <Form
      action="Save details"
      work={save}
      failed="Your details were not saved"
      isChanged={isChanged}
      onSubmit={save.run}
    >
      <PersonFields text={text} />
    </Form>
  );
}
