// Sets a password with the token of a link: the first one of an account, or a new one for a forgotten one. Source: REST
// contract 2.2 and 2.6.
import { Anchor, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, ask, session } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { usePasswordPolicy, passwordRules } from "../../app/password-policy.ts";
import { useAction } from "../../app/use-action.ts";
import { Entrance } from "../../components/entrance.tsx";
import { PasswordField } from "../../components/form-fields.tsx";
import { Form, useFields } from "../../components/form.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { words } from "../../words/words.ts";

const WORDS = words.setPassword;

export function SetPasswordPage(): ReactNode {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isReset = pathname.endsWith("/resetPassword");
  const token = new URLSearchParams(location.search).get(isReset ? "resetToken" : "activateToken") ?? "";
  const { values, text } = useFields({ password: "", again: "" });
  const { password, again } = values;
  const policy = usePasswordPolicy();
  const save = useAction({
    call: async () => {
      if (password !== again) throw new ApiProblem(WORDS.differ);
      if (isReset) await ask(api.POST("/api/noauth/resetPassword", { body: { resetToken: token, password } }));
      else session.begin(await ask(api.POST("/api/noauth/activate", { body: { activateToken: token, password } })));
    },
    done: WORDS.done,
    // Replaces the address, so that the token does not stay in the browser's history.
    onDone: async () => navigate({ to: isReset ? "/login" : await firstPlace(), replace: true }),
  });
  const owner = useQuery({
    queryKey: ["activation", token],
    queryFn: () => ask(api.POST("/api/noauth/activationUser", { body: { activateToken: token } })),
    // The token is of no more use once the password is set, and a session that begins reads everything again.
    enabled: !isReset && token !== "" && !save.isPending && !save.isSuccess,
    retry: false,
    staleTime: Infinity,
  });
  return (
    <Entrance title={isReset ? WORDS.resetTitle : WORDS.title}>
      {token === "" ? (
        <ProblemAlert title={WORDS.incomplete} error={new ApiProblem(WORDS.noToken)} />
      ) : (
        <Form action={WORDS.set} work={save} failed={WORDS.notSet} onSubmit={save.run} isWide>
          {owner.data !== undefined && (
            // Programs that keep passwords learn from it whose this one is.
            <TextInput
              label={words.components.common.email}
              value={owner.data.email}
              readOnly
              variant="filled"
              autoComplete="username"
            />
          )}
          <PasswordField
            {...text("password")}
            field={["password", "new"]}
            label={WORDS.new}
            description={policy.data === undefined ? undefined : WORDS.rules(passwordRules(policy.data))}
            autoComplete="new-password"
            required
            withAsterisk={false}
            autoFocus
          />
          <PasswordField
            {...text("again")}
            label={WORDS.confirm}
            autoComplete="new-password"
            required
            withAsterisk={false}
          />
        </Form>
      )}
      <Anchor component={Link} to="/login">
        {WORDS.backToSignIn}
      </Anchor>
    </Entrance>
  );
}

/** A tenant administrator without gateways begins with the guided start. */
async function firstPlace(): Promise<string> {
  if (session.identity?.role !== "TENANT_ADMIN") return "/";
  const query = { page: 0, pageSize: 1 };
  const { totalElements } = await ask(api.GET("/api/gateways", { params: { query } }));
  return totalElements === 0 ? "/start" : "/";
}
