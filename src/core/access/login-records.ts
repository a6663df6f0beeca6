// What a login leaves behind besides its answer: records in the audit log, and the mail about a locked account.
// Source: REST contract 12 and section 20.
import type { AuditAction, AuditTrail } from "../audit-trail.ts";
import type { User } from "../users/user.ts";
import type { SecuritySettingsSource } from "./security-settings.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { InFlight } from "../../lib/in-flight.ts";

/**
 * Notices about accounts to people who are not logged in. An installation without a mail server has none; administrators
 * then hand over the links.
 */
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

export interface LoginRecordDeps {
  readonly audit: AuditTrail;
  readonly security: SecuritySettingsSource;
  /** Undefined where there is no mail server. */
  readonly notices: AccountNotices | undefined;
}

interface RecordDetails {
  readonly data: Readonly<Record<string, unknown>>;
  readonly failure?: string | null;
  /** The user, unless it was another one. */
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

  /** Does not wait: a later answer for a user than for an unknown name would reveal that the user exists. */
  refused(user: User, address: string, why: string): void {
    this.#store("LOGIN", user, { data: { clientAddress: address }, failure: why });
  }

  locked(user: User, address: string): void {
    this.#store("LOCKOUT", user, { data: { clientAddress: address } });
    const recipient = this.#deps.security.current().userLockoutNotificationEmail;
    if (recipient !== null) this.#deps.notices?.accountLocked(recipient, user.email);
  }

  /** A refresh token came back after its grace, and its login has been ended: one of its two holders has stolen it. */
  refreshTokenReused(user: User): void {
    this.#store("LOGOUT", user, { data: { reason: "a used refresh token was presented again" } });
  }

  /** The password of an account has been set without a session. Resolves when the record has been stored. */
  passwordSet(user: User, through: "activation link" | "reset link"): Promise<void> {
    return this.#record("CREDENTIALS_UPDATED", user, { data: { changed: "password", through } });
  }

  /** The administrator `by` has opened a session of another user. Resolves when the record has been stored. */
  impersonated(user: User, by: Pick<User, "id" | "email">): Promise<void> {
    return this.#record("LOGIN", user, { data: { openedBy: by.email }, by });
  }

  /** Ends when everything that is being stored has been. */
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
