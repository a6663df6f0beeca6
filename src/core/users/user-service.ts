// User management: creating, changing and deleting users, and enabling or disabling their accounts. The caller has
// already checked permissions. Source: REST contract section 4.
import type { Language } from "../language.ts";
import type { Clock } from "../../lib/clock.ts";
import type { AccountStore } from "../access/account-store.ts";
import type { ActivationService } from "../access/activation-service.ts";
import type { Principal } from "../access/principal.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import type { JsonObject } from "../devices/device.ts";
import { parseLabel, parseText, parseFreeJson, parseEmail, toLoginName, type LetterCase } from "../entity-text.ts";
import { DomainError, invalid } from "../errors.ts";
import { newId, type CustomerId, type TenantId, type UserId } from "../ids.ts";
import type { TenantLimitsCache } from "../tenants/tenant-limits.ts";
import type { User } from "./user.ts";
import type { UserFields, UserStore } from "./user-store.ts";
import type { Authority } from "../caller.ts";

/** The authority, tenant and customer of a user. */
export interface UserPlace {
  readonly authority: Authority;
  readonly tenantId: TenantId | null;
  readonly customerId: CustomerId | null;
}

/** Members that the platform adds to additionalInfo when it returns a user; they are dropped when sent back. */
const COMPUTED_INFO = ["userCredentialsEnabled", "userActivated", "lastLoginTs"] as const;

export interface UserServiceDeps {
  readonly users: UserStore;
  readonly accounts: AccountStore;
  readonly limits: Pick<TenantLimitsCache, "find">;
  readonly activations: ActivationService;
  readonly bus: MessageBus;
  readonly clock: Clock;
}

export class UserService {
  readonly #deps: UserServiceDeps;
  readonly #letterCase: LetterCase;

  constructor(deps: UserServiceDeps, letterCase: LetterCase) {
    this.#deps = deps;
    this.#letterCase = letterCase;
  }

  /** Throws `not-found`. */
  async require(id: UserId): Promise<User> {
    const user = await this.#deps.users.findUser(id);
    if (user === undefined) throw new DomainError("not-found", `user ${id} does not exist`);
    return user;
  }

  /** The user with this email, matched as for a login, in this tenant or, with null, in any. Throws `not-found`. */
  async requireByEmail(email: string, tenantId: TenantId | null): Promise<User> {
    const account = await this.#deps.accounts.findAccountByLogin(toLoginName(email, this.#letterCase));
    if (account === undefined || (tenantId !== null && account.user.tenantId !== tenantId))
      throw new DomainError("not-found", "there is no user with this email");
    return account.user;
  }

  /**
   * Creates an account that waits for activation. The link is mailed to the user in the language `mailsIn`, and if that fails
   * the user is not created; without a mail server an administrator passes it on. Throws `invalid`, `limit-exceeded` at
   * the tenant's maxUsers, `unavailable` with the reason `mail-failed`.
   */
  async create(place: UserPlace, sent: UserFields, mailsIn: Language | null): Promise<User> {
    requirePlace(place);
    const { users, activations, clock } = this.#deps;
    const user: User = { id: newId<UserId>(), createdAt: clock.now(), ...place, ...this.#fields(sent), version: 1 };
    await users.createUser(
      user,
      { kind: "invited", activation: activations.newActivation() },
      await this.#usersMax(place.tenantId),
    );
    if (mailsIn !== null && activations.canMail) await this.#mailOrWithdraw(user, mailsIn);
    return user;
  }

  /** Mails the link after the user has been stored, so that the link works when it arrives. */
  async #mailOrWithdraw(user: User, language: Language): Promise<void> {
    try {
      await this.#deps.activations.mailTo(user, language);
    } catch (error) {
      await this.#deps.users.withdrawUser(user.id);
      throw error;
    }
  }

  /** Throws `conflict` if `expectedVersion` is not the stored one; null overwrites. */
  async update(id: UserId, sent: UserFields, expectedVersion: number | null): Promise<User> {
    const user = await this.#deps.users.updateUser(id, this.#fields(sent), expectedVersion);
    this.#changed(id);
    return user;
  }

  /** Also ends all sessions. Throws `invalid` for the last administrator of a tenant, or of the installation. */
  async delete(principal: Principal, id: UserId): Promise<void> {
    if (principal.authority === "SYS_ADMIN" && principal.userId === id)
      throw new DomainError("forbidden", "a system administrator may not delete the own user");
    await this.#deps.users.deleteUser(id);
    this.#endSessions(id);
    this.#deps.bus.publish({ kind: "user-deleted", userId: id });
  }

  /**
   * Disabling ends all sessions; enabling resets failed logins. Throws `invalid` for enabling an account that was never
   * activated, and for disabling the last system administrator.
   */
  async setEnabled(id: UserId, enabled: boolean): Promise<void> {
    if (!(await this.#deps.accounts.setEnabled(id, enabled)))
      throw invalid(`user ${id} has not been activated yet, so the account cannot be enabled`);
    this.#changed(id);
    if (!enabled) this.#endSessions(id);
  }

  #fields(sent: UserFields): UserFields {
    return {
      email: parseEmail(sent.email, this.#letterCase),
      firstName: parseLabel(sent.firstName, "firstName"),
      lastName: parseLabel(sent.lastName, "lastName"),
      phone: parseText(sent.phone, "phone"),
      additionalInfo: parseFreeJson(withoutComputed(sent.additionalInfo), "additionalInfo"),
    };
  }

  async #usersMax(tenantId: TenantId | null): Promise<number> {
    if (tenantId === null) return 0;
    const limits = await this.#deps.limits.find(tenantId);
    if (limits === undefined) throw invalid(`tenant ${tenantId} does not exist`);
    return limits.configuration.maxUsers;
  }

  #changed(userId: UserId): void {
    this.#deps.bus.publish({ kind: "user-changed", userId });
  }

  #endSessions(userId: UserId): void {
    this.#deps.bus.publish({ kind: "user-sessions-revoked", userId, loginId: null });
  }
}

/** A system administrator has no tenant, a tenant administrator has one, and a customer user has one and a customer. */
function requirePlace({ authority, tenantId, customerId }: UserPlace): void {
  const hasTenant = authority !== "SYS_ADMIN";
  const hasCustomer = authority === "CUSTOMER_USER";
  if ((tenantId !== null) !== hasTenant)
    throw invalid(`a ${authority} ${hasTenant ? "needs a" : "must not have a"} tenantId`);
  if ((customerId !== null) !== hasCustomer)
    throw invalid(`a ${authority} ${hasCustomer ? "needs a" : "must not have a"} customerId`);
}

function withoutComputed(additionalInfo: JsonObject | null): JsonObject | null {
  if (additionalInfo === null) return null;
  const computed: ReadonlySet<string> = new Set(COMPUTED_INFO);
  const sent = Object.entries(additionalInfo);
  const own = sent.filter(([key]) => !computed.has(key));
  // A user without additionalInfo is returned with the computed members only.
  return own.length === 0 && sent.length > 0 ? null : Object.fromEntries(own);
}
