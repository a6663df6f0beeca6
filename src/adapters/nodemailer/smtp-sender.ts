// Sends mails to an SMTP server, with one connection per mail: an installation sends few, and keeps no idle connection
// open. The library is loaded with the first mail, so a process that sends none does not need it.
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { SMTPConnectionOptions, SMTPEnvelope } from "nodemailer/lib/smtp-connection";
import { DomainError } from "../../core/errors.ts";
import type { Mail, MailSender } from "../../core/mail/mail-outbox.ts";
import type { Clock } from "../../lib/clock.ts";

export interface SmtpOptions {
  readonly host: string;
  readonly port: number;
  /**
   * "starttls" begins unencrypted and continues only encrypted; "tls" is encrypted from the first byte; "none" is never
   * encrypted.
   */
  readonly security: "starttls" | "tls" | "none";
  /** With a login, a server that offers no authentication is an error. */
  readonly login: { readonly user: string; readonly password: string } | undefined;
  /** Certificates that may sign the server's certificate, as PEM text; undefined uses those of the runtime. */
  readonly trusted: string | undefined;
  /** Like `platform@example.com` or `Platform <platform@example.com>`. */
  readonly from: string;
  /** Time limit for connecting, including encryption, and for each answer of the server. */
  readonly answerMillis: number;
  /** Time limit for a whole mail, so that a slow server cannot delay other mails without end. */
  readonly sendMillis: number;
}

const RESPONSE_SHOWN_MAX = 200;
/** Replies of a mail server are short lines; more is not worth keeping. */
const RESPONSE_BYTES_MAX = 65_536;

export class SmtpSender implements MailSender {
  readonly #options: SmtpOptions;
  readonly #clock: Clock;
  readonly #open = new Set<(why: string) => void>();

  constructor(options: SmtpOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  async send(mail: Mail): Promise<void> {
    const { default: Connection } = await import("nodemailer/lib/smtp-connection");
    const { envelope, message } = await this.#compose(mail);
    const connection = new Connection(connectionOptions(this.#options));
    try {
      await this.#within(connection, () => this.#converse(connection, envelope, message));
    } catch (error) {
      connection.close();
      throw mailFailed(error, mail, this.#options);
    }
    // The server has accepted the mail; how it closes the connection changes nothing, and the same deadline applies.
    connection.quit();
  }

  stop(): void {
    for (const cut of [...this.#open]) cut("the platform stops");
  }

  /** Runs `work`; rejects as soon as the connection fails, the platform stops, or the deadline has passed. */
  #within(connection: SMTPConnection, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const cut = (why: string): void => {
        reject(new Error(why));
        connection.close();
      };
      const deadline = this.#clock.after(this.#options.sendMillis, () => {
        cut(`it took longer than ${String(this.#options.sendMillis)} ms`);
      });
      this.#open.add(cut);
      connection.on("error", reject);
      connection.once("end", () => {
        deadline.cancel();
        this.#open.delete(cut);
        reject(new Error("the connection was closed"));
      });
      work().then(resolve, reject);
    });
  }

  async #compose({
    to,
    subject,
    text,
    html,
  }: Mail): Promise<{ readonly envelope: SMTPEnvelope; readonly message: Buffer }> {
    const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
    const node = new MailComposer({
      from: this.#options.from,
      // An object is used unchanged, while a text would be parsed as a list of addresses.
      to: { name: "", address: to },
      subject,
      text,
      html,
      date: new Date(this.#clock.now()),
      headers: { "auto-submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true,
    }).compile();
    return { envelope: node.getEnvelope(), message: await node.build() };
  }

  async #converse(connection: SMTPConnection, envelope: SMTPEnvelope, message: Buffer): Promise<void> {
    await called((done) => {
      connection.connect(done);
    });
    const { login } = this.#options;
    if (login !== undefined)
      await called((done) => {
        connection.login({ user: login.user, pass: login.password }, done);
      });
    await called((done) => {
      connection.send(envelope, message, done);
    });
  }
}

function connectionOptions({ host, port, security, trusted, answerMillis }: SmtpOptions): SMTPConnectionOptions {
  return {
    host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    connectionTimeout: answerMillis,
    greetingTimeout: answerMillis,
    socketTimeout: answerMillis,
    dnsTimeout: answerMillis,
    socketCloseTimeout: 0,
    maxResponseSize: RESPONSE_BYTES_MAX,
    tls: { minVersion: "TLSv1.2", ...(trusted === undefined ? {} : { ca: trusted }) },
  };
}

function called(call: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    call((error) => {
      if (error === undefined || error === null) resolve();
      else reject(error);
    });
  });
}

/**
 * The message includes what the server said, because an operator needs it, but not the recipient, because messages are
 * logged.
 */
function mailFailed(failure: unknown, { to }: Mail, { host, port }: SmtpOptions): DomainError {
  const said = failure instanceof Error ? failure.message : String(failure);
  const shown = said.replaceAll(to, "the recipient").replaceAll(/\s+/g, " ").slice(0, RESPONSE_SHOWN_MAX);
  return new DomainError("unavailable", `the mail could not be sent through ${host}:${String(port)}: ${shown}`, {
    reason: "mail-failed",
  });
}
