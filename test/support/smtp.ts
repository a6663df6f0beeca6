// Mail servers on loopback for tests: a real one that keeps what it is sent, and some that misbehave.
import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { SERVER_CERTIFICATE, SERVER_KEY } from "./certificates.ts";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Whether it came encrypted. */
  readonly secure: boolean;
  readonly user: string | undefined;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
  /** As it was sent. */
  readonly raw: string;
}

export const SMTP_LOGIN = { user: "platform", password: "s3cret-of-the-mail-server" };

export class TestSmtp implements AsyncDisposable {
  readonly received: ReceivedMail[] = [];
  readonly #server: SMTPServer;
  readonly #waiting: ((mail: ReceivedMail) => void)[] = [];
  /** Answers RCPT with this refusal while it is set. */
  refusal: { readonly code: number; readonly text: string } | undefined;

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      key: SERVER_KEY,
      cert: SERVER_CERTIFICATE,
      logger: false,
      // Its greeting would wait for the name server of the machine.
      disableReverseLookup: true,
      ...options,
      onAuth: ({ username, password }, _session, done) => {
        if (username === SMTP_LOGIN.user && password === SMTP_LOGIN.password) done(null, { user: username });
        else done(new Error("authentication failed"));
      },
      onRcptTo: (_address, _session, done) => {
        const { refusal } = this;
        done(refusal === undefined ? null : Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const { mailFrom, rcptTo } = session.envelope;
          this.#arrived({
            from: mailFrom === false ? "" : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            secure: session.secure,
            user: typeof session.user === "string" ? session.user : undefined,
            ...parseMail(Buffer.concat(chunks).toString("utf8")),
          });
          done();
        });
      },
    });
    // Clients that break off are what some tests are about.
    this.#server.on("error", () => undefined);
  }

  /** Without authentication unless the options demand it. */
  static async start(options: SMTPServerOptions = { authOptional: true }): Promise<TestSmtp> {
    const smtp = new TestSmtp(options);
    smtp.#server.listen(0, "127.0.0.1");
    await once(smtp.#server.server, "listening");
    return smtp;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  /** The next mail that has not been taken yet, as soon as it is there. */
  next(): Promise<ReceivedMail> {
    const first = this.received.shift();
    return first === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(first);
  }

  #arrived(mail: ReceivedMail): void {
    const taker = this.#waiting.shift();
    if (taker === undefined) this.received.push(mail);
    else taker(mail);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(resolve);
    });
  }
}

/** A server that is given what to do with each line, for what no real one does. */
export class RudeSmtp implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Connections that have been opened so far. */
  opened = 0;
  #onOpen: (() => void) | undefined;

  private constructor(greet: (socket: Socket) => void, answer: (line: string, socket: Socket) => void) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.once("close", () => this.#sockets.delete(socket));
      socket.on("data", (chunk: Buffer) => {
        for (const line of chunk.toString().split("\r\n")) if (line !== "") answer(line, socket);
      });
      greet(socket);
      this.opened++;
      this.#onOpen?.();
    });
  }

  /** Takes connections and says nothing. */
  static silent(): Promise<RudeSmtp> {
    return RudeSmtp.#listen(
      () => undefined,
      () => undefined,
    );
  }

  /** Is polite until the mail itself comes, and then does `instead` with the connection. */
  static untilData(instead: (socket: Socket) => void): Promise<RudeSmtp> {
    return RudeSmtp.#listen(
      (socket) => socket.write("220 here\r\n"),
      (line, socket) => {
        if (line === "DATA") socket.write("354 go on\r\n");
        else if (/^(EHLO|MAIL|RCPT|QUIT)/.test(line)) socket.write("250 yes\r\n");
        else if (line === ".") instead(socket);
      },
    );
  }

  static async #listen(
    greet: (socket: Socket) => void,
    answer: (line: string, socket: Socket) => void,
  ): Promise<RudeSmtp> {
    const smtp = new RudeSmtp(greet, answer);
    smtp.#server.listen(0, "127.0.0.1");
    await once(smtp.#server, "listening");
    return smtp;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Resolves when the connection with this number, from 1, has been opened. */
  async connection(number: number): Promise<void> {
    while (this.opened < number)
      await new Promise<void>((resolve) => {
        this.#onOpen = resolve;
      });
  }

  /** Resolves when no connection is open. */
  async idle(): Promise<void> {
    const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once("close", () => resolve()));
    await Promise.all([...this.#sockets].map(closed));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }
}

type ParsedMail = Pick<ReceivedMail, "headers" | "text" | "html" | "raw">;

/** As much of MIME as the platform writes: two alternatives, in quoted-printable or as they are. */
function parseMail(raw: string): ParsedMail {
  const { headers, body } = parsePart(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "")?.[1];
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1).map(parsePart);
  const bodyOf = (type: string): string => {
    const part = parts.find((each) => each.headers.get("content-type")?.startsWith(type) === true);
    if (part === undefined) return "";
    return part.headers.get("content-transfer-encoding") === "quoted-printable"
      ? fromQuotedPrintable(part.body)
      : part.body;
  };
  return { headers, text: bodyOf("text/plain"), html: bodyOf("text/html"), raw };
}

function parsePart(part: string): { readonly headers: ReadonlyMap<string, string>; readonly body: string } {
  const text = part.replace(/^\r\n/, "");
  const end = text.indexOf("\r\n\r\n");
  const lines = text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: text.slice(end + 4) };
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
