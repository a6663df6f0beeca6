// Puts together who may log in and what they belong to: tokens, sessions, tenants, customers and users.
import type { AccountStore } from "../core/access/account-store.ts";
import type { KeyCounts } from "../core/access/api-key-directory.ts";
import type { ApiKeyStore } from "../core/access/api-key-store.ts";
import { FirstStart, type OneTimeLink } from "../core/access/first-start.ts";
import type { InstallationStore } from "../core/access/installation-store.ts";
import type { PasswordCheck } from "../core/access/password-check.ts";
import type { SecuritySettingsSource, SecuritySettingsStore } from "../core/access/security-settings.ts";
import type { SessionGuard } from "../core/access/session-guard.ts";
import type { SessionStore } from "../core/access/session.ts";
import type { TokenSettingsStore } from "../core/access/token-settings.ts";
import { StoredSecuritySettings } from "../core/access/stored-security-settings.ts";
import { noAuditTrail, type AuditTrail } from "../core/audit-trail.ts";
import type { MessageBus } from "../core/bus/message-bus.ts";
import { CustomerService, type CustomerBelongings } from "../core/customers/customer-service.ts";
import type { CustomerStore } from "../core/customers/customer-store.ts";
import type { LetterCase } from "../core/email.ts";
import type { OutboxCounts } from "../core/mail/mail-outbox.ts";
import { parseRateLimit } from "../core/tenants/rate-limits.ts";
import { EmailQuota } from "../core/tenants/email-quota.ts";
import { RestCallMeter } from "../core/tenants/rest-call-meter.ts";
import type { TenantLimitsCache } from "../core/tenants/tenant-limits.ts";
import { TenantProfileService } from "../core/tenants/tenant-profile-service.ts";
import { TenantService, type DefaultDeviceProfiles, type TenantContents } from "../core/tenants/tenant-service.ts";
import type { TenantStore } from "../core/tenants/tenant-store.ts";
import { KnownUsers } from "../core/users/known-users.ts";
import { UserService } from "../core/users/user-service.ts";
import { UserSettings, type UserSettingsStore } from "../core/users/user-settings.ts";
import type { UserStore } from "../core/users/user-store.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { SECOND_MILLIS } from "../lib/units.ts";
import type { Authenticator } from "../transport/rest/authentication.ts";
import type { RestRoute } from "../transport/rest/route.ts";
import { adminRoutes } from "../transport/rest/routes/admin.ts";
import { authRoutes } from "../transport/rest/routes/auth.ts";
import { customerRoutes } from "../transport/rest/routes/customers.ts";
import { noauthRoutes } from "../transport/rest/routes/noauth.ts";
import { tenantProfileRoutes } from "../transport/rest/routes/tenant-profiles.ts";
import { tenantRoutes } from "../transport/rest/routes/tenants.ts";
import { userAccessRoutes } from "../transport/rest/routes/user-access.ts";
import { userSettingsRoutes } from "../transport/rest/routes/user-settings.ts";
import { userRoutes } from "../transport/rest/routes/users.ts";
import { openApiKeys } from "./api-keys.ts";
import type { Config } from "./config.ts";
import { openLogins } from "./logins.ts";
import { openMail } from "./mail.ts";

