// Replaces the present password.
import { useState, type ReactNode } from "react";
import { api, ask, session } from "../../api/client.ts";
import { usePasswordPolicy, passwordRules } from "../../app/password-policy.ts";
import { useAction } from "../../app/use-action.ts";
import { useUser } from "../../app/use-session.ts";
import { PasswordField } from "../../components/form-fields.tsx";
import { Form, useFields } from "../../components/form.tsx";
import { useUnsaved } from "../../components/use-unsaved.ts";
import { words } from "../../words/words.ts";

const { password: texts } = words.account;
const NOTHING = { current: "", next: "", again: "" };

export function PasswordChange(): ReactNode {
  const [changes, setChanges] = useState(0);
  return <Fields key={changes} onChanged={() => setChanges(changes + 1)} />;
}

function Fields({ onChanged }: { readonly onChanged: () => void }): ReactNode {
  const { email } = useUser();
  const { values, isChanged, text } = useFields(NOTHING);
  const policy = usePasswordPolicy();
  const save = useAction({
    call: () =>
      ask(
        api.POST("/api/auth/changePassword", {
          body: { currentPassword: values.current, newPassword: values.next },
        }),
      ),
    done: texts.changed,
    onDone: (pair) => {
      session.begin(pair);
      onChanged();
    },
  });
  useUnsaved(() => isChanged);
  const isDifferent = values.again !== "" && values.again !== values.next;
  return (
    <Form
      action={texts.change}
      work={save}
      failed={texts.notChanged}
      onSubmit={() => {
        if (values.again === values.next) save.run();
      }}
    >
      {/* Tells password managers whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...text("current")}
        field="currentPassword"
        label={texts.current}
        autoComplete="current-password"
        required
      />
      <PasswordField
        {...text("next")}
        // Matches "the password must have …" and "the new password must differ …".
        field={["newPassword", "password", "new"]}
        label={texts.next}
        description={policy.data === undefined ? undefined : texts.rules(passwordRules(policy.data))}
        autoComplete="new-password"
        required
      />
      <PasswordField
        {...text("again")}
        label={texts.again}
        autoComplete="new-password"
        required
        error={isDifferent ? texts.differ : undefined}
      />
    </Form>
  );
}
