// Requests a mail with a link to set a new password. The answer is the same whether or not the account exists.
import { Alert, Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import { Entrance } from "../../components/entrance.tsx";
import { TextField } from "../../components/form-fields.tsx";
import { Form, useFields } from "../../components/form.tsx";
import { words } from "../../words/words.ts";

const WORDS = words.forgottenPassword;

export function ForgottenPasswordPage(): ReactNode {
  const { values, text } = useFields({ email: "" });
  const request = useAction({
    call: () => ask(api.POST("/api/noauth/resetPasswordByEmail", { body: { email: values.email.trim() } })),
  });
  return (
    <Entrance title={WORDS.title}>
      {request.isSuccess ? (
        <Alert title={WORDS.sent} role="status">
          {WORDS.sentText}
        </Alert>
      ) : (
        <Form action={WORDS.send} work={request} failed={WORDS.notSent} onSubmit={request.run} isWide>
          <Text c="dimmed">{WORDS.text}</Text>
          <TextField
            {...text("email")}
            label={words.components.common.email}
            type="email"
            autoComplete="username"
            required
            autoFocus
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
