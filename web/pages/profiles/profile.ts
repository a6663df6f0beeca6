// A device profile as its form edits it, and how it is saved.
import { api, ask } from "../../api/client.ts";
import { isRecord } from "../../api/json.ts";
import type { Schema } from "../../api/schemas.ts";
import { orNull } from "../../components/form.tsx";
import { choices } from "../../components/choices.ts";

export type DeviceProfile = Schema<"DeviceProfile">;

export const TRANSPORTS = choices({ DEFAULT: "MQTT and HTTP (default)", MQTT: "MQTT, own settings" });

/** Kept for profiles that were imported; no transport of this platform serves them. */
export const STORED_TRANSPORTS = ["COAP", "LWM2M", "SNMP"] as const;

export const PROVISIONING = [
  { value: "DISABLED", label: "Off", description: "Devices are created by people, programs and gateways." },
  {
    value: "ALLOW_CREATE_NEW_DEVICES",
    label: "Create new devices",
    description: "A device that knows the key and the secret registers itself and gets its credentials.",
  },
  {
    value: "CHECK_PRE_PROVISIONED_DEVICES",
    label: "Existing devices only",
    description: "An existing device, found by its name, gets its credentials once for the key and the secret.",
  },
  {
    value: "X509_CERTIFICATE_CHAIN",
    label: "Certificate chain",
    description: "Stored for imported profiles.",
  },
] as const;

export interface ProfileFields {
  readonly name: string;
  readonly description: string;
  readonly transportType: DeviceProfile["transportType"];
  readonly provisionType: DeviceProfile["provisionType"];
  readonly provisionKey: string;
  readonly provisionSecret: string;
}

export function fieldsOf(profile: DeviceProfile | undefined): ProfileFields {
  const data = profile?.profileData ?? {};
  const secret = member(data, "provisionConfiguration")["provisionDeviceSecret"];
  return {
    name: profile?.name ?? "",
    description: profile?.description ?? "",
    transportType: profile?.transportType ?? "DEFAULT",
    provisionType: profile?.provisionType ?? "DISABLED",
    provisionKey: profile?.provisionDeviceKey ?? "",
    provisionSecret: typeof secret === "string" ? secret : "",
  };
}

/** A save replaces the whole, so that what the form does not show is sent back as it was. */
export async function saveProfile(fields: ProfileFields, present: DeviceProfile | undefined): Promise<DeviceProfile> {
  const { transportType, provisionType } = fields;
  const data = present?.profileData ?? {};
  const transport = member(data, "transportConfiguration");
  const isSameTransport = transport["type"] === transportType;
  const body = {
    ...present,
    name: fields.name.trim(),
    description: orNull(fields.description),
    type: "DEFAULT" as const,
    transportType,
    provisionType,
    provisionDeviceKey: orNull(fields.provisionKey),
    profileData: {
      ...data,
      transportConfiguration: {
        ...(isSameTransport ? transport : {}),
        type: transportType,
      },
      provisionConfiguration: { type: provisionType, provisionDeviceSecret: orNull(fields.provisionSecret) },
    },
  };
  return await ask(api.POST("/api/deviceProfile", { body }));
}

function member(value: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const found = value[name];
  return isRecord(found) ? found : {};
}
