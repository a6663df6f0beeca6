// Puts together who may log in and what they belong to: tokens, sessions, tenants, customers and users.
import { randomBytes } from "node:crypto";
import { ARGON2_COST, Argon2PasswordHasher } from "../adapters/argon2/argon2-password-hasher.ts";
import { JoseTokenSigner } from "../adapters/jose/jose-token-signer.ts";
import type { AccountStore } from "../core/access/account-store.ts";
import { ActivationService } from "../core/access/activation-service.ts";
import type { ApiKeyStore } from "../core/access/api-key-store.ts";
import { FirstStart, type OneTimeLink } from "../core/access/first-start.ts";
import { HashingSlots } from "../core/access/hashing-slots.ts";
import type { InstallationStore } from "../core/access/installation-store.ts";
import { LoginService, type LoginBounds } from "../core/access/login-service.ts";
import { LoginThrottle, type ThrottleBounds } from "../core/access/login-throttle.ts";
import { PasswordCheck } from "../core/access/password-check.ts";
import { ResetsWithoutMail } from "../core/access/password-resets.ts";
import { DEFAULT_SECURITY_SETTINGS, type SecuritySettingsSource } from "../core/access/security-settings.ts";
import { SessionGuard } from "../core/access/session-guard.ts";
import type { SessionStore } from "../core/access/session.ts";
import { Tokens } from "../core/access/tokens.ts";
import type { MessageBus } from "../core/bus/message-bus.ts";
import { CustomerService, type CustomerBelongings } from "../core/customers/customer-service.ts";
import type { CustomerStore } from "../core/customers/customer-store.ts";
import type { LetterCase } from "../core/email.ts";
import { RestCallMeter } from "../core/tenants/rest-call-meter.ts";
import { TenantProfileService } from "../core/tenants/tenant-profile-service.ts";
import { TenantService, type DefaultDeviceProfiles, type TenantContents } from "../core/tenants/tenant-service.ts";
import type { TenantStore } from "../core/tenants/tenant-store.ts";
import { KnownUsers } from "../core/users/known-users.ts";
import { UserService } from "../core/users/user-service.ts";
import type { UserStore } from "../core/users/user-store.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import type { Authenticator } from "../transport/rest/authentication.ts";
import type { RestRoute } from "../transport/rest/route.ts";
import { authRoutes } from "../transport/rest/routes/auth.ts";
import { customerRoutes } from "../transport/rest/routes/customers.ts";
import { noauthRoutes } from "../transport/rest/routes/noauth.ts";
import { tenantProfileRoutes } from "../transport/rest/routes/tenant-profiles.ts";
import { tenantRoutes } from "../transport/rest/routes/tenants.ts";
import { userRoutes } from "../transport/rest/routes/users.ts";
import { openApiKeys } from "./api-keys.ts";
import type { Config } from "./config.ts";

