// Values as they arrive: one WebSocket for everything the pages watch, opened for the first subscriber and closed after
// the last. It reconnects by itself after a loss and subscribes to everything again. Source: REST contract 15.
import { parseJson } from "./json.ts";
import { parseTraffic, type LiveTraffic } from "./live-traffic.ts";
import type { Session } from "./session.ts";
import { isObject } from "../../src/lib/members.ts";
import { words } from "../words/words.ts";

export interface Watched {
  readonly entityId: string;
  readonly kind: "telemetry" | "attributes";
  /** Without it, all keys. */
  readonly keys?: readonly string[];
  readonly scope?: "CLIENT_SCOPE" | "SHARED_SCOPE" | "SERVER_SCOPE";
}

/** The newest value of each changed key; the first call has all values, even if there are none. */
export type LiveValues = ReadonlyMap<string, LivePoint>;

export interface LivePoint {
  readonly ts: number;
  /** The platform sends values of every type as text here. */
  readonly text: string;
}

export type LiveState = "connecting" | "open" | "lost";

/** The values that have changed, and the keys that have been deleted. */
type OnValues = (values: LiveValues, gone: readonly string[]) => void;

/** Every point that has arrived, newest first. */
type OnPoints = (points: ReadonlyMap<string, readonly LivePoint[]>) => void;

type OnProblem = (message: string) => void;

interface Subscriber {
  /** Sent with its number as `cmdId`; `unsubscribe: true` ends it. */
  readonly command: Record<string, unknown>;
  readonly onFrame: (frame: Record<string, unknown>) => void;
  readonly onProblem: OnProblem;
}

const RETRY_MILLIS_MIN = 500;
const RETRY_MILLIS_MAX = 15_000;
/**
 * Interval at which the platform is asked for a sign of life, the same as that of its own pings, which a script cannot
 * see. No answer counts as a loss.
 */
const SILENCE_MILLIS = 10_000;
/** Command number for that question; subscribers are numbered from 1. */
const ALIVE = 0;
/** Time without subscribers before the connection is closed, so that a change of pages keeps it. */
const LINGER_MILLIS = 2_000;

export class Live {
  readonly #session: Session;
  readonly #subscribers = new Map<number, Subscriber>();
  readonly #listeners = new Set<() => void>();
  #socket: WebSocket | null = null;
  #state: LiveState = "connecting";
  #nextId = 1;
  #retryMillis = RETRY_MILLIS_MIN;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Whether anything has been received since the platform was last asked. */
  #isHeard = false;
  #silenceTimer: ReturnType<typeof setInterval> | null = null;

  constructor(session: Session) {
    this.#session = session;
    session.subscribe(() => {
      if (session.identity === null) this.#close();
    });
  }

  get state(): LiveState {
    return this.#state;
  }

