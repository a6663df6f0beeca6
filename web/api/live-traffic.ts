// Messages on the connection of a gateway or a device, parsed from WebSocket frames.

const VERDICTS = ["stored", "refused", "partly", "sent", "waiting"] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface TrafficMessage {
  /** An update of a message has the same id. */
  readonly id: number;
  readonly ts: number;
  /** Up: from the device. */
  readonly direction: "up" | "down";
  readonly topic: string;
  readonly qos: number;
  readonly bytes: number;
  /** The beginning of the payload if `cut` is true. */
  readonly payload: string;
  readonly cut: boolean;
  readonly devices: number;
  readonly points: number;
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly ackMillis: number | null;
}

export interface LiveTraffic {
  readonly messages: readonly TrafficMessage[];
  /** Messages left out since the last frame. */
  readonly dropped: number;
}

/** Messages that cannot be parsed are left out. */
export function parseTraffic(frame: Readonly<Record<string, unknown>>): LiveTraffic {
  const { traffic, dropped } = frame;
  const messages = Array.isArray(traffic) ? traffic.flatMap((entry: unknown) => parseMessage(entry) ?? []) : [];
  return { messages, dropped: numberOf(dropped) };
}

function parseMessage(entry: unknown): TrafficMessage | undefined {
  if (typeof entry !== "object" || entry === null) return undefined;
  const fields: Readonly<Record<string, unknown>> = { ...entry };
  const { id, ts, topic, payload, reason, ackMillis } = fields;
  const verdict = VERDICTS.find((known) => known === fields["verdict"]);
  if (typeof id !== "number" || typeof ts !== "number" || typeof topic !== "string" || verdict === undefined)
    return undefined;
  return {
    id,
    ts,
    direction: fields["direction"] === "down" ? "down" : "up",
    topic,
    qos: numberOf(fields["qos"]),
    bytes: numberOf(fields["bytes"]),
    payload: typeof payload === "string" ? payload : "",
    cut: fields["cut"] === true,
    devices: numberOf(fields["devices"]),
    points: numberOf(fields["points"]),
    verdict,
    reason: typeof reason === "string" ? reason : null,
    ackMillis: typeof ackMillis === "number" ? ackMillis : null,
  };
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
