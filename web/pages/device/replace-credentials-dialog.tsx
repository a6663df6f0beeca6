// New credentials in place of the present ones: those stop to work at once, and the device's connections close.
import { Alert, Button, PasswordInput, Select } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Dices, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Schema } from "../../api/schemas.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextAreaField, TextField } from "../../components/form-fields.tsx";
import { useFields, type Fields } from "../../components/use-fields.ts";
import {
  basicOf,
  CREDENTIALS_NAMES,
  CREDENTIALS_TYPES,
  drawToken,
  isCredentialsType,
  replaceCredentials,
  type NewCredentials,
} from "./credentials.ts";

interface ReplaceCredentialsDialogProps {
  readonly present: Schema<"DeviceCredentials">;
  readonly onClose: () => void;
}

export function ReplaceCredentialsDialog({ present, onClose }: ReplaceCredentialsDialogProps): ReactNode {
  const queries = useQueryClient();
  const fields = useFields<NewCredentials>({
    type: isCredentialsType(present.credentialsType) ? present.credentialsType : "ACCESS_TOKEN",
    token: drawToken(),
    ...basicOf(present.credentialsType === "MQTT_BASIC" ? present.credentialsValue : null),
    certificate: "",
  });
  const { values, set } = fields;
  const deviceId = present.deviceId.id;
  const replace = useMutation({
    mutationFn: () => replaceCredentials(present, values),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["credentials", deviceId] });
      notifications.show({ message: "The device has new credentials.", color: "teal" });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Replace the credentials"
      action="Replace credentials"
      size="lg"
      isBusy={replace.isPending}
      error={replace.error}
      onClose={onClose}
      onSubmit={() => replace.mutate()}
    >
      <Alert color="orange" variant="light" icon={<TriangleAlert size={18} aria-hidden />}>
        The present credentials stop to work at once, and the connections of the device close. It comes back when it
        uses the new ones.
      </Alert>
      <Select
        label="Kind"
        allowDeselect={false}
        data={CREDENTIALS_TYPES.map((value) => ({ value, label: CREDENTIALS_NAMES[value] }))}
        value={values.type}
        onChange={(next) => {
          if (next !== null && isCredentialsType(next)) set("type", next);
        }}
      />
      <Parts fields={fields} />
    </FormDialog>
  );
}

function Parts({ fields: { values, set } }: { readonly fields: Fields<NewCredentials> }): ReactNode {
  switch (values.type) {
    case "ACCESS_TOKEN":
      return (
        <TextField
          field="credentialsId"
          label="Access token"
          description="Drawn at random; write your own if the device already has one."
          required
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          value={values.token}
          onChange={(event) => set("token", event.currentTarget.value)}
          rightSectionWidth={104}
          rightSection={
            <Button
              size="compact-xs"
              variant="subtle"
              leftSection={<Dices size={14} aria-hidden />}
              onClick={() => set("token", drawToken())}
            >
              Draw anew
            </Button>
          }
        />
      );
    case "MQTT_BASIC":
      return (
        <>
          <TextField
            field={["clientId", "credentialsValue.clientId"]}
            label="Client id"
            description="Left empty, any client id may come."
            autoComplete="off"
            spellCheck={false}
            value={values.clientId}
            onChange={(event) => set("clientId", event.currentTarget.value)}
          />
          <TextField
            field={["userName", "credentialsValue.userName"]}
            label="User name"
            autoComplete="off"
            spellCheck={false}
            value={values.userName}
            onChange={(event) => set("userName", event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            value={values.password}
            onChange={(event) => set("password", event.currentTarget.value)}
          />
        </>
      );
    case "X509_CERTIFICATE":
      return (
        <TextAreaField
          field={["certificate", "credentialsValue"]}
          label="Certificate of the device"
          description="In PEM form; the key stays with the device."
          placeholder="-----BEGIN CERTIFICATE-----"
          required
          autosize
          minRows={6}
          maxRows={14}
          spellCheck={false}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          value={values.certificate}
          onChange={(event) => set("certificate", event.currentTarget.value)}
        />
      );
  }
}
