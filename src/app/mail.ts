// Puts mail together: the texts, the outbox, and the SMTP server of the settings. Without one nothing is opened.
import { SmtpSender } from "../adapters/nodemailer/smtp-sender.ts";
import type { AccountNotices } from "../core/access/account-notices.ts";
import { AccountMails } from "../core/mail/account-mails.ts";
import { MailOutbox } from "../core/mail/mail-outbox.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { SECOND_MILLIS } from "../lib/units.ts";
import type { Config } from "./config.ts";
import { readNamedFile } from "./named-file.ts";

export interface Mail {
  readonly notices: AccountNotices;
  readonly outbox: MailOutbox;
}

/** Undefined where the settings name no mail server. Settings that belong together have been checked. */
export function openMail({ mail, baseUrl }: Config, clock: Clock, log: Logger): Mail | undefined {
  const { host, port, security, user, password, caFile, answerMillis: answerTimeout } = mail.smtp;
  if (host === undefined || mail.from === undefined || baseUrl === undefined) return undefined;
  const sender = new SmtpSender(
    {
      host,
      port,
      security,
      login: user === undefined || password === undefined ? undefined : { user, password },
      trusted:
        caFile === undefined ? undefined : readNamedFile("certificates that mail servers are trusted by", caFile),
      from: mail.from,
      answerMillis: answerTimeout,
      sendMillis: mail.sendTimeoutSeconds * SECOND_MILLIS,
    },
    clock,
  );
  const outbox = new MailOutbox(
    { sender, clock, log },
    {
      parallelMax: mail.parallelMax,
      waitingMax: mail.waitingMax,
      triesMax: mail.triesMax,
      retryMillis: mail.retrySeconds * SECOND_MILLIS,
      stopMillis: mail.stopSeconds * SECOND_MILLIS,
    },
  );
  return { notices: new AccountMails(outbox, baseUrl, clock), outbox };
}
