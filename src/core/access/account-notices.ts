// The port through which people hear of their accounts when they are not logged in. An installation without a mail server
// has none; links are then handed over by administrators.
import type { EpochMillis } from "../../lib/clock.ts";

export interface AccountNotices {
  /**
   * Sends the link that sets the first password, and resolves when the mail server has taken it over. Throws
   * `unavailable` with the reason `mail-failed`.
   */
  invite(email: string, activationToken: string, expiresAt: EpochMillis): Promise<void>;
  /** The other three are sent in the background; what fails is tried again some times, and then logged and given up. */
  accountActivated(email: string): void;
  passwordReset(email: string, resetToken: string, expiresAt: EpochMillis): void;
  /** `lockedEmail` is the account that too many failed logins have disabled; `email` is who wants to know. */
  accountLocked(email: string, lockedEmail: string): void;
}
