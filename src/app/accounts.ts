// Accounts: passwords, tokens, sessions and API keys, then tenants, customers and users.
import { randomBytes } from "node:crypto";
import { Argon2PasswordHasher } from "../adapters/argon2/argon2-password-hasher.ts";
import { JoseTokenSigner } from "../adapters/jose/jose-token-signer.ts";
import { SmtpSender } from "../adapters/nodemailer/smtp-sender.ts";
import type { Lease } from "../core/cluster/lease.ts";
import { onDuty } from "../core/cluster/duty.ts";
import { ActivationService } from "../core/access/activation-service.ts";
import { KeyChannelRule } from "../core/access/api-key-channel.ts";
import { ApiKeyDirectory } from "../core/access/api-key-directory.ts";
import { ApiKeyService } from "../core/access/api-key-service.ts";
import { CredentialWatcher } from "../core/access/credential-watcher.ts";
import { FirstStart } from "../core/access/first-start.ts";
import { LoginRecords } from "../core/access/login-records.ts";
import { LoginService } from "../core/access/login-service.ts";
import { NewPasswords } from "../core/access/new-passwords.ts";
import { PasswordCheck } from "../core/access/password-check.ts";
import { PasswordResets } from "../core/access/password-resets.ts";
import { PublicSessions } from "../core/access/public-sessions.ts";
import type { SecuritySettingsSource } from "../core/access/security-settings.ts";
import { SessionGuard } from "../core/access/session-guard.ts";
import { StoredSecuritySettings } from "../core/access/stored-security-settings.ts";
import { StoredTokenSettings } from "../core/access/stored-token-settings.ts";
import { SIGNING_KEY_BYTES_MIN } from "../core/access/token-settings.ts";
import { Tokens } from "../core/access/tokens.ts";
import { noAuditTrail, type AuditTrail } from "../core/audit-trail.ts";
import { CustomerService, type CustomerBelongings } from "../core/customers/customer-service.ts";
import { AccountMails } from "../core/mail/account-mails.ts";
import { MailOutbox } from "../core/mail/mail-outbox.ts";
import { EmailQuota } from "../core/tenants/quotas.ts";
import { bucketSource } from "../core/tenants/bucket-source.ts";
import { parseRateLimit } from "../core/tenants/rate-limits.ts";
import { RestCallMeter } from "../core/tenants/rest-call-meter.ts";
import type { TenantLimitsCache } from "../core/tenants/tenant-limits.ts";
import { TenantProfileService } from "../core/tenants/tenant-profile-service.ts";
import { TenantService, type DefaultDeviceProfiles, type TenantContents } from "../core/tenants/tenant-service.ts";
import { KnownUsers } from "../core/users/known-users.ts";
import { UserService } from "../core/users/user-service.ts";
import { UserLanguages } from "../core/users/user-languages.ts";
import { UserSettings } from "../core/users/user-settings.ts";
import type { Authenticator } from "../transport/rest/authentication.ts";
import type { RestRoute } from "../transport/rest/route.ts";
import { adminRoutes } from "../transport/rest/routes/admin.ts";
import { apiKeyRoutes } from "../transport/rest/routes/api-keys.ts";
import { authRoutes } from "../transport/rest/routes/auth.ts";
import { customerRoutes } from "../transport/rest/routes/customers.ts";
import { noauthRoutes } from "../transport/rest/routes/noauth.ts";
import { tenantProfileRoutes } from "../transport/rest/routes/tenant-profiles.ts";
import { tenantRoutes } from "../transport/rest/routes/tenants.ts";
import { userAccessRoutes } from "../transport/rest/routes/user-access.ts";
import { userSettingsRoutes } from "../transport/rest/routes/user-settings.ts";
import { userRoutes } from "../transport/rest/routes/users.ts";
import type { Config } from "./config.ts";
import type { Context } from "./context.ts";
import { readNamedFile } from "./tls-pair.ts";

/** Over the memory that a bound names. */
const HASH_PASSES = 2;

