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
import {
  basicOf,
  CREDENTIALS_NAMES,
  drawToken,
  isCredentialsType,
  replaceCredentials,
  type NewCredentials,
} from "./credentials.ts";

interface ReplaceCredentialsDialogProps {
  readonly present: Schema<"DeviceCredentials">;
  readonly onClose: () => void;
}

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
    done: "The device has new credentials.",
    stale: ["credentials"],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Replace the credentials"
      action="Replace credentials"
      size="lg"
      work={replace}
      onSubmit={replace.run}
      onClose={onClose}
    >
      <Warning color="orange">
        The current credentials stop working at once, and the connections of the device close. It can connect again with
        the new ones.
      </Warning>
      <ChoiceSelect
        label="Kind"
        choices={choices(CREDENTIALS_NAMES)}
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
          label="Access token"
          description="A random token. Replace it if the device already has one."
          required
          rightSectionWidth={104}
          rightSection={
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<Dices size={14} />}
              onClick={() => set("token", drawToken())}
            >
              Another
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
            label="Client id"
            description="Leave it empty to accept any client id."
          />
          <TextField
            {...text("userName")}
            {...PLAIN}
            field={["userName", "credentialsValue.userName"]}
            label="User name"
          />
          <PasswordField {...text("password")} label="Password" autoComplete="new-password" />
        </>
      );
    case "X509_CERTIFICATE":
      return (
        <TextAreaField
          {...text("certificate")}
          field={["certificate", "credentialsValue"]}
          label="Certificate of the device"
          description="In PEM format. The private key stays on the device."
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
