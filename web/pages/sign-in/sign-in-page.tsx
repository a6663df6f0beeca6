// Signing in; afterwards one is where one wanted to go.
import { Anchor, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { api, ask, session } from "../../api/client.ts";
import { useIdentity } from "../../app/use-session.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { Entrance } from "../../components/entrance.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";

export function SignInPage(): ReactNode {
  const navigate = useNavigate();
  const to: unknown = useSearch({ strict: false, select: (search: Record<string, unknown>) => search["to"] });
  const identity = useIdentity();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useMutation({
    mutationFn: () => ask(api.POST("/api/auth/login", { body: { username: username.trim(), password } })),
    onSuccess: (pair) => session.begin(pair),
  });
  // Also when another tab has signed in.
  useEffect(() => {
    if (identity !== null) void navigate({ href: localPath(to), replace: true });
  }, [identity, navigate, to]);
  return (
    <Entrance title="Sign in">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate();
        }}
      >
        <Stack>
          {signIn.isError && <ProblemAlert error={signIn.error} title="You are not signed in" />}
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <BusyButton type="submit" isBusy={signIn.isPending}>
            Sign in
          </BusyButton>
          <Anchor component={Link} to="/login/forgotten" size="sm">
            Forgotten your password?
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  );
}

/** An address that came with the link must not lead to another host. */
function localPath(to: unknown): string {
  if (typeof to !== "string" || !to.startsWith("/")) return "/";
  const url = new URL(to, location.origin);
  return url.origin === location.origin ? `${url.pathname}${url.search}${url.hash}` : "/";
}
