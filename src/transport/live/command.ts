// Commands from clients of the WebSocket: parses each frame once into valid values. An invalid command affects only
// itself. Source: REST contract 15.
import type { AttributeScope } from "../../core/bus/events.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { TS_ABS_MAX, type Aggregation } from "../../core/telemetry/telemetry.ts";
import { JsonError, parseJson } from "../../lib/json.ts";
import { isObject } from "../../lib/members.ts";

/** The entity whose values are meant; neither its type nor its id has been checked. */
export interface NamedEntity {
  readonly entityType: string;
  readonly entityId: string;
}

export type Keys = readonly string[] | "all";

/** How to aggregate the points of a window; undefined for points as they are. */
export interface WindowTerms {
  readonly startTs: number;
  readonly endTs: number;
  readonly limit: number | undefined;
  readonly buckets: { readonly aggregation: Aggregation; readonly intervalMillis: number } | undefined;
}

export type Command =
  | { readonly kind: "latest"; readonly cmdId: number; readonly entity: NamedEntity; readonly keys: Keys }
  | {
      readonly kind: "window";
      readonly cmdId: number;
      readonly entity: NamedEntity;
      readonly keys: Keys;
      readonly terms: WindowTerms;
    }
  | {
      readonly kind: "attributes";
      readonly cmdId: number;
      readonly entity: NamedEntity;
      readonly keys: Keys;
      readonly scope: AttributeScope | "any";
    }
  | {
      readonly kind: "history";
      readonly cmdId: number;
      readonly entity: NamedEntity;
      readonly keys: Keys;
      readonly terms: WindowTerms;
    }
  /** Subscribes to the messages of a device's connection. */
  | { readonly kind: "traffic"; readonly cmdId: number; readonly entity: NamedEntity }
  /** Requests any answer, because scripts in a browser cannot see pings. */
  | { readonly kind: "alive"; readonly cmdId: number }
  | { readonly kind: "unsubscribe"; readonly cmdId: number }
  | { readonly kind: "unsubscribe-all" }
  | { readonly kind: "refused"; readonly cmdId: number; readonly error: DomainError };

export interface Credential {
  readonly kind: "api-key" | "token";
  readonly value: string;
}

export interface Frame {
  /** The credential in the frame; undefined if it has none. */
  readonly credential: Credential | undefined;
  /** The frame tries to log in with an empty credential. */
  readonly hasEmptyCredential: boolean;
  readonly commands: readonly Command[];
}

/** The subscription number if a frame or a command does not name one. */
export const NO_COMMAND = 1;

const INT32_MAX = 2_147_483_647;
const SHOWN_CHARS_MAX = 64;

/** Throws `invalid` if the text is not a frame at all. */
export function parseFrame(text: string): Frame {
  const json = objectOf(text);
  const auth = json.get("authCmd") ?? null;
  const cmds = json.get("cmds") ?? null;
  const wrappers = OLD_WRAPPERS.filter((name) => (json.get(name) ?? null) !== null);
  if (auth === null && cmds === null && wrappers.length === 0)
    throw invalid('a frame must be an object with "cmds", an array of commands, or "authCmd"');
  if (cmds !== null && !Array.isArray(cmds)) throw invalid("cmds must be an array of commands");
  const credential = auth === null ? undefined : credentialOf(membersOf(auth));
  return {
    credential,
    hasEmptyCredential: auth !== null && credential === undefined,
    commands: [...(cmds ?? []).map((cmd: unknown) => parseCommand(cmd)), ...wrappers.map(refuseWrapper)],
  };
}

/** Clients of the older path group their commands by type. */
const WRAPPED_TYPES: ReadonlyMap<string, string> = new Map([
  ["tsSubCmds", "TIMESERIES"],
  ["attrSubCmds", "ATTRIBUTES"],
  ["historyCmds", "TIMESERIES_HISTORY"],
]);
const OLD_WRAPPERS = [...WRAPPED_TYPES.keys()];

/**
 * Parses a frame of the older path, whose clients have logged in through the address. Throws `invalid` if it is not
 * one.
 */