export interface AccountParts {
  readonly stores: {
    readonly accounts: AccountStore;
    readonly apiKeys: ApiKeyStore;
    readonly customers: CustomerStore;
    readonly installations: InstallationStore;
    readonly securitySettings: SecuritySettingsStore;
    readonly sessions: SessionStore;
    readonly tenants: TenantStore;
    readonly tokenSettings: TokenSettingsStore;
    readonly users: UserStore;
    readonly userSettings: UserSettingsStore;
  };
  readonly deviceProfiles: DefaultDeviceProfiles;
  /** What goes with a tenant, in the order of deletion. */
  readonly tenantContents: readonly TenantContents[];
  /** What goes back to the tenant when a customer is deleted. */
  readonly customerBelongings: readonly CustomerBelongings[];
  /** Left out, those that system administrators have saved are in force. */
  readonly security?: SecuritySettingsSource;
  readonly tenantLimits: TenantLimitsCache;
  /** Left out, logins leave no record. */
  readonly audit?: AuditTrail;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Accounts {
  /** By a token or an API key. */
  readonly authenticator: Authenticator;
  readonly guard: SessionGuard;
  /** Whether API keys from elsewhere have to come over TLS. */
  readonly apiKeysDemandTls: boolean;
  readonly apiKeyCounts: KeyCounts;
  /** Slow hashes, a few at a time, for whatever else has a password. */
  readonly passwords: Pick<PasswordCheck, "hash" | "matchesAny">;
  readonly meter: RestCallMeter;
  readonly mailCounts: OutboxCounts;
  readonly customers: CustomerService;
  readonly tenants: TenantService;
  readonly users: UserService;
  readonly routes: readonly RestRoute[];
  /** For accounts that this start has created or found without anybody to use them; to be shown once. */
  readonly oneTimeLinks: readonly OneTimeLink[];
  stop(): Promise<void>;
}

const NO_MAILS: OutboxCounts = { sent: 0, failed: 0, dropped: 0, waiting: 0 };

/** Creates what the first start has to create, and starts to listen on the bus. */
export async function openAccounts(config: Config, parts: AccountParts): Promise<Accounts> {
  const { stores, tenantLimits, bus, clock, log } = parts;
  const { security: settings } = config;
  const letterCase: LetterCase = settings.userLoginCaseSensitive ? "case-sensitive" : "case-insensitive";
  const mail = openMail(config, clock, log);
  const stored = new StoredSecuritySettings(
    { store: stores.securitySettings, bus, clock, log },
    { recheckMillis: settings.settingsRecheckSeconds * SECOND_MILLIS },
  );
  await stored.start();
  const security = parts.security ?? stored;
  const knownUsers = new KnownUsers(
    { store: stores.users, bus, clock },
    {
      usersMax: settings.userCache.usersMax,
      recheckMillis: settings.userCache.recheckSeconds * SECOND_MILLIS,
    },
  );
  const login = await openLogins(config, {
    stores,
    knownUsers,
    security,
    notices: mail?.notices,
    emailQuota: new EmailQuota(tenantLimits, clock),
    audit: parts.audit ?? noAuditTrail,
    letterCase,
    bus,
    clock,
    log,
  });
  const { activations, guard, passwords } = login;
  const users = new UserService({ ...stores, limits: tenantLimits, activations, bus, clock }, letterCase);
  const customers = new CustomerService({
    customers: stores.customers,
    limits: tenantLimits,
    belongings: parts.customerBelongings,
    bus,
    clock,
  });
  const tenants = new TenantService({
    tenants: stores.tenants,
    deviceProfiles: parts.deviceProfiles,
    contents: parts.tenantContents,
    bus,
    clock,
  });
  const profiles = new TenantProfileService(stores.tenants, bus, clock);

  const firstStart = new FirstStart(
    { ...stores, activations, passwords, security, deviceProfiles: parts.deviceProfiles, clock },
    letterCase,
  );
  const oneTimeLinks = await firstStart.run(config.bootstrap);
  const meter = new RestCallMeter(tenantLimits, clock, {
    partiesMax: config.rest.meterPartiesMax,
    userLimit: parseRateLimit(config.rest.userLimit, "rest.userLimit"),
  });
  const apiKeys = openApiKeys(config, { store: stores.apiKeys, users, bus, clock, log });
  login.start();
  knownUsers.start();

  const rowsMax = config.rest.pageRowsMax;
  return {
    authenticator: {
      authenticateBearer: (token) => guard.authenticateBearer(token),
      authenticateApiKey: apiKeys.authenticate,
    },
    guard,
    apiKeysDemandTls: apiKeys.demandTls,
    get apiKeyCounts() {
      return apiKeys.counts;
    },
    passwords,
    meter,
    get mailCounts() {
      return mail?.outbox.counts ?? NO_MAILS;
    },
    customers,
    tenants,
    users,
    routes: [
      ...authRoutes(login.logins, login.publicSessions),
      ...noauthRoutes(activations, login.resets, security),
      ...adminRoutes(stored, login.tokenSettings, login.logins),
      ...userRoutes({ users, userStore: stores.users, tenants, customers, pageRowsMax: rowsMax }),
      ...userAccessRoutes({
        users,
        activations,
        logins: login.logins,
        clock,
        baseUrl: config.baseUrl,
        tokenAccessEnabled: settings.userTokenAccessEnabled,
      }),
      ...userSettingsRoutes(new UserSettings(stores.userSettings)),
      ...apiKeys.routes,
      ...customerRoutes(customers, stores.customers, rowsMax),
      ...tenantRoutes(tenants, stores.tenants, rowsMax),
      ...tenantProfileRoutes(profiles, stores.tenants, rowsMax),
    ],
    oneTimeLinks,
    async stop() {
      await login.stop();
      await mail?.outbox.stop();
      await stored.stop();
      await apiKeys.stop();
      knownUsers.stop();
    },
  };
}