export interface AccountParts {
  readonly stores: {
    readonly accounts: AccountStore;
    readonly apiKeys: ApiKeyStore;
    readonly customers: CustomerStore;
    readonly installations: InstallationStore;
    readonly sessions: SessionStore;
    readonly tenants: TenantStore;
    readonly users: UserStore;
  };
  readonly deviceProfiles: DefaultDeviceProfiles;
  /** What goes with a tenant, in the order of deletion. */
  readonly tenantContents: readonly TenantContents[];
  /** What goes back to the tenant when a customer is deleted. */
  readonly customerBelongings: readonly CustomerBelongings[];
  /** Left out, the defaults are in force. */
  readonly security?: SecuritySettingsSource;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Accounts {
  /** Tells who is calling, by a token or an API key. */
  readonly authenticator: Authenticator;
  /** Whether API keys from elsewhere have to come over TLS. */
  readonly apiKeysDemandTls: boolean;
  readonly meter: RestCallMeter;
  readonly customers: CustomerService;
  readonly tenants: TenantService;
  readonly users: UserService;
  readonly routes: readonly RestRoute[];
  /** For accounts that this start has created or found without anybody to use them; to be shown once. */
  readonly oneTimeLinks: readonly OneTimeLink[];
  stop(): Promise<void>;
}

const SIGNING_KEY_BYTES = 64;
const MILLIS = 1000;

/** Creates what the first start has to create, and starts to listen on the bus. */
export async function openAccounts(config: Config, parts: AccountParts): Promise<Accounts> {
  const { stores, bus, clock, log } = parts;
  const { security: settings } = config;
  const letterCase: LetterCase = settings.userLoginCaseSensitive ? "case-sensitive" : "case-insensitive";
  const security = parts.security ?? { current: () => DEFAULT_SECURITY_SETTINGS };

  const tokens = new Tokens(
    await JoseTokenSigner.create(
      settings.jwt.tokenSigningKey ?? (await stores.installations.keyOf("jwt", randomBytes(SIGNING_KEY_BYTES))),
    ),
    {
      issuer: settings.jwt.tokenIssuer,
      accessSeconds: settings.jwt.tokenExpirationTime,
      refreshSeconds: settings.jwt.refreshTokenExpTime,
    },
    clock,
  );
  const passwords = new PasswordCheck(
    new Argon2PasswordHasher(ARGON2_COST),
    new HashingSlots(settings.hashing),
    new LoginThrottle(clock, throttleBounds(config)),
  );
  const activations = new ActivationService(stores.accounts, passwords, tokens, security, clock);
  const knownUsers = new KnownUsers(stores.users, bus, clock, {
    usersMax: settings.userCache.usersMax,
    recheckMillis: settings.userCache.recheckSeconds * MILLIS,
  });
  const logins = new LoginService(
    { ...stores, users: knownUsers, tokens, passwords, security, bus, clock, log },
    letterCase,
    loginBounds(config),
  );
  const guard = new SessionGuard(tokens, stores.sessions, bus, clock, {
    tokensMax: settings.tokenCache.tokensMax,
    recheckMillis: settings.tokenCache.recheckSeconds * MILLIS,
  });
  const users = new UserService({ ...stores, activations, bus, clock }, letterCase);
  const customers = new CustomerService(stores.customers, stores.tenants, parts.customerBelongings, bus, clock);
  const tenants = new TenantService(stores.tenants, parts.deviceProfiles, parts.tenantContents, bus, clock);
  const profiles = new TenantProfileService(stores.tenants, bus, clock);

  const firstStart = new FirstStart(
    { ...stores, activations, passwords, security, deviceProfiles: parts.deviceProfiles, clock },
    letterCase,
  );
  const oneTimeLinks = await firstStart.run(config.bootstrap);
  const meter = new RestCallMeter(stores.tenants, bus, clock, { partiesMax: config.rest.meterPartiesMax });
  const apiKeys = openApiKeys(config, { store: stores.apiKeys, users, bus, clock, log });
  guard.start();
  knownUsers.start();
  meter.start();
  logins.start();

  const rowsMax = config.rest.maxPageRows;
  return {
    authenticator: {
      authenticateBearer: (token) => guard.authenticateBearer(token),
      authenticateApiKey: apiKeys.authenticate,
    },
    apiKeysDemandTls: apiKeys.demandTls,
    meter,
    customers,
    tenants,
    users,
    routes: [
      ...authRoutes(logins),
      ...noauthRoutes(activations, new ResetsWithoutMail(log), security),
      ...userRoutes({
        users,
        userStore: stores.users,
        activations,
        tenants,
        customers,
        clock,
        baseUrl: config.baseUrl,
        pageRowsMax: rowsMax,
      }),
      ...apiKeys.routes,
      ...customerRoutes(customers, stores.customers, rowsMax),
      ...tenantRoutes(tenants, stores.tenants, rowsMax),
      ...tenantProfileRoutes(profiles, stores.tenants, rowsMax),
    ],
    oneTimeLinks,
    async stop() {
      await logins.stop();
      meter.stop();
      await apiKeys.stop();
      knownUsers.stop();
      guard.stop();
    },
  };
}

function throttleBounds({ security: { throttle } }: Config): ThrottleBounds {
  return {
    nameFailuresMax: throttle.nameFailuresMax,
    nameWindowMillis: throttle.nameWindowSeconds * MILLIS,
    addressFailuresMax: throttle.addressFailuresMax,
    addressWindowMillis: throttle.addressWindowSeconds * MILLIS,
    entriesMax: throttle.entriesMax,
  };
}

function loginBounds({ security }: Config): LoginBounds {
  return {
    refreshGraceMillis: security.refreshGraceSeconds * MILLIS,
    sessionsPerUserMax: security.sessionsPerUserMax,
    sweepMillis: security.sessionSweepSeconds * MILLIS,
    sweepSessionsMax: security.sessionSweepBatch,
  };
}
