// Replaces the current credentials.
import { Button } from "@mantine/core";
import { Dices } from "lucide-react";
import type { ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import { useAction } from "../../app/use-action.ts";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { choices } from "../../components/choices.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { PasswordField, TextAreaField, TextField } from "../../components/form-fields.tsx";
import { useFields, type Fields } from "../../components/form.tsx";
import { Warning } from "../../components/warning.tsx";
import { words } from "../../words/words.ts";
import {
  basicOf,
  drawToken,
  isCredentialsType,
  replaceCredentials,
  type CredentialsType,
  type NewCredentials,
} from "./credentials.ts";

interface ReplaceCredentialsDialogProps {
  readonly present: Schema<"DeviceCredentials">;
  readonly onClose: () => void;
}

const WORDS = words.device.credentials;

/** Keeps the browser from completing or correcting such a text. */
const PLAIN = { autoComplete: "off", spellCheck: false };

export function ReplaceCredentialsDialog({ present, onClose }: ReplaceCredentialsDialogProps): ReactNode {
  const fields = useFields<NewCredentials>({
    type: isCredentialsType(present.credentialsType) ? present.credentialsType : "ACCESS_TOKEN",
    token: drawToken(),
    ...basicOf(present.credentialsType === "MQTT_BASIC" ? present.credentialsValue : null),
    certificate: "",
  });
  const { values, set } = fields;
  const replace = useAction({
    call: () => replaceCredentials(present, values),
    done: WORDS.replaced,
    stale: ["credentials"],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={WORDS.replaceTitle}
      action={WORDS.replaceAction}
      size="lg"
      work={replace}
      onSubmit={replace.run}
      onClose={onClose}
    >
      <Warning color="orange">{WORDS.replaceWarning}</Warning>
      <ChoiceSelect
        label={WORDS.type}
        choices={choices<CredentialsType>(WORDS.types)}
        value={values.type}
        onValue={(type) => set("type", type)}
      />
      <Parts fields={fields} />
    </FormDialog>
  );
}

function Parts({ fields: { values, set, text } }: { readonly fields: Fields<NewCredentials> }): ReactNode {
  switch (values.type) {
    case "ACCESS_TOKEN":
      return (
        <TextField
          {...text("token")}
          {...PLAIN}
          field="credentialsId"
          label={WORDS.accessToken}
          description={WORDS.tokenHint}
          required
          rightSectionWidth={104}
          rightSection={
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<Dices size={14} />}
              onClick={() => set("token", drawToken())}
            >
              {WORDS.generate}
            </Button>
          }
        />
      );
    case "MQTT_BASIC":
      return (
        <>
          <TextField
            {...text("clientId")}
            {...PLAIN}
            field={["clientId", "credentialsValue.clientId"]}
            label={WORDS.clientId}
            description={WORDS.clientIdHint}
          />
          <TextField
            {...text("userName")}
            {...PLAIN}
            field={["userName", "credentialsValue.userName"]}
            label={WORDS.userName}
          />
          <PasswordField {...text("password")} label={WORDS.password} autoComplete="new-password" />
        </>
      );
    case "X509_CERTIFICATE":
      return (
        <TextAreaField
          {...text("certificate")}
          field={["certificate", "credentialsValue"]}
          label={WORDS.certificate}
          description={WORDS.certificateHint}
          placeholder="-----BEGIN CERTIFICATE-----"
          required
          minRows={6}
          maxRows={14}
          spellCheck={false}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        />
      );
  }
}
