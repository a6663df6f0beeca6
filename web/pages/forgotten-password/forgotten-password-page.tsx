// Requests a mail with a link to set a new password. The answer is the same whether or not the account exists.
import { Alert, Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import { Entrance } from "../../components/entrance.tsx";
import { TextField } from "../../components/form-fields.tsx";
import { Form, useFields } from "../../components/form.tsx";

export function ForgottenPasswordPage(): ReactNode {
  const { values, text } = useFields({ email: "" });
  const request = useAction({
    call: () => ask(api.POST("/api/noauth/resetPasswordByEmail", { body: { email: values.email.trim() } })),
  });
  return (
    <Entrance title="Set a new password">
      {request.isSuccess ? (
        <Alert title="Check your mail" role="status">
          If there is an account with this address, a mail with a link is on its way to it. If this platform sends no
          mail, ask an administrator for a link.
        </Alert>
      ) : (
        <Form action="Send the link" work={request} failed="The link was not sent" onSubmit={request.run} isWide>
          <Text c="dimmed">You get a mail with a link that sets a new password.</Text>
          <TextField
            {...text("email")}
            label="Email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
          />
        </Form>
      )}
      <Anchor component={Link} to="/login">
        Back to the sign-in
      </Anchor>
    </Entrance>
  );
}
