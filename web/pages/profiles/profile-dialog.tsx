// The form of a device profile: a new one, or an existing one by its id, so that a link can open it.
import { Radio, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, askRemarked, read } from "../../api/client.ts";
import { useAction } from "../../app/use-action.ts";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { CopyIcon } from "../../components/copy-text.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextAreaField, TextField } from "../../components/form-fields.tsx";
import type { Fields } from "../../components/form.tsx";
import { useFields } from "../../components/form.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Warning } from "../../components/warning.tsx";
import { words } from "../../words/words.ts";
import { PackageSelect } from "../packages/package-select.tsx";
import type { PackageType } from "../packages/package.ts";
import { KeyFields } from "./key-fields.tsx";
import { MqttFields } from "./mqtt-fields.tsx";
import {
  CASTS,
  fieldsOf,
  PROVISIONING,
  saveProfile,
  STORED_TRANSPORTS,
  TRANSPORTS,
  type DeviceProfile,
  type ProfileFields,
} from "./profile.ts";

const WORDS = words.profiles;
const COMMON = words.components.common;

interface ProfileDialogProps {
  readonly id: string;
  /** What the form was opened for. */
  readonly part: ProfilePart | null;
  readonly onClose: () => void;
}

/** Parts of the form to which a link may lead. */
export const PARTS = ["keys"] as const;
type ProfilePart = (typeof PARTS)[number];

export function ProfileDialog({ id, part, onClose }: ProfileDialogProps): ReactNode {
  const profile = useQuery({
    queryKey: ["device-profiles", "one", id],
    queryFn: ({ signal }) =>
      askRemarked(
        api.GET("/api/deviceProfile/{deviceProfileId}", { params: { path: { deviceProfileId: id } }, signal }),
      ),
    // The form begins with the present state on the platform, and what is typed into it is not overwritten.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (profile.data !== undefined) {
    const { data, warnings } = profile.data;
    return <ProfileForm profile={data} warnings={warnings} part={part} onClose={onClose} />;
  }
  return (
    <Dialog centered title={WORDS.edit} size="lg" onClose={onClose}>
      <Loaded query={profile} what={WORDS.whatProfile}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

interface ProfileFormProps {
  /** Omitted for a new one. */
  readonly profile?: DeviceProfile;
  /** Warnings about parts without effect. */
  readonly warnings?: readonly string[];
  readonly part?: ProfilePart | null;
  readonly onClose: () => void;
}

export function ProfileForm({ profile, warnings = [], part = null, onClose }: ProfileFormProps): ReactNode {
  const fields = useFields<ProfileFields>(fieldsOf(profile));
  const save = useAction({
    call: () => saveProfile(fields.values, profile),
    stale: ["device-profiles"],
    done: ({ name }) => WORDS.saved(name),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={profile === undefined ? WORDS.new : WORDS.edit}
      action={profile === undefined ? WORDS.create : WORDS.save}
      size="lg"
      work={save}
      onSubmit={save.run}
      onClose={onClose}
    >
      {warnings.length > 0 && (
        <Warning title={WORDS.withoutEffect}>
          {warnings.map((text) => (
            <Text key={text} size="sm">
              {text}.
            </Text>
          ))}
        </Warning>
      )}
      <TextField
        {...fields.text("name")}
        label={COMMON.name}
        description={WORDS.nameHelp}
        required
        data-autofocus={part === null || undefined}
      />
      <TextAreaField {...fields.text("description")} label={COMMON.description} maxLength={255} />
      <KeyFields
        profileId={profile?.id.id}
        rows={fields.values.keys}
        isFirst={part === "keys"}
        onRows={(rows) => fields.set("keys", rows)}
      />
      <Transport {...fields} isNew={profile === undefined} />
      {fields.values.transportType === "MQTT" && <MqttFields {...fields} />}
      <ChoiceSelect
        label={WORDS.numberTexts}
        description={WORDS.numberTextsHelp}
        choices={CASTS}
        value={fields.values.cast}
        onValue={(value) => fields.set("cast", value)}
      />
      {profile !== undefined && <Packages {...fields} profileId={profile.id.id} />}
      <Provisioning {...fields} />
    </FormDialog>
  );
}

interface TransportProps extends Fields<ProfileFields> {
  readonly isNew: boolean;
}

function Transport({ values, set, isNew }: TransportProps): ReactNode {
  const stored = STORED_TRANSPORTS.filter((name) => name === values.transportType);
  return (
    <Select
      label={WORDS.transport}
      description={isNew ? undefined : WORDS.transportHelp}
      data={[...TRANSPORTS, ...stored.map((name) => ({ value: name, label: WORDS.transportStored(name) }))]}
      value={values.transportType}
      onChange={(value) => set("transportType", value ?? values.transportType)}
    />
  );
}

interface PackagesProps extends Fields<ProfileFields> {
  readonly profileId: string;
}

/** A new profile has no packages yet. */
function Packages({ values, set, profileId }: PackagesProps): ReactNode {
  const firmwareFollowers = useFollowers(profileId, "FIRMWARE");
  const softwareFollowers = useFollowers(profileId, "SOFTWARE");
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <PackageSelect
        type="FIRMWARE"
        profileId={profileId}
        value={values.firmwareId}
        onChange={(id) => set("firmwareId", id)}
        none={() => WORDS.noPackage}
        description={values.firmwareId === null ? undefined : WORDS.offeredTo.FIRMWARE(firmwareFollowers)}
      />
      <PackageSelect
        type="SOFTWARE"
        profileId={profileId}
        value={values.softwareId}
        onChange={(id) => set("softwareId", id)}
        none={() => WORDS.noPackage}
        description={values.softwareId === null ? undefined : WORDS.offeredTo.SOFTWARE(softwareFollowers)}
      />
    </SimpleGrid>
  );
}

/** The number of devices that have their profile's package; null while unknown. */
function useFollowers(deviceProfileId: string, otaPackageType: PackageType): number | null {
  const { data } = useQuery({
    queryKey: ["devices", "following", deviceProfileId, otaPackageType],
    queryFn: read("/api/devices/count/{otaPackageType}/{deviceProfileId}", {
      path: { otaPackageType, deviceProfileId },
    }),
  });
  return data ?? null;
}

function Provisioning({ values, set, text }: Fields<ProfileFields>): ReactNode {
  return (
    <>
      <Radio.Group
        label={WORDS.provisioning}
        description={WORDS.provisioningHelp}
        value={values.provisionType}
        onChange={(value) => set("provisionType", value)}
      >
        <Stack gap="xs" mt={6}>
          {PROVISIONING.filter(({ value }) => value !== "X509_CERTIFICATE_CHAIN" || values.provisionType === value).map(
            (option) => (
              <Radio key={option.value} {...option} />
            ),
          )}
        </Stack>
      </Radio.Group>
      {values.provisionType !== "DISABLED" && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextField
            {...text("provisionKey")}
            field={["provisionDeviceKey", "profileData.provisionConfiguration.provisionDeviceKey"]}
            label={WORDS.provisioningKey}
            placeholder={WORDS.random}
            rightSection={values.provisionKey === "" ? null : <CopyIcon text={values.provisionKey} label={WORDS.key} />}
          />
          <TextField
            {...text("provisionSecret")}
            field={["provisionDeviceSecret", "profileData.provisionConfiguration.provisionDeviceSecret"]}
            label={WORDS.provisioningSecret}
            placeholder={WORDS.random}
            rightSection={
              values.provisionSecret === "" ? null : <CopyIcon text={values.provisionSecret} label={WORDS.secret} />
            }
          />
        </SimpleGrid>
      )}
    </>
  );
}
