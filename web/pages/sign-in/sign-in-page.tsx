// The sign-in; it leads to the requested page.
import { Anchor } from "@mantine/core";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { api, ask, session } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import { useIdentity } from "../../app/use-session.ts";
import { Entrance } from "../../components/entrance.tsx";
import { TextField, PasswordField } from "../../components/form-fields.tsx";
import { Form, useFields } from "../../components/form.tsx";
import { words } from "../../words/words.ts";

const WORDS = words.signIn;

export function SignInPage(): ReactNode {
  const navigate = useNavigate();
  const to: unknown = useSearch({ strict: false, select: (search: Record<string, unknown>) => search["to"] });
  const identity = useIdentity();
  const { values, text } = useFields({ username: "", password: "" });
  const signIn = useAction({
    call: () => ask(api.POST("/api/auth/login", { body: { ...values, username: values.username.trim() } })),
    onDone: (pair) => session.begin(pair),
  });
  // Also runs when another tab has signed in.
  useEffect(() => {
    if (identity !== null) void navigate({ href: localPath(to), replace: true });
  }, [identity, navigate, to]);
  return (
    <Entrance title={WORDS.title}>
      <Form action={WORDS.title} work={signIn} failed={WORDS.failed} onSubmit={signIn.run} isWide>
        <TextField
          {...text("username")}
          label={words.components.common.email}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
        />
        <PasswordField
          {...text("password")}
          label={words.components.common.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
      </Form>
      <Anchor component={Link} to="/login/forgotten">
        {WORDS.forgotten}
      </Anchor>
    </Entrance>
  );
}

/** An address from a link must not lead to another host. */
function localPath(to: unknown): string {
  if (typeof to !== "string" || !to.startsWith("/")) return "/";
  const url = new URL(to, location.origin);
  return url.origin === location.origin ? `${url.pathname}${url.search}${url.hash}` : "/";
}
