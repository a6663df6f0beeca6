// Creates a device in a dialog, then shows its token and the command that sends a first value.
import { Switch } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextAreaField, TextField } from "../../components/form-fields.tsx";
import { useFields, orNull } from "../../components/form.tsx";
import { More } from "../../components/more.tsx";
import { words } from "../../words/words.ts";
import { CreatedDevicePanel } from "./created-device-panel.tsx";
import { CustomerSelect } from "./customer-select.tsx";
import { ProfileSelect } from "./profile-select.tsx";
import { createDevice, type CreatedDevice } from "./save-device.ts";

const WORDS = words.devices.create;

export function CreateDeviceDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [created, setCreated] = useState<CreatedDevice | null>(null);
  if (created === null) return <DeviceForm onCreated={setCreated} onClose={onClose} />;
  return <CreatedDevicePanel created={created} onAnother={() => setCreated(null)} onClose={onClose} />;
}

interface FormProps {
  readonly onCreated: (created: CreatedDevice) => void;
  readonly onClose: () => void;
}

interface FormFields {
  readonly name: string;
  readonly label: string;
  readonly profileId: string | null;
  readonly customerId: string | null;
  readonly isGateway: boolean;
  readonly description: string;
  readonly accessToken: string;
}

function DeviceForm({ onCreated, onClose }: FormProps): ReactNode {
  const { values, set, text, check } = useFields<FormFields>({
    name: "",
    label: "",
    profileId: null,
    customerId: null,
    isGateway: false,
    description: "",
    accessToken: "",
  });
  const create = useAction({
    call: () =>
      createDevice({
        ...values,
        name: values.name.trim(),
        label: orNull(values.label),
        description: values.description.trim(),
        accessToken: values.accessToken.trim(),
      }),
    stale: ["devices"],
    onDone: onCreated,
  });
  return (
    <FormDialog
      title={WORDS.title}
      action={WORDS.action}
      size="lg"
      work={create}
      onSubmit={create.run}
      onClose={onClose}
    >
      <TextField {...text("name")} label={WORDS.name} description={WORDS.nameHint} required data-autofocus />
      <TextField {...text("label")} label={WORDS.label} />
      <ProfileSelect
        label={WORDS.profile}
        placeholder={WORDS.defaultProfile}
        value={values.profileId}
        onChange={(id) => set("profileId", id)}
      />
      <CustomerSelect
        label={WORDS.customer}
        placeholder={WORDS.noCustomer}
        value={values.customerId}
        onChange={(id) => set("customerId", id)}
      />
      <Switch {...check("isGateway")} label={WORDS.isGateway} description={WORDS.isGatewayHint} />
      <More words={[WORDS.more, WORDS.less]}>
        <TextAreaField {...text("description")} field="additionalInfo" label={WORDS.description} />
        <TextField
          {...text("accessToken")}
          field={["accessToken", "credentialsId"]}
          label={WORDS.accessToken}
          description={WORDS.accessTokenHint}
          autoComplete="off"
          spellCheck={false}
        />
      </More>
    </FormDialog>
  );
}
