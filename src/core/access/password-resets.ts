// Forgotten passwords. A reset needs mail: nothing but the mailbox shows that the one who asks is the user.
import type { Logger } from "../../lib/logger.ts";

export interface PasswordResets {
  /**
   * Mails a link to the user with this email, where there is one with an enabled account. Resolves alike in every case,
   * so that nobody can find out who has an account. Source: REST contract 2.2 and 2.6.
   */
  request(email: string): Promise<void>;
}

/** For installations without a mail server: nothing can be sent, and an administrator has to help the user. */
export class ResetsWithoutMail implements PasswordResets {
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  request(): Promise<void> {
    this.#log.info("password reset asked for, but no mail server is configured");
    return Promise.resolve();
  }
}
