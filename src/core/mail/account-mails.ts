// Account mails. Every link starts with the configured address, never with one from a request: a reset link to an
// attacker's host would hand over the account. No images and no read tracking. Source: REST contract 2.6 and section
// 20.
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import { MINUTE_MILLIS } from "../../lib/units.ts";
import { activationLink, loginLink, passwordResetLink } from "../account-links.ts";
import type { Language, Recipient } from "../language.ts";
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
  invite(to: Recipient, activationToken: string, expiresAt: EpochMillis): Promise<void> {
    const address = activationLink(this.#base, activationToken);
    const time = this.#timeUntil(expiresAt);
    return this.#outbox.deliver(
      write(to, {
        en: [
          "Your account",
          "An account has been created for you.",
          link("Set your password", address),
          `The link works once, for ${time.en}. After that an administrator can give you a new one.`,
        ],
        de: [
          "Ihr Konto",
          "Für Sie wurde ein Konto angelegt.",
          link("Passwort festlegen", address),
          `Der Link gilt einmal und ${time.de} lang. Danach kann Ihnen ein Administrator einen neuen geben.`,
        ],
      }),
    );
  }

  accountActivated(to: Recipient): void {
    const address = loginLink(this.#base);
    this.#outbox.post(
      write(to, {
        en: [
          "Your account is active",
          `Your account ${to.email} has been activated, and its password has been set.`,
          link("Log in", address),
          "If this was not you, tell your administrator.",
        ],
        de: [
          "Ihr Konto ist aktiv",
          `Ihr Konto ${to.email} wurde aktiviert und sein Passwort festgelegt.`,
          link("Anmelden", address),
          "Wenn Sie das nicht waren, sagen Sie es Ihrem Administrator.",
        ],
      }),
    );
  }

  passwordReset(to: Recipient, resetToken: string, expiresAt: EpochMillis): void {
    const address = passwordResetLink(this.#base, resetToken);
    const time = this.#timeUntil(expiresAt);
    this.#outbox.post(
      write(to, {
        en: [
          "Set a new password",
          `Somebody, probably you, has asked for a new password for the account ${to.email}.`,
          link("Set a new password", address),
          `The link works once, for ${time.en}. If you did not ask for it, there is nothing to do: your password stays as it is.`,
        ],
        de: [
          "Neues Passwort festlegen",
          `Jemand, vermutlich Sie, hat ein neues Passwort für das Konto ${to.email} angefordert.`,
          link("Neues Passwort festlegen", address),
          `Der Link gilt einmal und ${time.de} lang. Wenn Sie ihn nicht angefordert haben, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.`,
        ],
      }),
    );
  }

  accountLocked(to: Recipient, lockedEmail: string): void {
    const address = loginLink(this.#base);
    this.#outbox.post(
      write(to, {
        en: [
          "An account has been locked",
          `The account ${lockedEmail} has been disabled after too many failed logins.`,
          "It stays disabled until an administrator enables it.",
          link("Log in", address),
        ],
        de: [
          "Ein Konto wurde gesperrt",
          `Das Konto ${lockedEmail} wurde nach zu vielen fehlgeschlagenen Anmeldungen gesperrt.`,
          "Es bleibt gesperrt, bis ein Administrator es freigibt.",
          link("Anmelden", address),
        ],
      }),
    );
  }

  #timeUntil(time: EpochMillis): Readonly<Record<Language, string>> {
    const minutes = Math.max(1, Math.floor((time - this.#clock.now()) / MINUTE_MILLIS));
    if (minutes < 2 * HOUR_MINUTES) {
      const count = String(minutes);
      return { en: `${count} minutes`, de: minutes === 1 ? "eine Minute" : `${count} Minuten` };
    }
    const hours = String(Math.floor(minutes / HOUR_MINUTES));
    return { en: `${hours} hours`, de: `${hours} Stunden` };
  }
}

/** A paragraph: text, or a link on a line of its own. */
type Paragraph = string | { readonly label: string; readonly address: string };

function link(label: string, address: string): Paragraph {
  return { label, address };
}

type Letter = readonly [subject: string, ...paragraphs: Paragraph[]];

/** The letter in the language of the one who gets it. */
function write({ email, language }: Recipient, letters: Readonly<Record<Language, Letter>>): Mail {
  const [subject, ...paragraphs] = letters[language];
  const text = paragraphs.map((each) => (typeof each === "string" ? each : `${each.label}:\n${each.address}`));
  const html = paragraphs.map((each) => (typeof each === "string" ? escapeHtml(each) : anchor(each)));
  return {
    to: email,
    subject: `Bridgehead: ${subject}`,
    text: `${text.join("\n\n")}\n`,
    html: `<!doctype html>\n<html lang="${language}"><body>\n${html.map((each) => `<p>${each}</p>`).join("\n")}\n</body></html>\n`,
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
