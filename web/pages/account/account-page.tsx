// The viewer's own account: name, password, appearance, language and region, and sign-out.
import { Button, SegmentedControl, Stack, useMantineColorScheme } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
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
import { accountOf, updateUser, type User, userFieldsOf } from "../users/user.ts";
import { choices } from "../../components/choices.ts";
import { useAction } from "../../app/use-action.ts";
import { Form, useFields } from "../../components/form.tsx";
import { useUnsaved } from "../../components/use-unsaved.ts";
import { PersonFields } from "../users/user-dialog.tsx";
import { words } from "../../words/words.ts";
import { PasswordChange } from "./password-change.tsx";
import { RegionSettings } from "./region-settings.tsx";

const { account } = words;

export function AccountPage(): ReactNode {
  const { userId, role, isPublic } = useUser();
  const user = useQuery({
    queryKey: ownQueryKey(userId),
    queryFn: read("/api/user/{userId}", { path: { userId } }),
    enabled: !isPublic,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <PageHeader title={account.title} />
      <Stack gap="md" maw={720}>
        <Loaded query={user} what={account.what}>
          {(own) => (
            <>
              <Panel title={account.you}>
                <Facts
                  facts={[
                    { label: account.role, value: words.app.roles[role] },
                    { label: account.lastSignIn, value: <Moment ts={accountOf(own).lastLoginAt} /> },
                  ]}
                />
                <PersonalDetails key={own.version} user={own} />
              </Panel>
              <Panel title={account.password.title} text={account.password.text}>
                <PasswordChange />
              </Panel>
            </>
          )}
        </Loaded>
        <Panel title={account.appearance.title} text={account.appearance.text}>
          <ColorScheme />
        </Panel>
        <Panel title={account.region.title} text={isPublic ? undefined : account.region.text}>
          <RegionSettings />
        </Panel>
        <Panel title={account.access.title} text={account.access.text}>
          <Actions />
        </Panel>
      </Stack>
    </>
  );
}

function ownQueryKey(userId: string): readonly string[] {
  return ["users", "one", userId];
}

const SCHEMES = choices(account.appearance.schemes);

function ColorScheme(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label={account.appearance.colours}
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
        {account.access.keys}
      </Button>
      <Button variant="default" leftSection={<LogOut />} onClick={() => void signOut()}>
        {words.app.signOut}
      </Button>
    </Button.Group>
  );
}

function PersonalDetails({ user }: { readonly user: User }): ReactNode {
  const { values, isChanged, text } = useFields(userFieldsOf(user));
  const queries = useQueryClient();
  useUnsaved(() => isChanged);
  const save = useAction({
    call: () => updateUser(user, values),
    done: account.detailsSaved,
    stale: ["users"],
    // Without waiting for the next reading, as the details may be changed further at once.
    onDone: (saved) => queries.setQueryData<User>(ownQueryKey(user.id.id), saved),
  });
  return (
    <Form
      action={account.saveDetails}
      work={save}
      failed={account.detailsNotSaved}
      isChanged={isChanged}
      onSubmit={save.run}
    >
      <PersonFields text={text} />
    </Form>
  );
}
