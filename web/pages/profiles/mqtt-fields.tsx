// Fields of an MQTT profile: topics in addition to the platform's own, and Protobuf as an alternative to JSON.
import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { ChoiceSelect } from "../../components/choice-select.tsx";
import { choices } from "../../components/choices.ts";
import { TextAreaField, TextField } from "../../components/form-fields.tsx";
import type { Fields } from "../../components/form.tsx";
import type { ProfileFields } from "./profile.ts";

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
        label="Telemetry topic"
        description="In addition to v1/devices/me/telemetry. Use + for one level and # for all levels that follow."
        placeholder="v1/devices/me/telemetry"
        maxLength={TOPIC_CHARS_MAX}
      />
      <TextField
        {...text("attributesTopic")}
        field={`${TRANSPORT}.deviceAttributesTopic`}
        label="Attributes topic"
        placeholder="v1/devices/me/attributes"
        maxLength={TOPIC_CHARS_MAX}
      />
      <TextField
        {...text("updatesTopic")}
        field={`${TRANSPORT}.deviceAttributesSubscribeTopic`}
        label="Topic of shared attributes"
        description="Devices subscribe to it, in addition to v1/devices/me/attributes."
        placeholder="v1/devices/me/attributes"
        maxLength={TOPIC_CHARS_MAX}
      />
      <ChoiceSelect
        label="Payloads"
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
        label="Schema of telemetry"
        description="In proto3. The last message counts; its fields are the keys, or ts and values."
        required
      />
      <TextAreaField
        {...schema("attributesSchema", "deviceAttributesProtoSchema")}
        label="Schema of attributes"
        required
      />
      <TextAreaField
        {...schema("callSchema", "deviceRpcRequestProtoSchema")}
        label="Schema of calls"
        description="With method, requestId and params. If empty, params are a text."
      />
      <TextAreaField
        {...schema("replySchema", "deviceRpcResponseProtoSchema")}
        label="Schema of replies"
        description="If empty, a reply is one text field, payload."
      />
      <Checkbox {...check("takesJson")} label="Accept JSON too" />
      {values.takesJson && <Checkbox {...check("sendsJson")} label="Send JSON, except on short topics" />}
    </>
  );
}
