// The editable fields of a device. If somebody else has saved it meanwhile, the save is refused, and the form says so.
import { Button, SimpleGrid, Switch } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api, ask, read } from "../../api/client.ts";
import { ApiProblem } from "../../api/problem.ts";
import type { Schema } from "../../api/schemas.ts";
import { useAction } from "../../app/use-action.ts";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { choices } from "../../components/choices.ts";
import { DESCRIPTION_BELOW, TextAreaField, TextField } from "../../components/form-fields.tsx";
import { Form, orNull, useFields, type Fields } from "../../components/form.tsx";
import { Panel } from "../../components/panel.tsx";
import { useUnsaved } from "../../components/use-unsaved.ts";
import { words } from "../../words/words.ts";
import { descriptionOf } from "../customers/customer.ts";
import { ProfileSelect } from "../devices/profile-select.tsx";
import { PackageSelect } from "../packages/package-select.tsx";
import { packageRef } from "../packages/package.ts";
import { deviceQuery, isGatewayDevice, type DeviceInfo } from "./device-tab.ts";

const WORDS = words.device.details;
const CONNECTS = choices(WORDS.connectsChoices);

interface DetailsFormProps {
  readonly device: DeviceInfo;
  readonly isAdmin: boolean;
}

interface DetailsValues {
  readonly name: string;
  readonly label: string;
  readonly profileId: string;
  /** The device's own package; null if the profile's package applies. */
  readonly firmwareId: string | null;
  readonly softwareId: string | null;
  readonly isGateway: boolean;
  /** Null if the setting of the platform applies. */
  readonly connectsOnUplink: boolean | null;
  readonly description: string;
}

export function DetailsForm({ device, isAdmin }: DetailsFormProps): ReactNode {
  // A change by somebody else does not replace what is being typed; the save reports it.
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
  /** Called at every change. */
  readonly onUnsaved: (isUnsaved: boolean) => void;
}

function DetailsFields({ device, isAdmin, onUnsaved }: DetailsFieldsProps): ReactNode {
  const queries = useQueryClient();
  const { queryKey } = deviceQuery(device.id.id);
  const { values, set: setField } = useFields<DetailsValues>(detailsOf(device));
  const isUnsaved = (typed: DetailsValues): boolean => JSON.stringify(typed) !== JSON.stringify(detailsOf(device));
  useUnsaved(() => isUnsaved(values));
  const set: typeof setField = (name, value) => {
    setField(name, value);
    onUnsaved(isUnsaved({ ...values, [name]: value }));
  };
  /** Packages belong to one profile. */
  const setProfile = (profileId: string): void => {
    const stored = detailsOf(device);
    const { firmwareId, softwareId } = profileId === stored.profileId ? stored : { firmwareId: null, softwareId: null };
    setField("profileId", profileId);
    setField("firmwareId", firmwareId);
    setField("softwareId", softwareId);
    onUnsaved(isUnsaved({ ...values, profileId, firmwareId, softwareId }));
  };
  const save = useAction({
    call: () => saveDetails(device, values),
    done: WORDS.saved,
    stale: ["devices"],
    onDone: (saved) => {
      // Without waiting for the next reading, as the device may be changed further at once.
      queries.setQueryData<DeviceInfo>(queryKey, (known) => known && { ...known, ...saved });
      onUnsaved(false);
    },
  });
  const showStored = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey });
    onUnsaved(false);
  };
  return (
    <Panel title={WORDS.title}>
      <Form
        action={WORDS.save}
        work={save}
        failed={isOvertaken(save.error) ? WORDS.overtaken : WORDS.failed}
        isChanged={isUnsaved(values)}
        otherButtons={
          isOvertaken(save.error) && (
            <Button variant="light" color="red" onClick={() => void showStored()}>
              {WORDS.showStored}
            </Button>
          )
        }
        onSubmit={save.run}
      >
        <TextField
          field="name"
          label={WORDS.name}
          required
          value={values.name}
          onChange={(event) => set("name", event.currentTarget.value)}
        />
        <TextField
          field="label"
          label={WORDS.label}
          value={values.label}
          onChange={(event) => set("label", event.currentTarget.value)}
        />
        {isAdmin && (
          <>
            <ProfileSelect
              label={WORDS.profile}
              isClearable={false}
              value={values.profileId}
              onChange={(id) => {
                if (id !== null && id !== values.profileId) setProfile(id);
              }}
            />
            <OwnPackages values={values} set={set} />
            <Switch
              label={WORDS.isGateway}
              description={WORDS.isGatewayHint}
              checked={values.isGateway}
              onChange={(event) => set("isGateway", event.currentTarget.checked)}
            />
            {values.isGateway && (
              <ChoiceSelect
                label={WORDS.connects}
                description={WORDS.connectsHint}
                inputWrapperOrder={DESCRIPTION_BELOW}
                choices={CONNECTS}
                value={connectsChoice(values.connectsOnUplink)}
                onValue={(next) => set("connectsOnUplink", next === "unset" ? null : next === "yes")}
              />
            )}
          </>
        )}
        <TextAreaField
          field="additionalInfo"
          label={WORDS.description}
          maxRows={8}
          value={values.description}
          onChange={(event) => set("description", event.currentTarget.value)}
        />
      </Form>
    </Panel>
  );
}