export function parseWrappedFrame(text: string): Frame {
  const json = objectOf(text);
  const commands: Command[] = [];
  for (const [name, type] of WRAPPED_TYPES) {
    const sent = json.get(name) ?? [];
    if (!Array.isArray(sent)) throw invalid(`${name} must be an array of commands`);
    for (const command of sent) commands.push(parseCommand(command, type));
  }
  if (!OLD_WRAPPERS.some((name) => json.has(name)))
    throw invalid(`a frame must have one of ${OLD_WRAPPERS.join(", ")}`);
  return { credential: undefined, hasEmptyCredential: false, commands };
}

/** The login of a client that has sent its token in the address. */
export function loginFrame(token: string | null): Frame {
  const credential = token === null || token === "" ? undefined : ({ kind: "token", value: token } as const);
  return { credential, hasEmptyCredential: false, commands: [] };
}

function refuseWrapper(name: string): Command {
  const error = invalid(`${name} belongs to an older path; send commands with their type in cmds`);
  return { kind: "refused", cmdId: NO_COMMAND, error };
}

function objectOf(text: string): ReadonlyMap<string, unknown> {
  try {
    return membersOf(parseJson(text));
  } catch (error) {
    if (error instanceof JsonError)
      throw invalid(`the frame cannot be read: ${error.message.replace(/^the payload /, "it ")}`);
    throw error;
  }
}

/** Returns an empty map if `json` is not an object. */
function membersOf(json: unknown): ReadonlyMap<string, unknown> {
  return new Map(isObject(json) ? Object.entries(json) : []);
}

function credentialOf(auth: ReadonlyMap<string, unknown>): Credential | undefined {
  const apiKey = auth.get("apiKey");
  if (typeof apiKey === "string" && apiKey !== "") return { kind: "api-key", value: apiKey };
  const token = auth.get("token");
  return typeof token === "string" && token !== "" ? { kind: "token", value: token } : undefined;
}

type Parse = (cmdId: number, members: ReadonlyMap<string, unknown>) => Command;

const PARSERS: ReadonlyMap<unknown, Parse> = new Map<unknown, Parse>([
  ["TIMESERIES", (cmdId, members) => unsubscription(cmdId, members) ?? timeseries(cmdId, members)],
  ["ATTRIBUTES", (cmdId, members) => unsubscription(cmdId, members) ?? attributes(cmdId, members)],
  ["TIMESERIES_HISTORY", history],
  [
    "TRAFFIC",
    (cmdId, members) => unsubscription(cmdId, members) ?? { kind: "traffic", cmdId, entity: entityOf(members) },
  ],
  ["ALIVE", (cmdId) => ({ kind: "alive", cmdId })],
]);

/** `impliedType` takes precedence over the command's own type. */
function parseCommand(json: unknown, impliedType?: string): Command {
  const members = membersOf(json);
  const sent = members.get("cmdId");
  const isNumbered = typeof sent === "number" && Number.isInteger(sent) && Math.abs(sent) <= INT32_MAX;
  const cmdId = isNumbered ? sent : NO_COMMAND;
  try {
    if (!isNumbered) throw invalid(`cmdId must be a 32-bit integer, got ${show(sent)}`);
    const type = impliedType ?? members.get("type");
    const parse = PARSERS.get(type);
    if (parse === undefined) throw invalid(`type must be one of ${[...PARSERS.keys()].join(", ")}, got ${show(type)}`);
    return parse(cmdId, members);
  } catch (error) {
    if (error instanceof DomainError) return { kind: "refused", cmdId, error };
    throw error;
  }
}

function unsubscription(cmdId: number, members: ReadonlyMap<string, unknown>): Command | undefined {
  if (flagOf(members, "unsubscribe") !== true) return undefined;
  return (members.get("entityId") ?? "") === "" ? { kind: "unsubscribe-all" } : { kind: "unsubscribe", cmdId };
}

function timeseries(cmdId: number, members: ReadonlyMap<string, unknown>): Command {
  const subject = { cmdId, entity: entityOf(members), keys: keysOf(members) };
  const timeWindow = integerOf(members, "timeWindow", 0, Number.MAX_SAFE_INTEGER) ?? 0;
  if (timeWindow === 0) return { kind: "latest", ...subject };
  const startTs = integerOf(members, "startTs", -TS_ABS_MAX, TS_ABS_MAX) ?? 0;
  const endTs = Math.min(startTs + timeWindow, TS_ABS_MAX);
  return { kind: "window", ...subject, terms: { startTs, endTs, ...pointTermsOf(members) } };
}

