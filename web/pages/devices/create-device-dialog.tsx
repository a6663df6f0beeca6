// A new device in a dialog, and then its token with the command that sends a first value.
import { Button, Collapse, Stack, Switch } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextAreaField, TextField } from "../../components/form-fields.tsx";
import { orNull, useFields } from "../../components/use-fields.ts";
import { CreatedDevicePanel } from "./created-device-panel.tsx";
import { CustomerSelect } from "./customer-select.tsx";
import { ProfileSelect } from "./profile-select.tsx";
import { createDevice, type CreatedDevice } from "./save-device.ts";

export function CreateDeviceDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [created, setCreated] = useState<CreatedDevice | null>(null);
  if (created === null) return <Form onCreated={setCreated} onClose={onClose} />;
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

function Form({ onCreated, onClose }: FormProps): ReactNode {
  const queries = useQueryClient();
  const [isMoreOpen, more] = useDisclosure(false);
  const { values, set } = useFields<FormFields>({
    name: "",
    label: "",
    profileId: null,
    customerId: null,
    isGateway: false,
    description: "",
    accessToken: "",
  });
  const create = useMutation({
    mutationFn: () =>
      createDevice({
        ...values,
        name: values.name.trim(),
        label: orNull(values.label),
        description: values.description.trim(),
        accessToken: values.accessToken.trim(),
      }),
    onSuccess: (device) => {
      onCreated(device);
      void queries.invalidateQueries({ queryKey: ["devices"] });
    },
  });
  return (
    <FormDialog
      title="New device"
      action="Create device"
      size="lg"
      isBusy={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={() => create.mutate()}
    >
      <TextField
        field="name"
        label="Name"
        description="Unique among your devices."
        required
        maxLength={255}
        data-autofocus
        value={values.name}
        onChange={(event) => set("name", event.currentTarget.value)}
      />
      <TextField
        field="label"
        label="Label"
        maxLength={255}
        value={values.label}
        onChange={(event) => set("label", event.currentTarget.value)}
      />
      <ProfileSelect
        label="Device profile"
        placeholder="The default one"
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
        label="It is a gateway"
        description="A gateway carries the values of other devices over its connection."
        checked={values.isGateway}
        onChange={(event) => set("isGateway", event.currentTarget.checked)}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: "flex-start" }}
        aria-expanded={isMoreOpen}
        onClick={more.toggle}
      >
        {isMoreOpen ? "Less" : "More"}
      </Button>
      <Collapse expanded={isMoreOpen}>
        <Stack>
          <TextAreaField
            field="additionalInfo"
            label="Description"
            autosize
            minRows={2}
            maxRows={6}
            value={values.description}
            onChange={(event) => set("description", event.currentTarget.value)}
          />
          <TextField
            field={["accessToken", "credentialsId"]}
            label="Access token"
            description="Left empty, the platform draws one that nobody can guess."
            autoComplete="off"
            spellCheck={false}
            maxLength={255}
            value={values.accessToken}
            onChange={(event) => set("accessToken", event.currentTarget.value)}
          />
        </Stack>
      </Collapse>
    </FormDialog>
  );
}
