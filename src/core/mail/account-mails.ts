// Account mails. Every link starts with the configured address, never with one from a request: a reset link to an
// attacker's host would hand over the account. No images and no read tracking. Source: REST contract 2.6 and section
// 20.
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import { MINUTE_MILLIS } from "../../lib/units.ts";
import { activationLink, loginLink, passwordResetLink } from "../account-links.ts";
import type { Mail, MailOutbox } from "./mail-outbox.ts";

const HOUR_MINUTES = 60;

export class AccountMails {
  readonly #outbox: MailOutbox;
  readonly #base: string;
  readonly #clock: Clock;

  /** `base` is the public address of the platform. */
  constructor(outbox: MailOutbox, base: string, clock: Clock) {
    this.#outbox = outbox;
    this.#base = base;
    this.#clock = clock;
  }

  /** Resolves when the mail server has accepted the mail. Throws `unavailable` with the reason `mail-failed`. */
  invite(email: string, activationToken: string, expiresAt: EpochMillis): Promise<void> {
    return this.#outbox.deliver(
      write(email, "Your account", [
        "An account has been created for you.",
        link("Set your password", activationLink(this.#base, activationToken)),
        `The link works once, for ${this.#timeUntil(expiresAt)}. After that an administrator can give you a new one.`,
      ]),
    );
  }

  accountActivated(email: string): void {
    this.#outbox.post(
      write(email, "Your account is active", [
        `Your account ${email} has been activated, and its password has been set.`,
        link("Log in", loginLink(this.#base)),
        "If this was not you, tell your administrator.",
      ]),
    );
  }

  passwordReset(email: string, resetToken: string, expiresAt: EpochMillis): void {
    this.#outbox.post(
      write(email, "Set a new password", [
        `Somebody, probably you, has asked for a new password for the account ${email}.`,
        link("Set a new password", passwordResetLink(this.#base, resetToken)),
        `The link works once, for ${this.#timeUntil(expiresAt)}. If you did not ask for it, there is nothing to do: your ` +
          "password stays as it is.",
      ]),
    );
  }

  accountLocked(email: string, lockedEmail: string): void {
    this.#outbox.post(
      write(email, "An account has been locked", [
        `The account ${lockedEmail} has been disabled after too many failed logins.`,
        "It stays disabled until an administrator enables it.",
        link("Log in", loginLink(this.#base)),
      ]),
    );
  }

  #timeUntil(time: EpochMillis): string {
    const minutes = Math.max(1, Math.floor((time - this.#clock.now()) / MINUTE_MILLIS));
    return minutes < 2 * HOUR_MINUTES
      ? `${String(minutes)} minutes`
      : `${String(Math.floor(minutes / HOUR_MINUTES))} hours`;
  }
}

/** A paragraph: text, or a link on a line of its own. */
type Paragraph = string | { readonly label: string; readonly address: string };

function link(label: string, address: string): Paragraph {
  return { label, address };
}

function write(to: string, subject: string, paragraphs: readonly Paragraph[]): Mail {
  const text = paragraphs.map((each) => (typeof each === "string" ? each : `${each.label}:\n${each.address}`));
  const html = paragraphs.map((each) => (typeof each === "string" ? escapeHtml(each) : anchor(each)));
  return {
    to,
    subject: `Bridgehead: ${subject}`,
    text: `${text.join("\n\n")}\n`,
    html: `<!doctype html>\n<html lang="en"><body>\n${html.map((each) => `<p>${each}</p>`).join("\n")}\n</body></html>\n`,
  };
}

function anchor({ label, address }: Exclude<Paragraph, string>): string {
  const shown = escapeHtml(address);
  // The full address, for mail readers that do not follow links or that hide their target.
  return `<a href="${shown}">${escapeHtml(label)}</a><br>${shown}`;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character);
}
