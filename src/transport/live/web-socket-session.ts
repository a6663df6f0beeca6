// One connection of the live edge: logs in, carries out commands one after the other, and sends updates until it is
// closed. Reads nothing while a command is being carried out, so that no client can pile up work. Source: REST contract
// 15.
import { DomainError } from "../../core/errors.ts";
import type { Update } from "../../core/subscriptions/subscription.ts";
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { CredentialChannel } from "../rest/authentication.ts";
import type { WebSocket } from "../web-socket.ts";
import { aliveAnswer, codeOf, errorAnswer, LiveErrorCode, type UpdateWriter } from "./answers.ts";
import { NO_COMMAND, type Command, type Credential, type Frame } from "./command.ts";
import type { Admission, LiveAuthenticator } from "./live-authenticator.ts";
import { LiveListeners } from "./live-listeners.ts";
import { trafficFrame, type LiveTraffic } from "./live-traffic.ts";
import type { LiveValues } from "./live-values.ts";
import { Outbox, type Unsent } from "./outbox.ts";

/** Counters of the live edge, for metrics. */
export interface LiveCounters {
  /** Connections open now, logged in or not. */
  connections: number;
  /** Connections that have been logged in. */
  logins: number;
  /** Connections closed because of bad credentials, or because none arrived in time. */
  loginsRefused: number;
  framesIn: number;
  /** Frames sent to clients: answers and updates. */
  framesOut: number;
  bytesOut: number;
  /** Commands and frames answered with an error. */
  commandsRefused: number;
  /** Updates left out because a connection had reached its rate limit. */
  updatesLimited: number;
  /** Connections closed because their client did not read. */
  overflows: number;
  /** Connections closed because their client did not answer pings. */
  silences: number;
  /** Connections closed because of a limit of the tenant profile. */
  limited: number;
  /** Connections closed because their credentials were revoked. */
  revocations: number;
}

export function newLiveCounters(): LiveCounters {
  return {
    connections: 0,
    logins: 0,
    loginsRefused: 0,
    framesIn: 0,
    framesOut: 0,
    bytesOut: 0,
    commandsRefused: 0,
    updatesLimited: 0,
    overflows: 0,
    silences: 0,
    limited: 0,
    revocations: 0,
  };
}

/** Why the server closes connections of the live edge, as clients see it. */
export const CloseCode = {
  /** The platform is stopping. */
  GOING_AWAY: 1001,
  /** Bad credentials. */
  INVALID_PAYLOAD: 1007,
  /** No credentials in time, revoked credentials, a limit reached, or a client that does not read. */
  POLICY_VIOLATION: 1008,
  /** A bug in the platform. */
  INTERNAL_ERROR: 1011,
  /** The client has not answered pings. */
  NO_PONG: 4500,
} as const;
export type CloseCode = (typeof CloseCode)[keyof typeof CloseCode];

/** Most bytes of text in a close frame. */
const REASON_BYTES_MAX = 123;

/** Cuts the text to this length, between characters. */
function closeReason(text: string): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > REASON_BYTES_MAX) break;
    end += character.length;
  }
  return text.slice(0, end);
}

export interface WebSocketSessionOptions {
  /** A connection without credentials by then is closed. */
  readonly loginMillis: number;
  readonly pingMillis: number;
  /** A client that is silent, or reads nothing, for this long counts as gone. */
  readonly pongMillis: number;
  /** Frames that may wait for a client whose tenant profile sets no limit. */
  readonly queueFramesMax: number;
  /** How long a client may take to answer a close frame, before it is cut off. */
  readonly closeMillis: number;
  /** Subscriptions of one connection, whatever its tenant profile allows. */
  readonly subscriptionsMax: number;
  readonly answerBytesMax: number;
}

export interface WebSocketSessionDeps {
  readonly authenticator: Pick<LiveAuthenticator, "admit">;
  readonly values: Pick<LiveValues, "subscribe" | "history">;
  readonly traffic: Pick<LiveTraffic, "watch">;
  readonly writer: UpdateWriter;
  readonly unsent: Unsent;
  readonly counters: LiveCounters;
  readonly options: WebSocketSessionOptions;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How clients of one path communicate. */
export interface Dialect {
  /** Throws `invalid` for what is not a frame. */
  readonly parse: (text: string) => Frame;
  /** The login that came with the connection; without it the first frame must log in. */
  readonly login?: Frame;
}

export interface LiveClient {
  readonly webSocket: WebSocket;
  readonly channel: CredentialChannel;
  readonly dialect: Dialect;
}

export class WebSocketSession {
  readonly #webSocket: WebSocket;
  readonly #channel: CredentialChannel;
  readonly #dialect: Dialect;
  readonly #deps: WebSocketSessionDeps;
  readonly #closed: () => void;
  readonly #outbox: Outbox;
  readonly #gone = new AbortController();
  readonly #timers: Timer[] = [];
  /** Frames that arrived before reading stopped. */
  readonly #frames: (string | Frame)[] = [];
  #admission: Admission | undefined;
  #listeners: LiveListeners | undefined;
  #isWorking = false;
  #isOver = false;
  #pongAt: number;
  #closing: Timer | undefined;

