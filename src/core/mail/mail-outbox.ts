// The queue of outgoing mails: few are sent at a time, few may wait, and a background mail is retried when it fails.
// Nothing here is durable: a mail is only a notice, and its sender stores what it is about.
import type { Clock, Timer } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { DomainError } from "../errors.ts";

/** Plain data: one recipient, and the same text as plain text and as HTML. */
export interface Mail {
  /** An address as returned by `parseEmail`. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailSender {
  /** Resolves when the mail server has accepted the mail. Throws `unavailable` with the reason `mail-failed`. */
  send(mail: Mail): Promise<void>;
  /** Mails in transit fail. */
  stop(): void;
}

export interface MailOutboxOptions {
  /** Mails sent in parallel; each has its own connection. */
  readonly parallelMax: number;
  /** Mails that wait to be sent or retried; further ones are refused or, in the background, dropped and logged. */
  readonly waitingMax: number;
  /** Tries of a background mail before it is dropped and logged. */
  readonly triesMax: number;
  /** Milliseconds between two tries. */
  readonly retryMillis: number;
  /** How long `stop` waits for mails being sent. */
  readonly stopMillis: number;
}

export interface OutboxCounts {
  readonly sent: number;
  /** Failed tries. */
  readonly failed: number;
  /** Mails given up. */
  readonly dropped: number;
  readonly waiting: number;
}

/** `settle` gets undefined for an accepted mail, otherwise the error. */
interface Waiting {
  readonly mail: Mail;
  readonly settle: (failure: unknown) => void;
}

export interface MailOutboxDeps {
  readonly sender: MailSender;
  readonly clock: Clock;
  readonly log: Logger;
}

export class MailOutbox {
  readonly #deps: MailOutboxDeps;
  readonly #options: MailOutboxOptions;
  readonly #waiting: Waiting[] = [];
  readonly #retries = new Set<Timer>();
  readonly #sending = new Set<Promise<void>>();
  readonly #counts = { sent: 0, failed: 0, dropped: 0 };
  #isStopped = false;

  constructor(deps: MailOutboxDeps, options: MailOutboxOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  get counts(): OutboxCounts {
    return { ...this.#counts, waiting: this.#waitingCount };
  }

  /**
   * Resolves when the mail server has accepted the mail; tries once. Throws `unavailable` with the reason
   * `mail-failed`.
   */
  deliver(mail: Mail): Promise<void> {
    return new Promise((resolve, reject) => {
      const refusal = this.#enqueue({
        mail,
        settle: (failure) => {
          if (failure === undefined) resolve();
          else reject(asError(failure));
        },
      });
      if (refusal !== undefined) reject(refusal);
    });
  }

  /** Sends a background mail; no caller waits for the result. */
  post(mail: Mail): void {
    this.#try(mail, 1);
  }

  /** Drops waiting mails, gives those being sent a moment, then cuts them off. May be called twice. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const dropped = this.#waitingCount;
    for (const timer of this.#retries) timer.cancel();
    this.#counts.dropped += this.#retries.size;
    this.#retries.clear();
    for (const { settle } of this.#waiting.splice(0)) settle(stopped());
    if (dropped > 0) this.#deps.log.warn("mails dropped, the platform stops", { mails: dropped });
    const deadline = this.#deps.clock.after(this.#options.stopMillis, () => {
      this.#deps.sender.stop();
    });
    await Promise.allSettled(this.#sending);
    deadline.cancel();
    this.#deps.sender.stop();
  }

  get #waitingCount(): number {
    return this.#waiting.length + this.#retries.size;
  }

  #try(mail: Mail, tries: number): void {
    const settle = (failure: unknown): void => {
      if (failure === undefined) return;
      if (tries >= this.#options.triesMax || this.#isStopped) this.#drop(mail, tries, failure);
      else this.#retryLater(mail, tries + 1);
    };
    const refusal = this.#enqueue({ mail, settle });
    if (refusal !== undefined) this.#drop(mail, tries, refusal);
  }

  #retryLater(mail: Mail, tries: number): void {
    const timer = this.#deps.clock.after(this.#options.retryMillis, () => {
      this.#retries.delete(timer);
      this.#try(mail, tries);
    });
    this.#retries.add(timer);
  }

  #drop({ subject }: Mail, tries: number, error: unknown): void {
    this.#counts.dropped++;
    this.#deps.log.warn("mail could not be sent and was given up", { subject, tries, error });
  }

  #enqueue(waiting: Waiting): DomainError | undefined {
    if (this.#isStopped) return stopped();
    if (this.#sending.size < this.#options.parallelMax) {
      this.#begin(waiting);
      return undefined;
    }
    if (this.#waitingCount >= this.#options.waitingMax)
      return new DomainError(
        "unavailable",
        `${String(this.#options.waitingMax)} mails are waiting to be sent already`,
        {
          reason: "mail-failed",
          limit: { name: "mail.waitingMax", value: this.#options.waitingMax },
        },
      );
    this.#waiting.push(waiting);
    return undefined;
  }

  #begin({ mail, settle }: Waiting): void {
    const sending: Promise<void> = this.#deps.sender
      .send(mail)
      .then(
        () => {
          this.#counts.sent++;
          settle(undefined);
        },
        (error: unknown) => {
          this.#counts.failed++;
          settle(error);
        },
      )
      .then(() => {
        this.#sending.delete(sending);
        const next = this.#waiting.shift();
        if (next !== undefined) this.#begin(next);
      });
    this.#sending.add(sending);
  }
}

function stopped(): DomainError {
  return new DomainError("unavailable", "the mail was not sent: the platform stops", { reason: "mail-failed" });
}

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error("the mail failed", { cause: failure });
}
