// What settings of mail need each other for. Checked at the start, rather than with the first mail months later.
import { parseEmail } from "../core/email.ts";

export interface MailSettings {
  readonly baseUrl: string | undefined;
  readonly mail: {
    readonly from: string | undefined;
    readonly smtp: {
      readonly host: string | undefined;
      readonly user: string | undefined;
      readonly password: string | undefined;
    };
  };
}

/** One sentence for each problem. */
export function mailProblems({ baseUrl, mail: { from, smtp } }: MailSettings): readonly string[] {
  const problems: string[] = [];
  if ((smtp.user === undefined) !== (smtp.password === undefined))
    problems.push(
      "MAIL_SMTP_USER (mail.smtp.user) and MAIL_SMTP_PASSWORD (mail.smtp.password) are given together or not at all",
    );
  if (from !== undefined && !isSender(from))
    problems.push(
      `MAIL_FROM (mail.from) must look like platform@example.com or Platform <platform@example.com>, got "${from}"`,
    );
  if (smtp.host === undefined) return problems;
  if (from === undefined)
    problems.push("MAIL_SMTP_HOST (mail.smtp.host) needs MAIL_FROM (mail.from), the sender of mails");
  if (baseUrl === undefined)
    problems.push(
      "MAIL_SMTP_HOST (mail.smtp.host) needs BASE_URL (baseUrl): links in mails must not follow the host that a request names",
    );
  return problems;
}

function isSender(text: string): boolean {
  const address = /^[^<>"\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  try {
    parseEmail(address, "case-sensitive");
    return true;
  } catch {
    return false;
  }
}
