// The accounts created at startup: the first start creates one tenant and one administrator of each kind, none with a
// preset password; later starts make sure that there is a way to become system administrator. Source: REST contract
// section 20, "Default accounts".
import type { Clock, EpochMillis } from "../../lib/clock.ts";
import { parseContactDetails } from "../contact-details.ts";
import { newId, type TenantId, type TenantProfileId, type UserId } from "../ids.ts";
import { UNLIMITED_PROFILE_DATA } from "../tenants/tenant-configuration.ts";
import type { TenantProfile } from "../tenants/tenant-profile.ts";
import type { DefaultDeviceProfiles } from "../tenants/tenant-service.ts";
import type { Tenant } from "../tenants/tenant-store.ts";
import { parseEmail, toLoginName, type LetterCase } from "../entity-text.ts";
import type { NewAccount, UserStore } from "../users/user-store.ts";
import type { User } from "../users/user.ts";
import type { AccountStore } from "./account-store.ts";
import type { ActivationService } from "./activation-service.ts";
import type { PasswordCheck } from "./password-check.ts";
import { requirePassword } from "./password-policy.ts";
import type { SecuritySettingsSource } from "./security-settings.ts";
import type { Authority } from "../caller.ts";

/** Everything the first start creates. */
export interface FirstInstallation {
  readonly profile: TenantProfile;
  readonly tenant: Tenant;
  readonly users: readonly { readonly user: User; readonly account: NewAccount }[];
}

/**
 * Data that an installation stores once: the keys generated at its first start, and whether that start has happened.
 */
export interface InstallationStore {
  /**
   * Stores everything in one transaction if the installation has no users yet; otherwise stores nothing and returns
   * false.
   */
  install(first: FirstInstallation): Promise<boolean>;
  /**
   * The key of this name: the stored one or, if there is none, `proposed`, which is then stored, as in use from `now` on.
   * Encrypted at rest; the same on every node.
   */
  keyOf(name: string, proposed: Uint8Array, now: EpochMillis): Promise<Uint8Array>;
}

export interface FirstAccount {
  readonly email: string;
  /** Without a password the account gets a one-time link. */
  readonly password: string | undefined;
}

export interface FirstStartOptions {
  readonly sysAdmin: FirstAccount;
  readonly tenantAdmin: FirstAccount;
}

/** The process that starts the platform shows it to the operator once. */
export interface OneTimeLink {
  readonly email: string;
  readonly authority: Authority;
  readonly activationToken: string;
}

export interface FirstStartDeps {
  readonly installations: InstallationStore;
  readonly users: UserStore;
  readonly accounts: Pick<AccountStore, "findAccountByLogin">;
  readonly activations: ActivationService;
  readonly passwords: PasswordCheck;
  readonly security: SecuritySettingsSource;
  readonly deviceProfiles: DefaultDeviceProfiles;
  readonly clock: Clock;
}

/** System administrators checked when none may be active; an installation has a handful. */
const ADMINISTRATORS_MAX = 100;

export class FirstStart {
  readonly #deps: FirstStartDeps;
  readonly #letterCase: LetterCase;

  constructor(deps: FirstStartDeps, letterCase: LetterCase) {
    this.#deps = deps;
    this.#letterCase = letterCase;
  }

  /** Call at every start, before anything listens. Throws `invalid` for an unusable email or password. */
  async run(options: FirstStartOptions): Promise<readonly OneTimeLink[]> {
    const administrators = await this.#deps.users.systemAdministrators(ADMINISTRATORS_MAX);
    if (administrators.length > 0) return this.#linksWhereNoneIsActive(administrators, options.tenantAdmin);
    return this.#install(options);
  }

  async #install(options: FirstStartOptions): Promise<readonly OneTimeLink[]> {
    const now = this.#deps.clock.now();
    const profile: TenantProfile = {
      id: newId<TenantProfileId>(),
      createdAt: now,
      name: "Default",
      description: null,
      isDefault: true,
      isolatedRuleEngine: false,
      profileData: UNLIMITED_PROFILE_DATA,
    };
    const tenant: Tenant = {
      id: newId<TenantId>(),
      createdAt: now,
      title: "Default",
      profileId: profile.id,
      ...parseContactDetails({}),
      additionalInfo: null,
      version: 1,
    };
    const users = [
      await this.#account(options.sysAdmin, "SYS_ADMIN", null),
      await this.#account(options.tenantAdmin, "TENANT_ADMIN", tenant.id),
    ];
    const installed = await this.#deps.installations.install({ profile, tenant, users });
    // Another node was first and shows the links.
    if (!installed) return [];
    await this.#deps.deviceProfiles.createDefaultOf(tenant.id);
    return users.flatMap(({ user, account }) => linkOf(user, account));
  }

  async #account(
    { email, password }: FirstAccount,
    authority: Authority,
    tenantId: TenantId | null,
  ): Promise<FirstInstallation["users"][number]> {
    const user: User = {
      id: newId<UserId>(),
      createdAt: this.#deps.clock.now(),
      authority,
      tenantId,
      customerId: null,
      email: parseEmail(email, this.#letterCase),
      firstName: null,
      lastName: null,
      phone: null,
      additionalInfo: null,
      version: 1,
    };
    return { user, account: await this.#beginning(password) };
  }

  async #beginning(password: string | undefined): Promise<NewAccount> {
    if (password === undefined) return { kind: "invited", activation: this.#deps.activations.newActivation() };
    requirePassword(password, this.#deps.security.current().passwordPolicy);
    return { kind: "activated", passwordHash: await this.#deps.passwords.hash(password) };
  }

  /** Printed links that were never used may be lost or expired; without new ones nobody could log in. */
  async #linksWhereNoneIsActive(
    administrators: readonly User[],
    tenantAdmin: FirstAccount,
  ): Promise<readonly OneTimeLink[]> {
    for (const { id } of administrators) {
      const state = await this.#deps.users.findAccountState(id);
      if (state?.activated === true) return [];
    }
    const [first] = administrators;
    if (first === undefined) return [];
    return [await this.#newLink(first), ...(await this.#linkOfTenantAdmin(tenantAdmin))];
  }

  /** An account with a password needs no link; it may also have been deleted or renamed since. */
  async #linkOfTenantAdmin({ email }: FirstAccount): Promise<readonly OneTimeLink[]> {
    const account = await this.#deps.accounts.findAccountByLogin(toLoginName(email, this.#letterCase));
    if (account?.user.authority !== "TENANT_ADMIN") return [];
    const state = await this.#deps.users.findAccountState(account.user.id);
    return state?.activated === false ? [await this.#newLink(account.user)] : [];
  }

  async #newLink({ id, email, authority }: User): Promise<OneTimeLink> {
    return { email, authority, activationToken: (await this.#deps.activations.activationOf(id)).token };
  }
}

function linkOf(user: User, account: NewAccount): OneTimeLink[] {
  return account.kind === "invited"
    ? [{ email: user.email, authority: user.authority, activationToken: account.activation.token }]
    : [];
}
