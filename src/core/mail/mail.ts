// A mail as the platform writes it, and the port to the server that carries it.

/** Plain data: one recipient, the same words as text and as HTML. */
export interface Mail {
  /** An address, as `parseEmail` gives it. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailSender {
  /** Resolves when the mail server has taken the mail over. Throws `unavailable` with the reason `mail-failed`. */
  send(mail: Mail): Promise<void>;
  /** Mails still on their way fail. */
  stop(): void;
}