export interface AccountDeps {
  readonly deviceProfiles: DefaultDeviceProfiles;
  /** Deleted with a tenant, in this order. */
  readonly tenantContents: readonly TenantContents[];
  /** Returned to the tenant when a customer is deleted. */
  readonly customerBelongings: readonly CustomerBelongings[];
  readonly tenantLimits: TenantLimitsCache;
  /** Default: the settings that system administrators have saved. */
  readonly security?: SecuritySettingsSource;
  /** If absent, logins are not recorded. */
  readonly audit?: AuditTrail;
  /** Of the node that removes what has expired; undefined if there is no cluster. */
  readonly lease?: Lease | undefined;
}

type AccountContext = Omit<Context, "storage" | "localBus" | "contention" | "metrics" | "tracer">;
export type Accounts = Awaited<ReturnType<typeof startAccounts>>;

/** Also creates what a first start needs. */
export async function startAccounts(context: AccountContext, deps: AccountDeps) {
  const { config, stores, guesses, counts, bus, clock, log, shutdown } = context;
  const { tenantLimits, audit = noAuditTrail, lease } = deps;
  const { jwt, apiKeys, ...options } = config.security;
  const recheckMillis = options.settingsRecheckMillis;
  const letterCase = options.userLoginCaseSensitive ? "case-sensitive" : "case-insensitive";

  const securitySettings = new StoredSecuritySettings({ store: stores.settings, bus, clock, log }, { recheckMillis });
  await shutdown.start(securitySettings);
  const security = deps.security ?? securitySettings;
  const knownUsers = new KnownUsers({ store: stores.users, bus, clock }, options.userCache);
  await shutdown.start(knownUsers);
  const outbox = openOutbox(context);
  const notices = outbox === undefined ? undefined : new AccountMails(outbox, config.baseUrl ?? "", clock);

  const proposedKey = randomBytes(SIGNING_KEY_BYTES_MIN);
  const tokenSettings = new StoredTokenSettings(
    { store: stores.settings, newSigner: (key) => JoseTokenSigner.create(key), bus, clock, log },
    {
      configured: {
        issuer: jwt.tokenIssuer,
        accessSeconds: jwt.tokenExpirationSeconds,
        refreshSeconds: jwt.refreshTokenExpirationSeconds,
      },
      configuredKey: jwt.tokenSigningKey ?? (await stores.installations.keyOf("jwt", proposedKey, clock.now())),
      recheckMillis,
    },
  );
  await shutdown.start(tokenSettings);
  const tokens = new Tokens(tokenSettings, clock);

  const { memoryKib, ...hashing } = options.hashing;
  const passwords = new PasswordCheck(new Argon2PasswordHasher({ memoryKib, passes: HASH_PASSES }), guesses, hashing);
  const { accounts, sessions } = stores;
  const newPasswords = new NewPasswords(
    { accounts, passwords, security, clock },
    { replacedMax: options.replacedPasswordsMax },
  );
  const records = new LoginRecords({ audit, security, notices });
  shutdown.onStop(() => records.stop());
  const emailQuota = new EmailQuota(tenantLimits, clock);
  const publicSessions = new PublicSessions(stores.customers, tokens);
  const languages = new UserLanguages(stores.userSettings);
  const shared = { accounts, newPasswords, tokens, security, notices, languages, records, bus, clock, log };
  const activations = new ActivationService({ ...shared, emailQuota });
  const resets = new PasswordResets({ ...shared, counts }, letterCase, options.resets);
  shutdown.onStop(() => resets.stop());
  const logins = new LoginService(
    { ...shared, sessions, users: knownUsers, passwords, resets, publicSessions },
    letterCase,
    options.sessions,
  );
  await shutdown.start(onDuty(logins, lease, log));
  const guard = new SessionGuard({ tokens, sessions, publicSessions, bus, clock }, options.tokenCache);
  await shutdown.start(guard);

  const keyDirectory = new ApiKeyDirectory({ store: stores.apiKeys, guesses, bus, clock, log }, apiKeys.cache);
  await shutdown.start(keyDirectory);
  // After those who say whether a credential is valid.
  const watcher = new CredentialWatcher({ bus, clock, log }, { recheckMillis: options.tokenCache.recheckMillis });
  await shutdown.start(watcher);
  const keys = new ApiKeyService({ store: stores.apiKeys, bus, clock, log }, apiKeys);
  await shutdown.start(onDuty(keys, lease, log));
  const keyChannels = new KeyChannelRule(
    { rule: apiKeys.requireHttps, offersTls: offersTls(config), warningMillis: apiKeys.warningMillis },
    clock,
    log,
  );
  const authenticator: Authenticator = {
    authenticateBearer: (token) => guard.authenticateBearer(token),
    authenticateApiKey(value, channel) {
      keyChannels.require(channel);
      return keyDirectory.authenticate(value, channel);
    },
  };

  const users = new UserService({ ...stores, limits: tenantLimits, activations, bus, clock }, letterCase);
  const customers = new CustomerService({
    customers: stores.customers,
    limits: tenantLimits,
    belongings: deps.customerBelongings,
    bus,
    clock,
  });
  const tenants = new TenantService({
    tenants: stores.tenants,
    deviceProfiles: deps.deviceProfiles,
    contents: deps.tenantContents,
    bus,
    clock,
  });
  const tenantProfiles = new TenantProfileService(stores.tenants, bus, clock);
  const firstStart = new FirstStart(
    { ...stores, activations, passwords, security, deviceProfiles: deps.deviceProfiles, clock },
    letterCase,
  );
  /** For accounts that this start created or found without a user; must be shown only once. */
  const oneTimeLinks = await firstStart.run(config.bootstrap);
  const meter = new RestCallMeter(
    { limits: tenantLimits, buckets: bucketSource(counts, clock, "calls"), clock },
    {
      partiesMax: config.rest.meterPartiesMax,
      userLimit: parseRateLimit(config.rest.userLimit, "rest.userLimit"),
    },
  );
  return {
    activations,
    authenticator,
    customers,
    guard,
    keyChannels,
    keyDirectory,
    keys,
    logins,
    meter,
    oneTimeLinks,
    outbox,
    passwords,
    publicSessions,
    resets,
    security,
    securitySettings,
    tenantProfiles,
    tenants,
    tokenSettings,
    users,
    watcher,
  };
}

