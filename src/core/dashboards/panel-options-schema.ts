// Settings of the kinds of panels that act on a device, or that name devices beside their source. Those of the other kinds say only
// how a report is drawn, and are kept unchecked like the settings of a view's chart.
import { Type, type Static, type TSchema } from "typebox";
import { freeObject } from "../analytics/view/field-schema.ts";
import type { DeviceId } from "../ids.ts";
import { DECIMALS_MAX, UNIT_LENGTH_MAX, flag, named, oneOf, orNull, text, uuid, whole } from "../schema-words.ts";
import type { Panel } from "./configuration-schema.ts";

const LABEL_CHARS_MAX = 64;
const VALUE_CHARS_MAX = 255;

const label = () => text(LABEL_CHARS_MAX, { default: "" });
const value = (otherwise: boolean) =>
  Type.Union([text(VALUE_CHARS_MAX), Type.Number(), Type.Boolean()], {
    default: otherwise,
    "x-text": `A value is a text of at most ${String(VALUE_CHARS_MAX)} characters, a number, true or false, not {found}.`,
  });
const confirm = () => flag(false, { description: "Whether the reader is asked first." });

/** The attribute is the one key of the source, in the shared scope. */
const AttributeSwitchSchema = named("AttributeSwitchOptions", {
  on: value(true),
  off: value(false),
  onLabel: label(),
  offLabel: label(),
  confirm: confirm(),
});

export type AttributeSwitchOptions = Static<typeof AttributeSwitchSchema>;

const METHOD_CHARS_MAX = 255;
const PARAMS_CHARS_MAX = 16_384;
/** As a call is answered: the platform waits no shorter and no longer. */
const TIMEOUT_SECONDS = { min: 5, max: 300 };

const RpcButtonSchema = named("RpcButtonOptions", {
  method: text(METHOD_CHARS_MAX, { minLength: 1, pattern: "\\S" }),
  params: text(PARAMS_CHARS_MAX, {
    default: "",
    description: "JSON, as a text, so that numbers keep their digits; empty for {}.",
  }),
  oneWay: flag(false, { description: "Whether the answer of the device is not waited for." }),
  timeoutSeconds: whole(TIMEOUT_SECONDS.min, TIMEOUT_SECONDS.max, { default: 10 }),
  label: label(),
  confirm: confirm(),
});

export type RpcButtonOptions = Static<typeof RpcButtonSchema>;

/** Messages that one panel lists, the newest first. */
const MESSAGES_MAX = 100;

const MessagesSchema = named("MessagesOptions", {
  show: oneOf(["refused", "passing"], {
    default: "refused",
    description: "Refused messages, which are kept; or all messages of a connection, as they pass.",
  }),
  count: whole(1, MESSAGES_MAX, { default: 20 }),
});

export type MessagesOptions = Static<typeof MessagesSchema>;

/**
 * Characters of the image as a data URL, which are bytes: an image of 384 KiB. With it, a configuration has room for some hundred KiB
 * of other things.
 */
export const PLAN_IMAGE_CHARS_MAX = 524_288;
/** What a browser draws as an image, in which no script runs. */
export const PLAN_IMAGE = /^data:image\/(png|jpeg|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/;
const PLACES_MAX = 500;
const KEYS_MAX = 48;

const share = () =>
  Type.Number({ minimum: 0, maximum: 1, description: "Of the image, from the left or from the top." });

const ImagePlanSchema = named("ImagePlanOptions", {
  image: text(PLAN_IMAGE_CHARS_MAX, { default: "", description: "A data URL." }),
  places: Type.Array(
    named("PlacedValue", { device: uuid<DeviceId>(), key: text(255, { minLength: 1 }), x: share(), y: share() }),
    { maxItems: PLACES_MAX, default: [] },
  ),
  names: flag(true, { description: "Whether the names of the values stand on the image too." }),
  unit: orNull(text(UNIT_LENGTH_MAX)),
  decimals: orNull(whole(0, DECIMALS_MAX)),
  thresholds: Type.Array(freeObject(), { maxItems: 64, default: [] }),
  byKey: Type.Array(freeObject(), { maxItems: KEYS_MAX, default: [] }),
});

/** Kinds that are missing have settings that nothing but their picture depends on. */
export const OPTIONS_OF_KINDS: Readonly<Partial<Record<Panel["kind"], TSchema>>> = {
  attributeSwitch: AttributeSwitchSchema,
  rpcButton: RpcButtonSchema,
  messages: MessagesSchema,
  imagePlan: ImagePlanSchema,
};
