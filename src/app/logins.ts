// Puts together how people log in: tokens, passwords with their policy, activation, resets, public sessions, and who tells
// whose token it is.
import { randomBytes } from "node:crypto";
import { ARGON2_COST, Argon2PasswordHasher } from "../adapters/argon2/argon2-password-hasher.ts";
import { JoseTokenSigner } from "../adapters/jose/jose-token-signer.ts";
import type { AccountNotices } from "../core/access/account-notices.ts";
import type { AccountStore } from "../core/access/account-store.ts";
import { ActivationService } from "../core/access/activation-service.ts";
import type { InstallationStore } from "../core/access/installation-store.ts";
import { LoginRecords } from "../core/access/login-records.ts";
import { LoginService, type LoginBounds } from "../core/access/login-service.ts";
import { LoginThrottle, type ThrottleBounds } from "../core/access/login-throttle.ts";
import { NewPasswords } from "../core/access/new-passwords.ts";
import { PasswordCheck } from "../core/access/password-check.ts";
import { PasswordResets, type ResetBounds } from "../core/access/password-resets.ts";
import { PublicSessions, type PublicCustomers } from "../core/access/public-sessions.ts";
import type { SecuritySettingsSource } from "../core/access/security-settings.ts";
import { SessionGuard } from "../core/access/session-guard.ts";
import type { SessionStore } from "../core/access/session.ts";
import { StoredTokenSettings } from "../core/access/stored-token-settings.ts";
import { SIGNING_KEY_BYTES_MIN, type TokenSettingsStore } from "../core/access/token-settings.ts";
import { Tokens } from "../core/access/tokens.ts";
import type { AuditTrail } from "../core/audit-trail.ts";
import type { MessageBus } from "../core/bus/message-bus.ts";
import { isPublic } from "../core/customers/customer.ts";
import type { CustomerStore } from "../core/customers/customer-store.ts";
import type { LetterCase } from "../core/email.ts";
import type { EmailQuota } from "../core/tenants/email-quota.ts";
import type { KnownUsers } from "../core/users/known-users.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { SECOND_MILLIS } from "../lib/units.ts";
import type { Config } from "./config.ts";

export interface LoginParts {
  readonly stores: {
    readonly accounts: AccountStore;
    readonly customers: CustomerStore;
    readonly installations: InstallationStore;
    readonly sessions: SessionStore;
    readonly tokenSettings: TokenSettingsStore;
  };
  readonly knownUsers: KnownUsers;
  readonly security: SecuritySettingsSource;
  /** Undefined where there is no mail server. */
  readonly notices: AccountNotices | undefined;
  readonly emailQuota: EmailQuota;
  readonly audit: AuditTrail;
  readonly letterCase: LetterCase;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Logins {
  readonly logins: LoginService;
  readonly activations: ActivationService;
  readonly resets: PasswordResets;
  readonly publicSessions: PublicSessions;
  readonly tokenSettings: StoredTokenSettings;
  readonly passwords: PasswordCheck;
  readonly guard: SessionGuard;
  /** Begins to listen on the bus and to sweep. */
  start(): void;
  stop(): Promise<void>;
}

export async function openLogins(config: Config, parts: LoginParts): Promise<Logins> {
  const { stores, security, notices, audit, letterCase, bus, clock, log } = parts;
  const { security: settings } = config;
  const tokenSettings = await openTokenSettings(config, parts);
  const tokens = new Tokens(tokenSettings, clock);
  const passwords = new PasswordCheck(
    new Argon2PasswordHasher(ARGON2_COST),
    new LoginThrottle(clock, throttleBounds(config)),
    settings.hashing,
  );
  const newPasswords = new NewPasswords(
    { accounts: stores.accounts, passwords, security, clock },
    { replacedMax: settings.replacedPasswordsMax },
  );
  const records = new LoginRecords({ audit, security, notices });
  const activations = new ActivationService({
    emailQuota: parts.emailQuota,
    accounts: stores.accounts,
    newPasswords,
    tokens,
    security,
    notices,
    records,
    clock,
  });
  const resets = new PasswordResets(
    { accounts: stores.accounts, newPasswords, security, notices, records, bus, clock, log },
    letterCase,
    resetBounds(config),
  );
  const publicSessions = new PublicSessions(publicCustomers(stores.customers), tokens);
  const logins = new LoginService(
    {
      accounts: stores.accounts,
      sessions: stores.sessions,
      users: parts.knownUsers,
      tokens,
      passwords,
      newPasswords,
      resets,
      publicSessions,
      records,
      security,
      bus,
      clock,
      log,
    },
    letterCase,
    loginBounds(config),
  );
  const guard = new SessionGuard(
    { tokens, sessions: stores.sessions, publicSessions, bus, clock },
    {
      tokensMax: settings.tokenCache.tokensMax,
      recheckMillis: settings.tokenCache.recheckSeconds * SECOND_MILLIS,
    },
  );
  return {
    logins,
    activations,
    resets,
    publicSessions,
    tokenSettings,
    passwords,
    guard,
    start() {
      guard.start();
      logins.start();
    },
    async stop() {
      await logins.stop();
      await resets.stop();
      await records.stop();
      await tokenSettings.stop();
      guard.stop();
    },
  };
}

async function openTokenSettings(
  { security }: Config,
  { stores, bus, clock, log }: LoginParts,
): Promise<StoredTokenSettings> {
  const { jwt } = security;
  const newKey = randomBytes(SIGNING_KEY_BYTES_MIN);
  const settings = new StoredTokenSettings(
    { store: stores.tokenSettings, newSigner: (key) => JoseTokenSigner.create(key), bus, clock, log },
    {
      configured: {
        issuer: jwt.tokenIssuer,
        accessSeconds: jwt.tokenExpirationSeconds,
        refreshSeconds: jwt.refreshTokenExpirationSeconds,
      },
      configuredKey: jwt.tokenSigningKey ?? (await stores.installations.keyOf("jwt", newKey)),
      recheckMillis: security.settingsRecheckSeconds * SECOND_MILLIS,
    },
  );
  await settings.start();
  return settings;
}

function publicCustomers(customers: CustomerStore): PublicCustomers {
  return {
    async findPublic(id) {
      const customer = await customers.findCustomer(id);
      return customer !== undefined && isPublic(customer) ? customer : undefined;
    },
  };
}

function throttleBounds({ security: { throttle } }: Config): ThrottleBounds {
  return {
    nameFailuresMax: throttle.nameFailuresMax,
    nameWindowMillis: throttle.nameWindowSeconds * SECOND_MILLIS,
    addressFailuresMax: throttle.addressFailuresMax,
    addressWindowMillis: throttle.addressWindowSeconds * SECOND_MILLIS,
    entriesMax: throttle.entriesMax,
  };
}

function loginBounds({ security }: Config): LoginBounds {
  return {
    refreshGraceMillis: security.refreshGraceSeconds * SECOND_MILLIS,
    sessionsPerUserMax: security.sessionsPerUserMax,
    sweepMillis: security.sessionSweepSeconds * SECOND_MILLIS,
    sweepSessionsMax: security.sessionSweepBatch,
  };
}

function resetBounds({ security: { resets } }: Config): ResetBounds {
  return {
    perUserMax: resets.perUserMax,
    windowMillis: resets.windowSeconds * SECOND_MILLIS,
    usersMax: resets.usersMax,
  };
}