/** Undefined if no mail server is configured. Settings that depend on each other have already been checked. */
function openOutbox({ config, clock, log, shutdown }: AccountContext): MailOutbox | undefined {
  const { smtp, from, sendMillis } = config.mail;
  const { host, user, password, caFile } = smtp;
  if (host === undefined || from === undefined) return undefined;
  const login = user === undefined || password === undefined ? undefined : { user, password };
  const trusted =
    caFile === undefined ? undefined : readNamedFile("certificates that mail servers are trusted by", caFile);
  const sender = new SmtpSender({ ...smtp, host, from, login, trusted, sendMillis }, clock);
  const outbox = new MailOutbox({ sender, clock, log }, config.mail);
  shutdown.onStop(() => outbox.stop());
  return outbox;
}

function offersTls({ http }: Config): boolean {
  return http.tls.certFile !== undefined || /[^\s,]/.test(http.trustedProxies);
}

export function accountRoutes({ config, stores, clock }: AccountContext, accounts: Accounts): readonly RestRoute[] {
  const { activations, customers, logins, publicSessions, resets, security, tenants, users } = accounts;
  const { pageRowsMax } = config.rest;
  return [
    ...authRoutes(logins, publicSessions),
    ...noauthRoutes(activations, resets, security),
    ...adminRoutes(accounts.securitySettings, accounts.tokenSettings, logins),
    ...userRoutes({ users, userStore: stores.users, tenants, customers, pageRowsMax }),
    ...userAccessRoutes({
      users,
      activations,
      logins,
      clock,
      baseUrl: config.baseUrl,
      tokenAccessEnabled: config.security.userTokenAccessEnabled,
    }),
    ...userSettingsRoutes(new UserSettings(stores.userSettings)),
    ...apiKeyRoutes({
      apiKeys: accounts.keys,
      apiKeyStore: stores.apiKeys,
      users,
      clock,
      pageRowsMax,
      descriptionBytesMax: config.http.entityPayloadBytesMax,
    }),
    ...customerRoutes(customers, stores.customers, pageRowsMax),
    ...tenantRoutes(tenants, stores.tenants, pageRowsMax),
    ...tenantProfileRoutes(accounts.tenantProfiles, stores.tenants, pageRowsMax),
  ];
}