function history(cmdId: number, members: ReadonlyMap<string, unknown>): Command {
  const startTs = integerOf(members, "startTs", -TS_ABS_MAX, TS_ABS_MAX);
  const endTs = integerOf(members, "endTs", -TS_ABS_MAX, TS_ABS_MAX);
  if (startTs === undefined || endTs === undefined)
    throw invalid(`${startTs === undefined ? "startTs" : "endTs"} is required`);
  if (startTs > endTs) throw invalid(`startTs must not be after endTs, got ${String(startTs)} and ${String(endTs)}`);
  const subject = { cmdId, entity: entityOf(members), keys: keysOf(members) };
  return { kind: "history", ...subject, terms: { startTs, endTs, ...pointTermsOf(members) } };
}

const SCOPES = ["CLIENT_SCOPE", "SERVER_SCOPE", "SHARED_SCOPE"] as const satisfies readonly AttributeScope[];

function attributes(cmdId: number, members: ReadonlyMap<string, unknown>): Command {
  const sent = members.get("scope") ?? "";
  const scope = sent === "" ? "any" : SCOPES.find((each) => each === sent);
  if (scope === undefined) throw invalid(`scope must be one of ${SCOPES.join(", ")} or left out, got ${show(sent)}`);
  return { kind: "attributes", cmdId, entity: entityOf(members), keys: keysOf(members), scope };
}

const AGGREGATIONS = ["MIN", "MAX", "AVG", "SUM", "COUNT"] as const satisfies readonly Aggregation[];

/** An aggregation without an interval is no aggregation, as in REST. Source: REST contract 9.2. */
function pointTermsOf(members: ReadonlyMap<string, unknown>): Pick<WindowTerms, "limit" | "buckets"> {
  const limit = integerOf(members, "limit", 0, INT32_MAX) ?? 0;
  const intervalMillis = integerOf(members, "interval", 0, Number.MAX_SAFE_INTEGER) ?? 0;
  const sent = members.get("agg") ?? "NONE";
  const aggregation = AGGREGATIONS.find((each) => each === sent);
  if (aggregation === undefined && sent !== "NONE")
    throw invalid(`agg must be one of NONE, ${AGGREGATIONS.join(", ")}, got ${show(sent)}`);
  return {
    limit: limit === 0 ? undefined : limit,
    buckets: aggregation === undefined || intervalMillis === 0 ? undefined : { aggregation, intervalMillis },
  };
}

function entityOf(members: ReadonlyMap<string, unknown>): NamedEntity {
  const entityType = members.get("entityType") ?? "DEVICE";
  const entityId = members.get("entityId");
  if (typeof entityType !== "string") throw invalid(`entityType must be a text, got ${show(entityType)}`);
  if (typeof entityId !== "string") throw invalid(`entityId must be a UUID, got ${show(entityId)}`);
  return { entityType, entityId };
}

/** Keys separated by commas; none means all keys. */
function keysOf(members: ReadonlyMap<string, unknown>): Keys {
  const sent = members.get("keys") ?? "";
  if (typeof sent !== "string") throw invalid(`keys must be a text of names separated by commas, got ${show(sent)}`);
  const keys = sent.split(",").filter((key) => key.trim() !== "");
  return keys.length === 0 ? "all" : [...new Set(keys)];
}

function integerOf(members: ReadonlyMap<string, unknown>, name: string, min: number, max: number): number | undefined {
  const sent = members.get(name) ?? undefined;
  if (sent === undefined) return undefined;
  if (typeof sent !== "number" || !Number.isInteger(sent) || sent < min || sent > max)
    throw invalid(`${name} must be an integer from ${String(min)} to ${String(max)}, got ${show(sent)}`);
  return sent;
}

function flagOf(members: ReadonlyMap<string, unknown>, name: string): boolean | undefined {
  const sent = members.get(name) ?? undefined;
  if (sent !== undefined && typeof sent !== "boolean")
    throw invalid(`${name} must be true or false, got ${show(sent)}`);
  return sent;
}

function show(value: unknown): string {
  if (typeof value === "string")
    return value.length > SHOWN_CHARS_MAX ? `a text of ${String(value.length)} characters` : JSON.stringify(value);
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (value === null || value === undefined) return "nothing";
  return Array.isArray(value) ? "an array" : "an object";
}
