// The fields of a device that people set. A save that somebody else has overtaken is refused, and says so.
import { Group, Paper, Stack, Switch, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api, ask } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import { BusyButton } from "../../components/busy-button.tsx";
import { FormProblem, TextAreaField, TextField } from "../../components/form-fields.tsx";
import { ProblemAlert } from "../../components/problem-alert.tsx";
import { orNull, useFields } from "../../components/use-fields.ts";
import { useUnsaved } from "../../components/use-unsaved.ts";
import { ProfileSelect } from "../devices/profile-select.tsx";
import type { DeviceInfo } from "./device-tab.ts";

interface DetailsFormProps {
  readonly device: DeviceInfo;
  readonly isAdmin: boolean;
}

interface DetailsValues {
  readonly name: string;
  readonly label: string;
  readonly profileId: string;
  readonly isGateway: boolean;
  readonly description: string;
}

export function DetailsForm({ device, isAdmin }: DetailsFormProps): ReactNode {
  // What somebody types is not replaced by what others change meanwhile; the save tells of that.
  const [begun, setBegun] = useState<DeviceInfo | null>(null);
  const shown = begun ?? device;
  return (
    <DetailsFields
      key={shown.version}
      device={shown}
      isAdmin={isAdmin}
      onUnsaved={(isUnsaved) => setBegun(isUnsaved ? shown : null)}
    />
  );
}

interface DetailsFieldsProps extends DetailsFormProps {
  /** Told of every change. */
  readonly onUnsaved: (isUnsaved: boolean) => void;
}

function DetailsFields({ device, isAdmin, onUnsaved }: DetailsFieldsProps): ReactNode {
  const queries = useQueryClient();
  const start: DetailsValues = {
    name: device.name,
    label: device.label ?? "",
    profileId: device.deviceProfileId.id,
    isGateway: device.additionalInfo?.["gateway"] === true,
    description: descriptionOf(device),
  };
  const { values, set: setField } = useFields(start);
  const isUnsaved = (typed: DetailsValues): boolean => JSON.stringify(typed) !== JSON.stringify(start);
  useUnsaved(() => isUnsaved(values));
  const set: typeof setField = (name, value) => {
    setField(name, value);
    onUnsaved(isUnsaved({ ...values, [name]: value }));
  };
  const save = useMutation({
    mutationFn: () => saveDetails(device, values),
    onSuccess: async () => {
      notifications.show({ message: "The device is saved.", color: "teal" });
      await queries.invalidateQueries({ queryKey: ["devices"] });
      onUnsaved(false);
    },
  });
  const showStored = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ["devices", "one", device.id.id] });
    onUnsaved(false);
  };
  return (
    <Paper
      withBorder
      p="md"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <FormProblem error={save.error}>
        <Stack>
          <Title order={2} size="h4">
            Details
          </Title>
          <TextField
            field="name"
            label="Name"
            required
            maxLength={255}
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
          {isAdmin && (
            <>
              <ProfileSelect
                label="Device profile"
                isClearable={false}
                value={values.profileId}
                onChange={(id) => {
                  if (id !== null) set("profileId", id);
                }}
              />
              <Switch
                label="It is a gateway"
                description="A gateway carries the values of other devices over its connection. A change takes effect when it connects again."
                checked={values.isGateway}
                onChange={(event) => set("isGateway", event.currentTarget.checked)}
              />
            </>
          )}
          <TextAreaField
            field="additionalInfo"
            label="Description"
            autosize
            minRows={2}
            maxRows={8}
            value={values.description}
            onChange={(event) => set("description", event.currentTarget.value)}
          />
          {save.isError && (
            <ProblemAlert
              error={save.error}
              title={isOvertaken(save.error) ? "Somebody else has changed the device meanwhile" : "It was not saved"}
              {...(isOvertaken(save.error)
                ? { onRetry: () => void showStored(), retry: "Show what is stored now" }
                : {})}
            />
          )}
          <Group justify="flex-end">
            <BusyButton type="submit" isBusy={save.isPending} disabled={!isUnsaved(values)}>
              Save device
            </BusyButton>
          </Group>
        </Stack>
      </FormProblem>
    </Paper>
  );
}

function isOvertaken(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 409;
}

function descriptionOf({ additionalInfo }: DeviceInfo): string {
  const description = additionalInfo?.["description"];
  return typeof description === "string" ? description : "";
}

/** A save replaces the whole, so that what the form does not show is sent back as it was. */
async function saveDetails(device: DeviceInfo, fields: DetailsValues): Promise<void> {
  const { name, label, profileId, isGateway, description } = fields;
  const {
    type: _type,
    customerTitle: _title,
    customerIsPublic: _isPublic,
    deviceProfileName: _profileName,
    active: _active,
    ...kept
  } = device;
  await ask(
    api.POST("/api/device", {
      body: {
        ...kept,
        name: name.trim(),
        label: orNull(label),
        deviceProfileId: { entityType: "DEVICE_PROFILE", id: profileId },
        additionalInfo: infoOf(device, isGateway, description.trim()),
      },
    }),
  );
}

/** What was never said stays unsaid. */
function infoOf({ additionalInfo }: DeviceInfo, isGateway: boolean, description: string): DeviceInfo["additionalInfo"] {
  const isSaid = (name: string): boolean => additionalInfo !== null && name in additionalInfo;
  const next = {
    ...additionalInfo,
    ...(isGateway || isSaid("gateway") ? { gateway: isGateway } : {}),
    ...(description !== "" || isSaid("description") ? { description } : {}),
  };
  return additionalInfo === null && Object.keys(next).length === 0 ? null : next;
}
