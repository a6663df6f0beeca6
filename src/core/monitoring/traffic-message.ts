// A message as a traffic watcher sees it: the beginning of its text, counts of its contents, and its verdict.
import type { EpochMillis } from "../../lib/clock.ts";
import { parseJson, writeJson } from "../../lib/json.ts";
import type { Refusal } from "../acknowledgement.ts";
import { isObject } from "../../lib/members.ts";
import { shownPayload, shownReason } from "../shown-payload.ts";

const SHOWN_BYTES_MAX = 4_096;
const REASONS_SHOWN_MAX = 5;
const REASON_CHARS_MAX = 300;

export type Verdict = "stored" | "refused" | "partly" | "sent" | "waiting";

export interface TrafficMessage {
  /** Ascending. A message that is sent again because more is known about it keeps its id. */
  readonly id: number;
  readonly ts: EpochMillis;
  readonly direction: "up" | "down";
  readonly topic: string;
  readonly qos: 0 | 1 | 2;
  /** Size of the payload. */
  readonly bytes: number;
  readonly payload: string;
  /** Whether the payload is longer than the shown text. */
  readonly cut: boolean;
  /** The number of devices named in it. */
  readonly devices: number;
  /** The number of telemetry or attribute values in it. */
  readonly points: number;
  readonly verdict: Verdict;
  readonly reason: string | null;
  /** From receipt to acknowledgement; null until acknowledged. */
  readonly ackMillis: number | null;
}

/** The content of a payload. */
export interface Content {
  readonly bytes: number;
  readonly text: string;
  readonly cut: boolean;
  readonly devices: number;
  readonly points: number;
}

const GATEWAY_TOPICS = "v1/gateway/";

export function contentOf(topic: string, payload: string | Uint8Array): Content {
  const bytes = bytesOf(payload);
  const json = parsed(bytes.toString());
  return {
    ...shownPayload(topic, { bytes: bytes.length, beginning: bytes.subarray(0, SHOWN_BYTES_MAX) }),
    bytes: bytes.length,
    ...countsOf(topic, json),
  };
}

/** The part of a gateway's message about one device; undefined if there is none. */
export function contentAbout(name: string, topic: string, payload: string | Uint8Array): Content | undefined {
  if (!topic.startsWith(GATEWAY_TOPICS)) return undefined;
  const json = parsed(bytesOf(payload).toString());
  if (!isObject(json)) return undefined;
  if (json["device"] === name) return contentOf(topic, payload);
  // Own members only, so that a device can have the name of an inherited one.
  const own = Object.getOwnPropertyDescriptor(json, name)?.value as unknown;
  if (own === undefined || typeof json["device"] === "string") return undefined;
  return contentOf(topic, writeJson(Object.fromEntries([[name, own]])));
}

/** Of a message to this topic. `about`: only the part about the device of this name. */
export function verdictOf(
  topic: string,
  refusal: Refusal | undefined,
  about: string | null,
): Pick<TrafficMessage, "verdict" | "reason"> {
  const all = refusal?.entries ?? [];
  const entries = about === null ? all : all.filter(({ device }) => device === undefined || device === about);
  if (refusal === undefined || entries.length === 0) return { verdict: "stored", reason: null };
  const shown = entries.slice(0, REASONS_SHOWN_MAX).map(({ device, error }) => {
    const reason = shownReason(error.message, topic, refusal.excerpt);
    const words = device === undefined || device === about ? reason : `${device}: ${reason}`;
    return words.slice(0, REASON_CHARS_MAX);
  });
  const more = entries.length - shown.length;
  return {
    verdict: refusal.partly && about === null ? "partly" : "refused",
    reason: [...shown, ...(more > 0 ? [`and ${String(more)} more`] : [])].join("; "),
  };
}

function bytesOf(payload: string | Uint8Array): Buffer {
  if (typeof payload === "string") return Buffer.from(payload);
  return Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
}

/** Undefined if it cannot be parsed, for whatever reason: it is shown anyway, and refused elsewhere. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function countsOf(topic: string, json: unknown): { readonly devices: number; readonly points: number } {
  const carriesValues = /telemetry|attributes$|^v2\/[ta](\/|$)/.test(topic);
  if (!topic.startsWith(GATEWAY_TOPICS)) return { devices: 1, points: carriesValues ? valuesIn(json) : 0 };
  if (!isObject(json)) return { devices: 0, points: 0 };
  if (typeof json["device"] === "string") return { devices: 1, points: 0 };
  const parts = Object.values(json);
  return {
    devices: parts.length,
    points: carriesValues ? parts.reduce((sum: number, part) => sum + valuesIn(part), 0) : 0,
  };
}

/** `{key: value}`, `{ts, values: {key: value}}`, or an array of these. */
function valuesIn(json: unknown): number {
  if (Array.isArray(json)) return json.reduce((sum: number, entry) => sum + valuesOf(entry), 0);
  return valuesOf(json);
}

function valuesOf(json: unknown): number {
  if (!isObject(json)) return 0;
  const values = json["values"];
  return "ts" in json && isObject(values) ? Object.keys(values).length : Object.keys(json).length;
}
