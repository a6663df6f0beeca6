// English words of `pages/profiles`.
import { countText } from "../format.ts";

const devices = (count: number | null): string =>
  count === null ? "devices" : count === 1 ? "1 device" : `${countText(count)} devices`;
const toNone = "At present, no device would be offered it.";
const own = (count: number | null): string => (count === 1 ? "its own" : "their own");

export const profiles = {
  title: "Device profiles",
  about:
    "Every device has a profile, which says what kind it is. If a gateway or a program names a profile that does not exist, the platform creates it.",
  searchByName: "Search by name",
  empty: "No device profiles yet",
  default: "Default",
  transport: "Transport",
  transportDefault: "MQTT and HTTP",
  provisioning: "Provisioning",
  /** The name of the attribute stands in the brackets. */
  inactivity:
    "A platform setting defines how long a device can be silent before it counts as inactive. To set this for one device, use its server attribute [inactivityTimeout], in milliseconds.",

  whatProfile: "profile",
  newShort: "New profile",
  new: "New device profile",
  create: "Create profile",
  edit: "Edit device profile",
  save: "Save profile",
  saved: (name: string) => `The profile ${name} is saved.`,
  devicesOf: "Devices of this profile",
  makeDefault: "Make default",
  defaultNotChanged: "The default profile was not changed",
  delete: "Delete profile",
  deleteTitle: "Delete this profile?",
  deleteText: "[] is deleted, unless devices use it: assign another profile to them first. This cannot be undone.",
  notDeleted: "The profile was not deleted",

  withoutEffect: "Settings without effect",
  nameHelp: "Gateways and programs use this name to give a new device its profile.",
  transportHelp: "Saving a change is refused while devices use the profile.",
  transports: { DEFAULT: "MQTT and HTTP (default)", MQTT: "MQTT, custom settings" },
  transportStored: (name: string) => `${name} (stored, not supported)`,
  numberTexts: "Numbers sent as text",
  numberTextsHelp: 'In telemetry, such as "21.5".',
  casts: {
    platform: "Platform default",
    true: "Stored as numbers",
    false: "Kept as text",
  },
  noPackage: "None",
  /** `count`: devices that take the package of their profile; null while unknown. */
  offeredTo: {
    FIRMWARE: (count: number | null) =>
      count === 0 ? toNone : `Offered at once to ${devices(count)} without firmware of ${own(count)}.`,
    SOFTWARE: (count: number | null) =>
      count === 0 ? toNone : `Offered at once to ${devices(count)} without software of ${own(count)}.`,
  },

  provisioningHelp: "Devices that register themselves.",
  provisionings: {
    DISABLED: { label: "Off", description: "Devices are created by people, programs and gateways." },
    ALLOW_CREATE_NEW_DEVICES: {
      label: "Create new devices",
      description: "A device that knows the key and the secret registers itself and gets its credentials.",
    },
    CHECK_PRE_PROVISIONED_DEVICES: {
      label: "Existing devices only",
      description: "An existing device, found by its name, gets its credentials once for the key and the secret.",
    },
    X509_CERTIFICATE_CHAIN: { label: "Certificate chain", description: "Stored for imported profiles." },
  },
  provisioningKey: "Provisioning key",
  provisioningSecret: "Provisioning secret",
  random: "random",
  key: "key",
  secret: "secret",

  keys: {
    title: "Keys",
    about:
      "The unit and the decimals with which values are shown. New columns of views and panels of dashboards begin with them.",
    key: "Key",
    new: "New key",
    add: "Add key",
    remove: (key: string) => (key === "" ? "Remove key" : `Remove ${key}`),
  },

  mqtt: {
    telemetryTopic: "Telemetry topic",
    telemetryTopicHelp: "In addition to v1/devices/me/telemetry. Use + for one level and # for all levels that follow.",
    attributesTopic: "Attributes topic",
    updatesTopic: "Shared attributes topic",
    updatesTopicHelp: "Devices subscribe to it, in addition to v1/devices/me/attributes.",
    payloads: "Payload format",
    telemetrySchema: "Telemetry schema",
    telemetrySchemaHelp: "In proto3. The last message counts; its fields are the keys, or ts and values.",
    attributesSchema: "Attributes schema",
    callSchema: "RPC request schema",
    callSchemaHelp: "With method, requestId and params. If empty, params is a text.",
    replySchema: "RPC response schema",
    replySchemaHelp: "If empty, a response is one text field, payload.",
    takesJson: "Also accept JSON",
    sendsJson: "Send JSON, except on short topics",
  },
};
