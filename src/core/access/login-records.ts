// What a login leaves behind besides its answer: records in the audit log, and the mail about a locked account.
// Source: REST contract 12 and section 20.
import type { AuditAction, AuditTrail } from "../audit-trail.ts";
import type { User } from "../users/user.ts";
import type { SecuritySettingsSource } from "./security-settings.ts";
import type { EpochMillis } from "../../lib/clock.ts";

// The port through which people hear of their accounts when they are not logged in. An installation without a mail server
// has none; links are then handed over by administrators.
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

export class LoginRecords {
  readonly #deps: LoginRecordDeps;
  readonly #storing = new Set<Promise<void>>();

  constructor(deps: LoginRecordDeps) {
    this.#deps = deps;
  }

  /** Resolves when the record has been stored. */
  loggedIn(user: User, address: string): Promise<void> {
    return this.#record("LOGIN", user, { clientAddress: address }, null);
  }

  /** Does not wait: a later answer for a user than for nobody would reveal that the user exists. */
  refused(user: User, address: string, why: string): void {
    this.#store("LOGIN", user, { clientAddress: address }, why);
  }

  locked(user: User, address: string): void {
    this.#store("LOCKOUT", user, { clientAddress: address }, null);
    const recipient = this.#deps.security.current().userLockoutNotificationEmail;
    if (recipient !== null) this.#deps.notices?.accountLocked(recipient, user.email);
  }

  /** A refresh token came back after its grace, and its login has been ended: one of its two holders has stolen it. */
  refreshTokenReused(user: User): void {
    this.#store("LOGOUT", user, { reason: "a used refresh token was presented again" }, null);
  }

  /** Somebody without a session has set the password of an account. Resolves when the record has been stored. */
  passwordSet(user: User, through: "activation link" | "reset link"): Promise<void> {
    return this.#record("CREDENTIALS_UPDATED", user, { changed: "password", through }, null);
  }

  /** The administrator `by` has opened a session of another user. Resolves when the record has been stored. */
  impersonated(user: User, by: Pick<User, "id" | "email">): Promise<void> {
    return this.#record("LOGIN", user, { openedBy: by.email }, null, by);
  }

  /** Ends when everything that is being stored has been. */
  async stop(): Promise<void> {
    await Promise.all(this.#storing);
  }

  #store(action: AuditAction, user: User, data: Readonly<Record<string, unknown>>, failure: string | null): void {
    const storing = this.#record(action, user, data, failure).finally(() => this.#storing.delete(storing));
    this.#storing.add(storing);
  }

  #record(
    action: AuditAction,
    { id, email, tenantId, customerId }: User,
    data: Readonly<Record<string, unknown>>,
    failure: string | null,
    by: Pick<User, "id" | "email"> = { id, email },
  ): Promise<void> {
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
