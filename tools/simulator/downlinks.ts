// Reads what the platform sends to a gateway. Anything of another shape gives undefined.
import { parseNamed } from "../../src/lib/json-names.ts";

/** A command on `v1/gateway/rpc`. */
export interface Command {
  readonly device: string;
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

/** Shared attributes: an update on `v1/gateway/attributes`, or the answer to a request. */
export interface WantedSettings {
  readonly device: string;
  readonly values: ReadonlyMap<string, unknown>;
}

export function parseCommand(payload: Buffer): Command | undefined {
  const message = membersOf(parse(payload));
  const data = membersOf(message?.get("data"));
  const device = message?.get("device");
  const id = data?.get("id");
  const method = data?.get("method");
  if (typeof device !== "string" || typeof id !== "number" || typeof method !== "string") return undefined;
  return { device, id, method, params: data?.get("params") };
}

/** A notice of deleted attributes leaves the settings as they are, so it gives no values. */
export function parseSettingsUpdate(payload: Buffer): WantedSettings | undefined {
  return settingsIn(payload, "data");
}

export function parseSettingsResponse(payload: Buffer): WantedSettings | undefined {
  return settingsIn(payload, "shared");
}

function settingsIn(payload: Buffer, member: string): WantedSettings | undefined {
  const message = membersOf(parse(payload));
  const device = message?.get("device");
  const values = membersOf(message?.get(member));
  return typeof device === "string" && values !== undefined ? { device, values } : undefined;
}

function parse(payload: Buffer): unknown {
  try {
    return parseNamed(payload.toString("utf8"));
  } catch {
    return undefined;
  }
}

function membersOf(json: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? new Map(Object.entries(json)) : undefined;
}
