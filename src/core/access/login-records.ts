// What a login leaves behind besides its answer: records in the audit log, and the mail about a locked account.
// Source: REST contract 12 and section 20.
import type { AuditAction, AuditTrail } from "../audit-trail.ts";
import type { User } from "../users/user.ts";
import type { AccountNotices } from "./account-notices.ts";
import type { SecuritySettingsSource } from "./security-settings.ts";

export interface LoginRecordParts {
  readonly audit: AuditTrail;
  readonly security: SecuritySettingsSource;
  /** Undefined where there is no mail server. */
  readonly notices: AccountNotices | undefined;
}

export class LoginRecords {
  readonly #parts: LoginRecordParts;
  readonly #storing = new Set<Promise<void>>();

  constructor(parts: LoginRecordParts) {
    this.#parts = parts;
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
    const recipient = this.#parts.security.current().userLockoutNotificationEmail;
    if (recipient !== null) this.#parts.notices?.accountLocked(recipient, user.email);
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
    return this.#parts.audit.record({
      tenantId,
      user: { id: by.id, name: by.email },
      entity: { type: "USER", id, name: email, customerId },
      action,
      data,
      failure,
    });
  }
}