  /** `closed` is called once, when the connection has ended. */
  constructor({ webSocket, channel, dialect }: LiveClient, deps: WebSocketSessionDeps, closed: () => void) {
    this.#webSocket = webSocket;
    this.#dialect = dialect;
    this.#channel = channel;
    this.#deps = deps;
    this.#closed = closed;
    this.#pongAt = deps.clock.now();
    this.#outbox = new Outbox(webSocket, deps.unsent, (reason) => {
      this.#overflowed(reason);
    });
  }

  start(): void {
    const { clock, counters, options } = this.#deps;
    const webSocket = this.#webSocket;
    counters.connections++;
    webSocket.on("message", (data, isBinary) => {
      this.#received(Buffer.isBuffer(data) && !isBinary ? data.toString() : "");
    });
    webSocket.on("pong", () => {
      this.#pongAt = clock.now();
    });
    webSocket.on("close", () => {
      this.#ended();
    });
    // A broken connection; "close" follows.
    webSocket.on("error", () => {});
    this.#timers.push(
      clock.after(options.loginMillis, () => {
        if (this.#admission === undefined) this.#refuseLogin(CloseCode.POLICY_VIOLATION, "no credentials in time");
      }),
      clock.every(options.pingMillis, () => {
        this.#ping();
      }),
    );
    if (this.#dialect.login !== undefined) this.#takeInTurn(this.#dialect.login);
  }

  /** Closes the connection from this side. May be called twice. */
  close(code: CloseCode, reason: string): void {
    if (this.#isOver) return;
    this.#release();
    this.#outbox.flush();
    // Resume, in order to read the client's answer.
    this.#webSocket.resume();
    this.#webSocket.close(code, closeReason(reason));
    this.#closing = this.#deps.clock.after(this.#deps.options.closeMillis, () => {
      this.#webSocket.terminate();
    });
  }

  /** Closes without waiting for the client. */
  cutOff(): void {
    this.#release();
    this.#webSocket.terminate();
  }

  #received(text: string): void {
    if (this.#isOver) return;
    this.#deps.counters.framesIn++;
    this.#takeInTurn(text);
  }

  #takeInTurn(frame: string | Frame): void {
    this.#frames.push(frame);
    if (!this.#isWorking) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    this.#webSocket.pause();
    try {
      for (let next = this.#frames.shift(); next !== undefined && !this.#isOver; next = this.#frames.shift())
        await this.#take(next);
    } catch (error) {
      this.#deps.log.error("live connection failed", { error });
      this.close(CloseCode.INTERNAL_ERROR, "the platform has failed");
    }
    this.#isWorking = false;
    if (this.#isOver) return;
    // Pongs could not be read either while reading was stopped.
    this.#pongAt = this.#deps.clock.now();
    this.#webSocket.resume();
  }

  async #take(sent: string | Frame): Promise<void> {
    let frame: Frame;
    try {
      frame = typeof sent === "string" ? this.#dialect.parse(sent) : sent;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (this.#admission === undefined) this.#refuseLogin(CloseCode.POLICY_VIOLATION, error.message);
      else this.#refuse(NO_COMMAND, error);
      return;
    }
    if (this.#admission === undefined) await this.#logIn(frame);
    const [admission, listeners] = [this.#admission, this.#listeners];
    if (admission === undefined || listeners === undefined) return;
    for (const command of frame.commands) {
      if (this.#over) return;
      await this.#carryOut(command, admission, listeners);
      await this.#untilTaken();
    }
  }

  /** A getter, because the compiler assumes that a field does not change across an `await`. */
  get #over(): boolean {
    return this.#isOver;
  }

  /** Sets the admission, or closes the connection. */
  async #logIn({ credential, hasEmptyCredential }: Frame): Promise<void> {
    if (credential === undefined) {
      if (hasEmptyCredential)
        this.#refuseLogin(CloseCode.INVALID_PAYLOAD, "authCmd holds neither a token nor an apiKey");
      else this.#refuseLogin(CloseCode.POLICY_VIOLATION, "the first frame must hold an authCmd");
      return;
    }
    try {
      const admission = await this.#enter(credential);
      this.#deps.counters.logins++;
      // Must follow without an `await`, so that closing the connection finds the admission.
      if (this.#over) admission.leave();
      else this.#admit(admission);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.#refuseLogin(closeCodeOf(error), error.message);
    }
  }

  #admit(admission: Admission): void {
    const { values, traffic, clock, counters, options } = this.#deps;
    this.#admission = admission;
    this.#listeners = new LiveListeners(admission, {
      values,
      traffic,
      clock,
      subscriptionsMax: options.subscriptionsMax,
      sender: {
        send: (cmdId, update) => this.#sendUpdate(cmdId, update),
        sendTraffic: (cmdId, update) => {
          this.#send(trafficFrame(cmdId, update));
        },
        refuse: (cmdId, error) => {
          this.#refuse(cmdId, error);
        },
        tooMany: (cmdId, refusal) => {
          counters.updatesLimited++;
          this.#send(errorAnswer(cmdId, LiveErrorCode.TOO_MANY_UPDATES, refusal.message));
        },
      },
    });
  }

  #enter(credential: Credential): Promise<Admission> {
    return this.#deps.authenticator.admit(credential, this.#channel, () => {
      this.#deps.counters.revocations++;
      this.close(CloseCode.POLICY_VIOLATION, "the credentials have been revoked");
    });
  }

  async #carryOut(command: Command, { principal }: Admission, listeners: LiveListeners): Promise<void> {
    try {
      switch (command.kind) {
        case "refused":
          this.#refuse(command.cmdId, command.error);
          return;
        case "alive":
          this.#send(aliveAnswer(command.cmdId));
          return;
        case "unsubscribe":
          listeners.drop(command.cmdId);
          return;
        case "unsubscribe-all":
          listeners.dropAll();
          return;
        case "history":
          this.#sendUpdate(command.cmdId, await this.#deps.values.history(principal, command, this.#gone.signal));
          return;
        case "latest":
        case "window":
        case "attributes":
          await listeners.subscribe(command, this.#gone.signal);
          return;
        case "traffic":
          await listeners.watch(command);
      }
    } catch (error) {
      if (this.#over) return;
      if (error instanceof DomainError && error.kind === "limit-exceeded") {
        this.#deps.counters.limited++;
        this.close(CloseCode.POLICY_VIOLATION, error.message);
      } else this.#refuse("cmdId" in command ? command.cmdId : NO_COMMAND, error);
    }
  }

  /** Returns false if the update exceeds the size of one frame; the client then gets an error. */
  #sendUpdate(cmdId: number, update: Update): boolean {
    const frame = this.#deps.writer.write(cmdId, update);
    const { answerBytesMax } = this.#deps.options;
    if (frame.length <= answerBytesMax) {
      this.#send(frame);
      return true;
    }
    const message = `an answer may have ${String(answerBytesMax)} bytes, this one has ${String(frame.length)}; name fewer keys`;
    this.#refuse(cmdId, new DomainError("too-large", message));
    return false;
  }

  #refuse(cmdId: number, error: unknown): void {
    this.#deps.counters.commandsRefused++;
    const code = codeOf(error);
    if (code === undefined || !(error instanceof DomainError)) {
      this.#deps.log.error("live command failed", { error });
      this.#send(errorAnswer(cmdId, LiveErrorCode.INTERNAL, "the platform could not carry this out"));
    } else this.#send(errorAnswer(cmdId, code, error.message));
  }

  #send(frame: Buffer): void {
    if (this.#isOver) return;
    const { counters, options } = this.#deps;
    const ofProfile = this.#admission?.allowance.queueFramesMax ?? 0;
    if (!this.#outbox.send(frame, ofProfile === 0 ? options.queueFramesMax : ofProfile)) return;
    counters.framesOut++;
    counters.bytesOut += frame.length;
  }

  /** Before the next command, the client must have read large answers. */
  async #untilTaken(): Promise<void> {
    if (this.#outbox.bytes <= this.#deps.options.answerBytesMax) return;
    const deadline = this.#deps.clock.after(this.#deps.options.pongMillis, () => {
      this.#overflowed("client");
    });
    await this.#outbox.drained();
    deadline.cancel();
  }

  #ping(): void {
    const { clock, counters, options } = this.#deps;
    // While a command is being carried out nothing is read, including pongs.
    if (!this.#isWorking && clock.now() - this.#pongAt >= options.pongMillis) {
      counters.silences++;
      this.close(CloseCode.NO_PONG, "pings were not answered");
    } else this.#webSocket.ping();
  }

  #overflowed(reason: "client" | "all"): void {
    if (!this.#isOver) this.#deps.counters.overflows++;
    if (reason === "all") this.cutOff();
    else this.close(CloseCode.POLICY_VIOLATION, "the client does not read what it has subscribed to");
  }

  #refuseLogin(code: CloseCode, reason: string): void {
    this.#deps.counters.loginsRefused++;
    this.close(code, reason);
  }

  /** Releases everything except the socket. */
  #release(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#frames.length = 0;
    for (const timer of this.#timers) timer.cancel();
    this.#gone.abort();
    this.#listeners?.dropAll();
    this.#admission?.leave();
  }

  #ended(): void {
    this.#release();
    this.#closing?.cancel();
    this.#outbox.close();
    this.#deps.counters.connections--;
    this.#closed();
  }
}

function closeCodeOf(error: DomainError): CloseCode {
  switch (error.kind) {
    case "unauthenticated":
    case "forbidden":
      return CloseCode.INVALID_PAYLOAD;
    case "limit-exceeded":
    case "rate-limited":
      return CloseCode.POLICY_VIOLATION;
    default:
      return CloseCode.INTERNAL_ERROR;
  }
}