  /** Calls back when `state` changes. */
  subscribeState = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls back with the present values and then with changes, until the returned function is called. */
  watch(watched: Watched, onValues: OnValues, onProblem: OnProblem = () => undefined): () => void {
    return this.#subscribe({
      command: valuesCommand(watched),
      onFrame: ({ data }) => onValues(valuesOf(data), goneOf(data)),
      onProblem,
    });
  }

  /** Calls back with the present telemetry points, and then with each point that becomes the latest. */
  watchPoints(watched: Omit<Watched, "kind" | "scope">, onPoints: OnPoints): () => void {
    return this.#subscribe({
      command: valuesCommand({ ...watched, kind: "telemetry" }),
      onFrame: ({ data }) => onPoints(pointsOf(data)),
      onProblem: () => undefined,
    });
  }

  /** Calls back with the messages on a device's connection from now on, until the returned function is called. */
  watchTraffic(deviceId: string, onTraffic: (traffic: LiveTraffic) => void, onProblem: OnProblem): () => void {
    return this.#subscribe({
      command: { type: "TRAFFIC", entityType: "DEVICE", entityId: deviceId },
      onFrame: (frame) => onTraffic(parseTraffic(frame)),
      onProblem,
    });
  }

  #subscribe(subscriber: Subscriber): () => void {
    const id = this.#nextId++;
    const { command } = subscriber;
    this.#subscribers.set(id, subscriber);
    this.#clearTimer();
    if (this.#socket === null) this.#connect();
    else if (this.#state === "open") this.#send({ cmds: [{ cmdId: id, ...command }] });
    return () => {
      this.#subscribers.delete(id);
      if (this.#state === "open") this.#send({ cmds: [{ cmdId: id, ...command, unsubscribe: true }] });
      if (this.#subscribers.size === 0) this.#closeSoon();
    };
  }

  #connect(): void {
    const token = this.#session.token;
    if (token === null || this.#subscribers.size === 0) return;
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/ws`);
    this.#socket = socket;
    this.#watchSilence(socket, token);
    socket.addEventListener("open", () => {
      if (this.#socket !== socket) return;
      const cmds = [...this.#subscribers].map(([cmdId, { command }]) => ({ cmdId, ...command }));
      socket.send(JSON.stringify({ authCmd: { cmdId: 0, token }, cmds }));
      this.#isHeard = true;
      this.#retryMillis = RETRY_MILLIS_MIN;
      this.#setState("open");
    });
    socket.addEventListener("message", ({ data }) => {
      if (this.#socket !== socket) return;
      this.#isHeard = true;
      if (typeof data === "string") this.#receive(data);
    });
    socket.addEventListener("close", () => {
      if (this.#socket === socket) this.#lost(token);
    });
  }

  #receive(text: string): void {
    const frame = parseJson(text);
    if (!isObject(frame) || typeof frame["subscriptionId"] !== "number") return;
    const subscriber = this.#subscribers.get(frame["subscriptionId"]);
    if (subscriber === undefined) return;
    if (frame["errorCode"] !== 0) {
      subscriber.onProblem(typeof frame["errorMsg"] === "string" ? frame["errorMsg"] : words.components.api.refused);
      return;
    }
    subscriber.onFrame(frame);
  }

  /** For the browser, a connection that broke silently stays open for minutes. */
  #watchSilence(socket: WebSocket, token: string): void {
    this.#isHeard = true;
    this.#silenceTimer = setInterval(() => {
      if (!this.#isHeard) {
        this.#lost(token);
        socket.close();
        return;
      }
      this.#isHeard = false;
      if (socket.readyState === WebSocket.OPEN) this.#send({ cmds: [{ cmdId: ALIVE, type: "ALIVE" }] });
    }, SILENCE_MILLIS);
  }

  /** The token may have expired, so a new one is requested before the next try. */
  #lost(token: string): void {
    this.#socket = null;
    this.#setState("lost");
    this.#clearTimer();
    this.#clearSilenceTimer();
    this.#timer = setTimeout(
      () =>
        void this.#session.renew(token).then(
          () => this.#connect(),
          () => this.#lost(token),
        ),
      this.#retryMillis,
    );
    this.#retryMillis = Math.min(this.#retryMillis * 2, RETRY_MILLIS_MAX);
  }

  #closeSoon(): void {
    this.#clearTimer();
    this.#timer = setTimeout(() => {
      if (this.#subscribers.size === 0) this.#close();
    }, LINGER_MILLIS);
  }

  #close(): void {
    this.#clearTimer();
    this.#clearSilenceTimer();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#setState("connecting");
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #clearSilenceTimer(): void {
    if (this.#silenceTimer !== null) clearInterval(this.#silenceTimer);
    this.#silenceTimer = null;
  }

  #send(frame: unknown): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  #setState(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function valuesCommand({ entityId, kind, keys, scope }: Watched): Record<string, unknown> {
  // A name with a comma cannot be requested separately.
  const isNamed = keys?.every((key) => !key.includes(",")) === true;
  const target = { entityType: "DEVICE", entityId, ...(isNamed ? { keys: keys.join(",") } : {}) };
  return kind === "telemetry"
    ? { type: "TIMESERIES", scope: "LATEST_TELEMETRY", ...target }
    : { type: "ATTRIBUTES", ...target, ...(scope === undefined ? {} : { scope }) };
}

function valuesOf(data: unknown): LiveValues {
  const values = new Map<string, LivePoint>();
  for (const [key, [newest]] of pointsOf(data)) if (newest !== undefined) values.set(key, newest);
  return values;
}

/** Keys without a value are left out. */
function pointsOf(data: unknown): ReadonlyMap<string, readonly LivePoint[]> {
  const values = new Map<string, readonly LivePoint[]>();
  if (!isObject(data)) return values;
  for (const [key, points] of Object.entries(data)) {
    const read = (Array.isArray(points) ? points : []).flatMap(pointOf);
    if (read.length > 0) values.set(key, read);
  }
  return values;
}

function pointOf(pair: unknown): readonly LivePoint[] {
  return Array.isArray(pair) && typeof pair[0] === "number" && typeof pair[1] === "string"
    ? [{ ts: pair[0], text: pair[1] }]
    : [];
}

/** A key without a value has been deleted. */
function goneOf(data: unknown): readonly string[] {
  if (!isObject(data)) return [];
  return Object.keys(data).filter((key) => {
    const points = data[key];
    const newest: unknown = Array.isArray(points) ? points[0] : undefined;
    return Array.isArray(newest) && newest[1] === null;
  });
}
