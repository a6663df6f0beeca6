// Setting a password with the token of a link: the first one of an account, or one in the place of a forgotten one.
// Source: REST contract 2.2 and 2.6.
import { Anchor, PasswordInput, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { api, ask, session } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { Entrance } from "../../components/entrance.tsx";
import { FormProblem, PasswordField } from "../../components/form-fields.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";

export function SetPasswordPage(): ReactNode {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isReset = pathname.endsWith("/resetPassword");
  const token = new URLSearchParams(location.search).get(isReset ? "resetToken" : "activateToken") ?? "";
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const policy = useQuery({
    queryKey: ["password-policy"],
    queryFn: () => ask(api.GET("/api/noauth/userPasswordPolicy")),
  });
  const save = useMutation({
    mutationFn: async () => {
      if (password !== again) throw new ApiProblem("The two passwords differ.");
      if (isReset) await ask(api.POST("/api/noauth/resetPassword", { body: { resetToken: token, password } }));
      else session.begin(await ask(api.POST("/api/noauth/activate", { body: { activateToken: token, password } })));
    },
    onSuccess: async () => {
      notifications.show({ message: "Your password is set.", color: "teal" });
      // Replaced, so that the token does not stay in the history of the browser.
      await navigate({ to: isReset ? "/login" : await firstPlace(), replace: true });
    },
  });
  return (
    <Entrance title="Set your password">
      {token === "" ? (
        <ProblemAlert
          title="The address is incomplete"
          error={new ApiProblem("It has no token: open the link exactly as it was given to you.")}
        />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate();
          }}
        >
          <Stack>
            {save.isError && <ProblemAlert error={save.error} title="The password was not set" />}
            {policy.data !== undefined && (
              <Text size="sm" c="dimmed">
                It needs at least {policy.data.minimumLength} characters.
              </Text>
            )}
            <FormProblem error={save.error}>
              <PasswordField
                field={["password", "new"]}
                label="New password"
                autoComplete="new-password"
                required
                withAsterisk={false}
                autoFocus
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            </FormProblem>
            <PasswordInput
              label="The same once more"
              autoComplete="new-password"
              required
              withAsterisk={false}
              value={again}
              onChange={(event) => setAgain(event.currentTarget.value)}
            />
            <BusyButton type="submit" isBusy={save.isPending}>
              Set password
            </BusyButton>
          </Stack>
        </form>
      )}
      <Anchor component={Link} to="/login" size="sm">
        To the sign-in
      </Anchor>
    </Entrance>
  );
}

/** Who looks after a tenant that has no gateway yet begins with the guided start. */
async function firstPlace(): Promise<string> {
  if (session.identity?.role !== "TENANT_ADMIN") return "/";
  const query = { page: 0, pageSize: 1 };
  const { totalElements } = await ask(api.GET("/api/gateways", { params: { query } }));
  return totalElements === 0 ? "/start" : "/";
}