function OwnPackages({ values, set }: Pick<Fields<DetailsValues>, "values" | "set">): ReactNode {
  const { profileId, firmwareId, softwareId } = values;
  const profile = useQuery({
    queryKey: ["device-profiles", "packages", profileId],
    queryFn: read("/api/deviceProfile/{deviceProfileId}", { path: { deviceProfileId: profileId } }),
  });
  const ofProfile = (id: string | undefined) => (nameOf: (id: string) => string) =>
    WORDS.ofProfile(profile.data === undefined ? "…" : id === undefined ? WORDS.noPackage : nameOf(id));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <PackageSelect
        type="FIRMWARE"
        profileId={profileId}
        value={firmwareId}
        onChange={(id) => set("firmwareId", id)}
        none={ofProfile(profile.data?.firmwareId?.id)}
      />
      <PackageSelect
        type="SOFTWARE"
        profileId={profileId}
        value={softwareId}
        onChange={(id) => set("softwareId", id)}
        none={ofProfile(profile.data?.softwareId?.id)}
      />
    </SimpleGrid>
  );
}

function detailsOf(device: DeviceInfo): DetailsValues {
  return {
    name: device.name,
    label: device.label ?? "",
    profileId: device.deviceProfileId.id,
    firmwareId: device.firmwareId?.id ?? null,
    softwareId: device.softwareId?.id ?? null,
    isGateway: isGatewayDevice(device),
    connectsOnUplink: connectsOf(device),
    description: descriptionOf(device.additionalInfo),
  };
}

function connectsOf({ additionalInfo }: DeviceInfo): boolean | null {
  const said = additionalInfo?.["connectOnUplink"];
  return typeof said === "boolean" ? said : null;
}

function connectsChoice(connects: boolean | null): keyof typeof WORDS.connectsChoices {
  return connects === null ? "unset" : connects ? "yes" : "no";
}

function isOvertaken(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 409;
}

/** A save replaces the whole device, so members that the form does not show are sent back unchanged. */
async function saveDetails(device: DeviceInfo, fields: DetailsValues): Promise<Schema<"Device">> {
  const { name, label, profileId } = fields;
  const {
    type: _type,
    customerTitle: _title,
    customerIsPublic: _isPublic,
    deviceProfileName: _profileName,
    active: _active,
    ...kept
  } = device;
  return await ask(
    api.POST("/api/device", {
      body: {
        ...kept,
        name: name.trim(),
        label: orNull(label),
        deviceProfileId: { entityType: "DEVICE_PROFILE", id: profileId },
        firmwareId: packageRef(fields.firmwareId),
        softwareId: packageRef(fields.softwareId),
        additionalInfo: infoOf(device, fields),
      },
    }),
  );
}

/** Members that were never set stay unset. */
function infoOf(device: DeviceInfo, fields: DetailsValues): DeviceInfo["additionalInfo"] {
  const { additionalInfo } = device;
  const { isGateway, connectsOnUplink } = fields;
  const description = fields.description.trim();
  const isSaid = (name: string): boolean => additionalInfo !== null && name in additionalInfo;
  const { connectOnUplink: said, ...others } = additionalInfo ?? {};
  const connects = connectsOnUplink === connectsOf(device) ? said : (connectsOnUplink ?? undefined);
  const next = {
    ...others,
    ...(isGateway || isSaid("gateway") ? { gateway: isGateway } : {}),
    ...(connects === undefined ? {} : { connectOnUplink: connects }),
    ...(description !== "" || isSaid("description") ? { description } : {}),
  };
  return additionalInfo === null && Object.keys(next).length === 0 ? null : next;
}
