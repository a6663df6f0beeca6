// A new password in place of the present one.
import { Group, PasswordInput, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api, ask, session } from "../../api/client.ts";
import { useUser } from "../../app/use-session.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { FormProblem, PasswordField } from "../../components/form-fields.tsx";
import { passwordRules } from "../../components/password-rules.ts";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { useUnsaved } from "../../components/use-unsaved.ts";

const NOTHING = { current: "", next: "", again: "" };

export function PasswordChange(): ReactNode {
  const { email } = useUser();
  const [values, setValues] = useState(NOTHING);
  const policy = useQuery({
    queryKey: ["password-policy"],
    queryFn: () => ask(api.GET("/api/noauth/userPasswordPolicy")),
  });
  const save = useMutation({
    mutationFn: () =>
      ask(
        api.POST("/api/auth/changePassword", {
          body: { currentPassword: values.current, newPassword: values.next },
        }),
      ),
    onSuccess: (pair) => {
      session.begin(pair);
      setValues(NOTHING);
      notifications.show({ color: "teal", message: "Your password is changed." });
    },
  });
  useUnsaved(() => Object.values(values).some((value) => value !== ""));
  const isDifferent = values.again !== "" && values.again !== values.next;
  const set = (name: keyof typeof NOTHING, value: string): void =>
    setValues((present) => ({ ...present, [name]: value }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (values.again === values.next) save.mutate();
      }}
    >
      <Stack>
        <FormProblem error={save.error}>
          {save.isError && <ProblemAlert error={save.error} title="The password was not changed" />}
          {/* Tells password managers whose password it is. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            field="currentPassword"
            label="Present password"
            autoComplete="current-password"
            required
            value={values.current}
            onChange={(event) => set("current", event.currentTarget.value)}
          />
          <PasswordField
            // As in "the password must have …" and "the new password must differ …".
            field={["newPassword", "password", "new"]}
            label="New password"
            description={policy.data === undefined ? undefined : `It needs ${passwordRules(policy.data)}.`}
            autoComplete="new-password"
            required
            value={values.next}
            onChange={(event) => set("next", event.currentTarget.value)}
          />
          <PasswordInput
            label="The new one once more"
            autoComplete="new-password"
            required
            error={isDifferent ? "The two passwords differ." : undefined}
            value={values.again}
            onChange={(event) => set("again", event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <BusyButton type="submit" isBusy={save.isPending}>
              Change password
            </BusyButton>
          </Group>
        </FormProblem>
      </Stack>
    </form>
  );
}
