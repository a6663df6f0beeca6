// Side effects of a login: records in the audit log, and the mail about a locked account. Source: REST contract 12 and
// section 20.
import type { AuditAction, AuditTrail } from "../audit-trail.ts";
import type { Recipient } from "../language.ts";
import type { User } from "../users/user.ts";
import type { SecuritySettingsSource } from "./security-settings.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { InFlight } from "../../lib/in-flight.ts";

/**
 * Account notices to people who are not logged in. Not available without a mail server; administrators then pass the
 * links on.
 */
export interface AccountNotices {
  /**
   * Sends the link for setting the first password; resolves when the mail server has accepted it. Throws `unavailable`
   * with the reason `mail-failed`.
   */
  invite(to: Recipient, activationToken: string, expiresAt: EpochMillis): Promise<void>;
  /** The other three are sent in the background: failures are retried a few times, then logged and given up. */
  accountActivated(to: Recipient): void;
  passwordReset(to: Recipient, resetToken: string, expiresAt: EpochMillis): void;
  /** `lockedEmail` is the account disabled by too many failed logins. */
  accountLocked(to: Recipient, lockedEmail: string): void;
}

export interface LoginRecordDeps {
  readonly audit: AuditTrail;
  readonly security: SecuritySettingsSource;
  /** Undefined without a mail server. */
  readonly notices: AccountNotices | undefined;
}

interface RecordDetails {
  readonly data: Readonly<Record<string, unknown>>;
  readonly failure?: string | null;
  /** Set if another user acted. */
  readonly by?: Pick<User, "id" | "email">;
}

export class LoginRecords {
  readonly #deps: LoginRecordDeps;
  readonly #storing = new InFlight();

  constructor(deps: LoginRecordDeps) {
    this.#deps = deps;
  }

  /** Resolves when the record has been stored. */
  loggedIn(user: User, address: string): Promise<void> {
    return this.#record("LOGIN", user, { data: { clientAddress: address } });
  }

  /** Does not wait: a slower answer for existing users would reveal that they exist. */
  refused(user: User, address: string, why: string): void {
    this.#store("LOGIN", user, { data: { clientAddress: address }, failure: why });
  }

  locked(user: User, address: string): void {
    this.#store("LOCKOUT", user, { data: { clientAddress: address } });
    const recipient = this.#deps.security.current().userLockoutNotificationEmail;
    if (recipient !== null) this.#deps.notices?.accountLocked({ email: recipient, language: "en" }, user.email);
  }

  /**
   * A refresh token was reused after its grace period, and its login has been ended: one of its two holders has stolen
   * it.
   */
  refreshTokenReused(user: User): void {
    this.#store("LOGOUT", user, { data: { reason: "a used refresh token was presented again" } });
  }

  /** The password of an account has been set without a session. Resolves when the record has been stored. */
  passwordSet(user: User, through: "activation link" | "reset link"): Promise<void> {
    return this.#record("CREDENTIALS_UPDATED", user, { data: { changed: "password", through } });
  }

  /** The administrator `by` has opened a session as another user. Resolves when the record has been stored. */
  impersonated(user: User, by: Pick<User, "id" | "email">): Promise<void> {
    return this.#record("LOGIN", user, { data: { openedBy: by.email }, by });
  }

  /** Waits for records that are being stored. */
  stop(): Promise<void> {
    return this.#storing.settled();
  }

  #store(action: AuditAction, user: User, details: RecordDetails): void {
    this.#storing.add(this.#record(action, user, details));
  }

  #record(action: AuditAction, user: User, { data, failure = null, by = user }: RecordDetails): Promise<void> {
    const { id, email, tenantId, customerId } = user;
    return this.#deps.audit.record({
      tenantId,
      user: { id: by.id, name: by.email },
      entity: { type: "USER", id, name: email, customerId },
      action,
      data,
      failure,
    });
  }
}
