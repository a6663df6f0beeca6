// Asking for a mail with a link that sets a new password. The answer is the same whether or not the account exists.
import { Alert, Anchor, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { Entrance } from "../../components/entrance.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";

export function ForgottenPasswordPage(): ReactNode {
  const [email, setEmail] = useState("");
  const request = useMutation({
    mutationFn: () => ask(api.POST("/api/noauth/resetPasswordByEmail", { body: { email: email.trim() } })),
  });
  return (
    <Entrance title="Set a new password">
      {request.isSuccess ? (
        <Alert title="Look into your mail" role="status">
          If there is an account with this address, a mail with a link is on its way to it. Where this platform sends no
          mail, an administrator can give you a link.
        </Alert>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            request.mutate();
          }}
        >
          <Stack>
            {request.isError && <ProblemAlert error={request.error} />}
            <Text size="sm" c="dimmed">
              You get a mail with a link that sets a new password.
            </Text>
            <TextInput
              label="Email"
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <BusyButton type="submit" isBusy={request.isPending}>
              Send the link
            </BusyButton>
          </Stack>
        </form>
      )}
      <Anchor component={Link} to="/login" size="sm">
        Back to the sign-in
      </Anchor>
    </Entrance>
  );
}
