// A NATS client that is as small as its protocol allows: a request with its reply, over one connection.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { byDeadline } from "./deadline.ts";

const ANSWER_MILLIS_MAX = 30_000;
const MESSAGE = /^MSG (\S+) \S+ (\d+)\r\n/;
/** The inbox that all replies come to, with the number of the request behind it. */
const INBOX = "_INBOX.test";

export class NatsClient {
  readonly #socket: Socket;
  readonly #waiting = new Map<string, PromiseWithResolvers<string>>();
  #unread = Buffer.alloc(0);
  #lastRequest = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the server closed the connection"));
    });
  }

  static async connect(address: string): Promise<NatsClient> {
    const { hostname, port, username, password } = new URL(address);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    const client = new NatsClient(socket);
    const login = { verbose: false, pedantic: false, user: username, pass: decodeURIComponent(password) };
    socket.write(`CONNECT ${JSON.stringify(login)}\r\nSUB ${INBOX}.* 1\r\n`);
    return client;
  }

  /** Resolves with the reply as JSON. */
  async request(subject: string, payload: string): Promise<unknown> {
    const inbox = `${INBOX}.${String(++this.#lastRequest)}`;
    const reply = Promise.withResolvers<string>();
    this.#waiting.set(inbox, reply);
    this.#socket.write(`PUB ${subject} ${inbox} ${String(Buffer.byteLength(payload))}\r\n${payload}\r\n`);
    return JSON.parse(await byDeadline(reply.promise, ANSWER_MILLIS_MAX, () => `no reply to ${subject}`)) as unknown;
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    for (;;) {
      const end = this.#unread.indexOf("\r\n");
      if (end < 0) return;
      const line = this.#unread.subarray(0, end + 2).toString();
      const message = MESSAGE.exec(line);
      const length = message === null ? 0 : Number(message[2]) + 2;
      if (this.#unread.length < line.length + length) return;
      const payload = this.#unread.subarray(line.length, line.length + length - 2).toString();
      this.#unread = this.#unread.subarray(line.length + length);
      if (line === "PING\r\n") this.#socket.write("PONG\r\n");
      if (message !== null) this.#waiting.get(message[1] ?? "")?.resolve(payload);
    }
  }
}
