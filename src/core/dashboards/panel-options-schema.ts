// Settings of the kinds of panels that act on a device, or that name devices beside their source. Those of the other kinds say only
// how a report is drawn, and are kept unchecked like the settings of a view's chart.
import { Type, type Static, type TSchema } from "typebox";
import { flag, named, oneOf, text, whole } from "../schema-words.ts";
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

/** Kinds that are missing have settings that nothing but their picture depends on. */
export const OPTIONS_OF_KINDS: Readonly<Partial<Record<Panel["kind"], TSchema>>> = {
  attributeSwitch: AttributeSwitchSchema,
  rpcButton: RpcButtonSchema,
  messages: MessagesSchema,
};
