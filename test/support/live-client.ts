// A client of /api/ws for tests: it sends exactly what the test says, and shows every frame that comes back in order. Waiting
// has a deadline and never sleeps.
import { WebSocket } from "ws";
import { byDeadline } from "./deadline.ts";
import { member, type RestClient } from "./rest-client.ts";
import { parseNamed } from "../../src/lib/json-names.ts";

/** What takes longer does not come; a busy machine takes its time. */
const WAIT_MILLIS = 60_000;

export interface LiveClientOptions {
  /** Default: /api/ws. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it answers pings; default true. */
  readonly answersPings?: boolean;
}

export interface Closing {
  readonly code: number;
  readonly reason: string;
}

/** A frame of the platform. */
export interface LiveFrame {
  readonly subscriptionId: number;
  readonly errorCode: number;
  readonly errorMsg: string | null;
  readonly data: Readonly<Record<string, readonly (readonly [ts: number, value: string | null])[]>> | null;
  readonly latestValues: Readonly<Record<string, number>>;
}

export class LiveClient {
  readonly webSocket: WebSocket;
  readonly closed: Promise<Closing>;
  pings = 0;
  readonly #unread: LiveFrame[] = [];
  #arrived: (() => void)[] = [];
  #closing: Closing | undefined;

  /** Resolves when the WebSocket is open; nothing has been said on it. */
  static async open(baseUrl: string, options: LiveClientOptions = {}): Promise<LiveClient> {
    const { path = "/api/ws", headers = {}, answersPings = true } = options;
    const webSocket = new WebSocket(baseUrl.replace(/^http/, "ws") + path, { headers, autoPong: answersPings });
    const client = new LiveClient(webSocket);
    await byDeadline(
      new Promise<void>((resolve, reject) => {
        webSocket.once("open", resolve);
        webSocket.once("error", reject);
      }),
      WAIT_MILLIS,
      () => "the WebSocket did not open",
    );
    return client;
  }

  /** The same with the credentials of a REST client sent, together with these commands. */
  static async login(rest: RestClient, ...cmds: readonly object[]): Promise<LiveClient> {
    const client = await LiveClient.open(rest.baseUrl);
    client.send({ authCmd: { cmdId: 0, ...credentialsOf(rest) }, cmds });
    return client;
  }

  private constructor(webSocket: WebSocket) {
    this.webSocket = webSocket;
    webSocket.on("message", (data: Buffer) => {
      this.#unread.push(parseNamed(data.toString()) as LiveFrame);
      this.#wake();
    });
    webSocket.on("ping", () => {
      this.pings++;
      this.#wake();
    });
    // "close" follows.
    webSocket.on("error", () => {});
    this.closed = new Promise((resolve) => {
      webSocket.once("close", (code, reason) => {
        this.#closing = { code, reason: reason.toString() };
        resolve(this.#closing);
        this.#wake();
      });
    });
  }

  /** An object goes as JSON, text as it is. */
  send(frame: object | string): void {
    this.webSocket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  }

  command(...cmds: readonly object[]): void {
    this.send({ cmds });
  }

  /** The next frame that has not been read yet. Several may be waited for at once. */
  async next(): Promise<LiveFrame> {
    for (;;) {
      await this.#until(() => this.#unread.length > 0, "no frame came");
      const frame = this.#unread.shift();
      if (frame !== undefined) return frame;
    }
  }

  /** The data of the next frame, which must be no error. */
  async nextData(): Promise<NonNullable<LiveFrame["data"]>> {
    const { data, errorCode, errorMsg } = await this.next();
    if (errorCode !== 0 || data === null) throw new Error(`a frame says ${String(errorCode)}: ${String(errorMsg)}`);
    return data;
  }

  /** The next frame that is an error, as its code. */
  async nextError(): Promise<Pick<LiveFrame, "subscriptionId" | "errorCode">> {
    const { subscriptionId, errorCode } = await this.next();
    return { subscriptionId, errorCode };
  }

  /** Frames that have come and have not been read. */
  get unread(): readonly LiveFrame[] {
    return this.#unread;
  }

  /** Resolves when everything said so far has been carried out: the answer to nonsense comes after all others. */
  async settled(): Promise<readonly LiveFrame[]> {
    const nonsense = { type: "NONSENSE", cmdId: 2_147_483_647 };
    this.command(nonsense);
    await this.#until(() => this.#unread.some(({ subscriptionId }) => subscriptionId === nonsense.cmdId), "no answer");
    const at = this.#unread.findIndex(({ subscriptionId }) => subscriptionId === nonsense.cmdId);
    return this.#unread.splice(0, at + 1).slice(0, -1);
  }

  async pinged(times: number): Promise<void> {
    await this.#until(() => this.pings >= times, `${String(times)} pings did not come`);
  }

  async closing(): Promise<Closing> {
    return await byDeadline(this.closed, WAIT_MILLIS, () => "the connection was not closed");
  }

  destroy(): void {
    this.webSocket.terminate();
  }

  async #until(isSo: () => boolean, complaint: string): Promise<void> {
    while (!isSo()) {
      if (this.#closing !== undefined)
        throw new Error(
          `${complaint}, the connection was closed with ${String(this.#closing.code)} ${this.#closing.reason}`,
        );
      await byDeadline(new Promise<void>((resolve) => this.#arrived.push(resolve)), WAIT_MILLIS, () => complaint);
    }
  }

  #wake(): void {
    for (const wake of this.#arrived.splice(0)) wake();
  }
}

function credentialsOf({ authorization = "" }: RestClient): { readonly token?: string; readonly apiKey?: string } {
  const [scheme, value = ""] = authorization.split(" ");
  return scheme === "ApiKey" ? { apiKey: value } : { token: value };
}

/** The id of the user of a REST client. */
export async function userIdOf(rest: RestClient): Promise<string> {
  return String(member(await rest.get("/api/auth/user"), "id", "id"));
}
