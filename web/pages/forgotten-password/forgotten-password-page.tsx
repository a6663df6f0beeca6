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
          If an account has this address, it will soon get a mail with a link. If this platform does not send mail, ask
          an administrator for a link.
        </Alert>
      ) : (
        <Form action="Send the link" work={request} failed="The link was not sent" onSubmit={request.run} isWide>
          <Text c="dimmed">We will send you a mail with a link to set a new password.</Text>
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
        Back to sign-in
      </Anchor>
    </Entrance>
  );
}
