// Creates a device in a dialog, then shows its token and the command that sends a first value.
import { Switch } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useAction } from "../../app/use-action.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextAreaField, TextField } from "../../components/form-fields.tsx";
import { useFields, orNull } from "../../components/form.tsx";
import { More } from "../../components/more.tsx";
import { CreatedDevicePanel } from "./created-device-panel.tsx";
import { CustomerSelect } from "./customer-select.tsx";
import { ProfileSelect } from "./profile-select.tsx";
import { createDevice, type CreatedDevice } from "./save-device.ts";

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
      title="New device"
      action="Create device"
      size="lg"
      work={create}
      onSubmit={create.run}
      onClose={onClose}
    >
      <TextField {...text("name")} label="Name" description="Unique among your devices." required data-autofocus />
      <TextField {...text("label")} label="Label" />
      <ProfileSelect
        label="Device profile"
        placeholder="The default profile"
        value={values.profileId}
        onChange={(id) => set("profileId", id)}
      />
      <CustomerSelect
        label="Customer"
        placeholder="None"
        value={values.customerId}
        onChange={(id) => set("customerId", id)}
      />
      <Switch
        {...check("isGateway")}
        label="It is a gateway"
        description="A gateway carries the values of other devices over its connection."
      />
      <More words={["More", "Less"]}>
        <TextAreaField {...text("description")} field="additionalInfo" label="Description" />
        <TextField
          {...text("accessToken")}
          field={["accessToken", "credentialsId"]}
          label="Access token"
          description="Leave it empty for a random one."
          autoComplete="off"
          spellCheck={false}
        />
      </More>
    </FormDialog>
  );
}
