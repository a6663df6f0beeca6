// Fields of an MQTT profile: topics in addition to the platform's own, and Protobuf as an alternative to JSON.
import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { choices } from "../../components/choices.ts";
import { TextAreaField, TextField } from "../../components/form-fields.tsx";
import type { Fields } from "../../components/form.tsx";
import { words } from "../../words/words.ts";
import type { ProfileFields } from "./profile.ts";

const WORDS = words.profiles.mqtt;
const TRANSPORT = "profileData.transportConfiguration";
const PAYLOADS = `${TRANSPORT}.transportPayloadTypeConfiguration`;
const PAYLOAD_TYPES = choices({ JSON: "JSON", PROTOBUF: "Protobuf" });
const SCHEMA_CHARS_MAX = 32_768;
const TOPIC_CHARS_MAX = 1024;

export function MqttFields(fields: Fields<ProfileFields>): ReactNode {
  const { values, set, text } = fields;
  return (
    <>
      <TextField
        {...text("telemetryTopic")}
        field={`${TRANSPORT}.deviceTelemetryTopic`}
        label={WORDS.telemetryTopic}
        description={WORDS.telemetryTopicHelp}
        placeholder="v1/devices/me/telemetry"
        maxLength={TOPIC_CHARS_MAX}
      />
      <TextField
        {...text("attributesTopic")}
        field={`${TRANSPORT}.deviceAttributesTopic`}
        label={WORDS.attributesTopic}
        placeholder="v1/devices/me/attributes"
        maxLength={TOPIC_CHARS_MAX}
      />
      <TextField
        {...text("updatesTopic")}
        field={`${TRANSPORT}.deviceAttributesSubscribeTopic`}
        label={WORDS.updatesTopic}
        description={WORDS.updatesTopicHelp}
        placeholder="v1/devices/me/attributes"
        maxLength={TOPIC_CHARS_MAX}
      />
      <ChoiceSelect
        label={WORDS.payloads}
        choices={PAYLOAD_TYPES}
        value={values.payloadType}
        onValue={(value) => set("payloadType", value)}
      />
      {values.payloadType === "PROTOBUF" && <ProtobufFields {...fields} />}
    </>
  );
}

function ProtobufFields({ text, check, values }: Fields<ProfileFields>): ReactNode {
  const schema = (name: "telemetrySchema" | "attributesSchema" | "callSchema" | "replySchema", member: string) => ({
    ...text(name),
    field: `${PAYLOADS}.${member}`,
    maxLength: SCHEMA_CHARS_MAX,
    maxRows: 12,
    styles: { input: { fontFamily: "var(--mantine-font-family-monospace)" } },
    spellCheck: false,
  });
  return (
    <>
      <TextAreaField
        {...schema("telemetrySchema", "deviceTelemetryProtoSchema")}
        label={WORDS.telemetrySchema}
        description={WORDS.telemetrySchemaHelp}
        required
      />
      <TextAreaField
        {...schema("attributesSchema", "deviceAttributesProtoSchema")}
        label={WORDS.attributesSchema}
        required
      />
      <TextAreaField
        {...schema("callSchema", "deviceRpcRequestProtoSchema")}
        label={WORDS.callSchema}
        description={WORDS.callSchemaHelp}
      />
      <TextAreaField
        {...schema("replySchema", "deviceRpcResponseProtoSchema")}
        label={WORDS.replySchema}
        description={WORDS.replySchemaHelp}
      />
      <Checkbox {...check("takesJson")} label={WORDS.takesJson} />
      {values.takesJson && <Checkbox {...check("sendsJson")} label={WORDS.sendsJson} />}
    </>
  );
}
