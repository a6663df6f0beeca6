// The form of a device profile, new or present.
import { Checkbox, Radio, Select, SimpleGrid, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyIcon } from "../../components/copy-text.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextAreaField, TextField } from "../../components/form-fields.tsx";
import { useFields, type Fields } from "../../components/use-fields.ts";
import {
  fieldsOf,
  PROVISIONING,
  STORED_TRANSPORTS,
  TRANSPORTS,
  type DeviceProfile,
  type ProfileFields,
} from "./profile.ts";

interface ProfileDialogProps {
  /** Left out for a new one. */
  readonly profile?: DeviceProfile;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onSave: (fields: ProfileFields) => void;
  readonly onClose: () => void;
}

const CHARS_MAX = 255;

export function ProfileDialog({ profile, isBusy, error, onSave, onClose }: ProfileDialogProps): ReactNode {
  const { values, set } = useFields<ProfileFields>(fieldsOf(profile));
  return (
    <FormDialog
      title={profile === undefined ? "New device profile" : "Edit device profile"}
      action={profile === undefined ? "Create profile" : "Save profile"}
      size="lg"
      isBusy={isBusy}
      error={error}
      onClose={onClose}
      onSubmit={() => onSave(values)}
    >
      <TextField
        field="name"
        label="Name"
        description="Gateways and programs name the profile of a new device by it."
        required
        maxLength={CHARS_MAX}
        data-autofocus
        value={values.name}
        onChange={(event) => set("name", event.currentTarget.value)}
      />
      <TextAreaField
        field="description"
        label="Description"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={CHARS_MAX}
        value={values.description}
        onChange={(event) => set("description", event.currentTarget.value)}
      />
      <Transport values={values} set={set} />
      <Provisioning values={values} set={set} />
    </FormDialog>
  );
}

function Transport({ values, set }: Fields<ProfileFields>): ReactNode {
  const stored = STORED_TRANSPORTS.filter((name) => name === values.transportType);
  return (
    <>
      <Select
        label="Transport"
        description="Cannot change while devices have the profile."
        allowDeselect={false}
        data={[...TRANSPORTS, ...stored.map((name) => ({ value: name, label: `${name} (stored, not served)` }))]}
        value={values.transportType}
        onChange={(value) => set("transportType", value ?? values.transportType)}
      />
      {values.transportType === "MQTT" && (
        <Checkbox
          label="Acknowledge messages that are refused"
          description="For clients of MQTT 3.1.1, whose connection is closed otherwise. The message is lost either way."
          checked={values.acknowledgesInvalid}
          onChange={(event) => set("acknowledgesInvalid", event.currentTarget.checked)}
        />
      )}
    </>
  );
}

function Provisioning({ values, set }: Fields<ProfileFields>): ReactNode {
  return (
    <>
      <Radio.Group
        label="Provisioning"
        description="Devices that register themselves."
        value={values.provisionType}
        onChange={(value) => set("provisionType", value)}
      >
        <Stack gap="xs" mt={6}>
          {PROVISIONING.filter(({ value }) => value !== "X509_CERTIFICATE_CHAIN" || values.provisionType === value).map(
            ({ value, label, description }) => (
              <Radio key={value} value={value} label={label} description={description} />
            ),
          )}
        </Stack>
      </Radio.Group>
      {values.provisionType !== "DISABLED" && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextField
            field={["provisionDeviceKey", "profileData.provisionConfiguration.provisionDeviceKey"]}
            label="Provisioning key"
            placeholder="drawn at random"
            maxLength={CHARS_MAX}
            value={values.provisionKey}
            rightSection={values.provisionKey === "" ? null : <CopyIcon text={values.provisionKey} label="key" />}
            onChange={(event) => set("provisionKey", event.currentTarget.value)}
          />
          <TextField
            field={["provisionDeviceSecret", "profileData.provisionConfiguration.provisionDeviceSecret"]}
            label="Provisioning secret"
            placeholder="drawn at random"
            maxLength={CHARS_MAX}
            value={values.provisionSecret}
            rightSection={
              values.provisionSecret === "" ? null : <CopyIcon text={values.provisionSecret} label="secret" />
            }
            onChange={(event) => set("provisionSecret", event.currentTarget.value)}
          />
        </SimpleGrid>
      )}
    </>
  );
}
