// The accounts of a platform behind a real HTTP server, on a scratch database, with a clock moved by hand and security
// settings a test may change: logins, tenants, customers, users and the devices that belong to them, without MQTT.
import { GuessThrottle } from "../../src/core/guess-throttle.ts";
import { InProcessBus } from "../../src/adapters/in-process-bus/in-process-bus.ts";
import { ProtobufjsSchemas } from "../../src/adapters/protobufjs/protobufjs-schemas.ts";
import { accountRoutes, startAccounts, type Accounts } from "../../src/app/accounts.ts";
import { configOf, type GivenSettings } from "../../src/app/config.ts";
import { ShutdownStack } from "../../src/app/shutdown-stack.ts";
import { DEFAULT_SECURITY_SETTINGS, type SecuritySettings } from "../../src/core/access/security-settings.ts";
import { DeviceProfileService } from "../../src/core/devices/device-profile-service.ts";
import { DeviceService } from "../../src/core/devices/device-service.ts";
import type { TenantId } from "../../src/core/ids.ts";
import { TenantLimitsCache } from "../../src/core/tenants/tenant-limits.ts";
import { noTransportQuota } from "./no-quota.ts";
import { silentLogger, type Logger } from "../../src/lib/logger.ts";
import { Documentation } from "../../src/transport/rest/documentation/documentation.ts";
import { RestServer } from "../../src/transport/rest/rest-server.ts";
import { AccountCalls } from "./account-calls.ts";
import { AnswerCheck } from "./answer-check.ts";
import { FREE_GUESSES, QUICK_HASHES } from "./guesses.ts";
import { ManualClock } from "./manual-clock.ts";
import { noNotices } from "./no-notices.ts";
import { RestClient, text } from "./rest-client.ts";
import { REST_SETTINGS } from "./rest-settings.ts";
import { scratchSqlite, type ScratchSqlite } from "./scratch-sqlite.ts";

export const SYS_ADMIN = { username: "sysadmin@example.com", password: "A-password-of-a-test-1" };
export const TENANT_ADMIN = { username: "tenant@example.com", password: "A-password-of-a-test-2" };

const SETTINGS: GivenSettings = {
  ...FREE_GUESSES,
  ...QUICK_HASHES,
  "bootstrap.sysAdmin.email": SYS_ADMIN.username,
  "bootstrap.sysAdmin.password": SYS_ADMIN.password,
  "bootstrap.tenantAdmin.email": TENANT_ADMIN.username,
  "bootstrap.tenantAdmin.password": TENANT_ADMIN.password,
};

export interface AccountServerOptions {
  readonly settings?: GivenSettings;
  readonly log?: Logger;
}

export class AccountServer extends AccountCalls implements AsyncDisposable {
  readonly scratch: ScratchSqlite;
  readonly clock: ManualClock;
  readonly accounts: Accounts;
  readonly deviceProfiles: DeviceProfileService;
  readonly devices: DeviceService;
  readonly sysAdmin: RestClient;
  readonly admin: RestClient;
  /** The tenant of the first start. */
  readonly tenantId: TenantId;
  readonly #server: RestServer;
  readonly #shutdown: ShutdownStack;
  readonly #security: { settings: SecuritySettings };

  private constructor(parts: {
    scratch: ScratchSqlite;
    clock: ManualClock;
    accounts: Accounts;
    deviceProfiles: DeviceProfileService;
    devices: DeviceService;
    anonymous: RestClient;
    sysAdmin: RestClient;
    admin: RestClient;
    tenantId: TenantId;
    server: RestServer;
    shutdown: ShutdownStack;
    security: { settings: SecuritySettings };
  }) {
    super(parts.anonymous);
    this.scratch = parts.scratch;
    this.clock = parts.clock;
    this.accounts = parts.accounts;
    this.deviceProfiles = parts.deviceProfiles;
    this.devices = parts.devices;
    this.sysAdmin = parts.sysAdmin;
    this.admin = parts.admin;
    this.tenantId = parts.tenantId;
    this.#server = parts.server;
    this.#shutdown = parts.shutdown;
    this.#security = parts.security;
  }

  static async start({ settings = {}, log = silentLogger }: AccountServerOptions = {}): Promise<AccountServer> {
    const scratch = await scratchSqlite();
    const { stores } = scratch;
    const clock = new ManualClock();
    const bus = new InProcessBus(log);
    const security = { settings: DEFAULT_SECURITY_SETTINGS };
    const tenantLimits = new TenantLimitsCache({ profiles: stores.tenants, quota: noTransportQuota, bus, log });
    tenantLimits.start();
    const deviceProfiles = new DeviceProfileService({
      profiles: stores.deviceProfiles,
      schemas: new ProtobufjsSchemas(),
      ...{ bus, clock },
    });
    const devices = new DeviceService({
      devices: stores.devices,
      credentials: stores.credentials,
      limit: tenantLimits,
      notices: noNotices,
      bus,
      clock,
      log,
    });
    const shutdown = new ShutdownStack();
    const config = configOf({ ...SETTINGS, ...settings });
    const guesses = new GuessThrottle({ clock }, config.security.guesses);
    const context = { config, stores, guesses, bus, peers: undefined, counts: undefined, clock, log, shutdown };
    const accounts = await startAccounts(context, {
      deviceProfiles,
      tenantContents: [devices, deviceProfiles],
      customerBelongings: [devices],
      tenantLimits,
      security: { current: () => security.settings },
    });
    const routes = accountRoutes(context, accounts);
    const server = new RestServer(
      {
        ...REST_SETTINGS,
        bodyBytesMax: 1_000_000,
        entityBodyBytesMax: 1_000_000,
        openBodyBytesMax: 65_536,
        trustedProxies: ["127.0.0.1"],
      },
      {
        routes,
        pages: [new Documentation({ routes, version: "0" })],
        authenticator: accounts.authenticator,
        meter: accounts.meter,
        clock,
        log,
      },
    );
    await server.start();
    const anonymous = new RestClient(server.url, undefined, await AnswerCheck.of(server.url, "accounts", settings));
    const sysAdmin = await anonymous.login(SYS_ADMIN.username, SYS_ADMIN.password);
    const admin = await anonymous.login(TENANT_ADMIN.username, TENANT_ADMIN.password);
    const tenantId = text(await admin.get("/api/auth/user"), "tenantId", "id") as TenantId;
    return new AccountServer({
      scratch,
      clock,
      accounts,
      deviceProfiles,
      devices,
      anonymous,
      sysAdmin,
      admin,
      tenantId,
      server,
      shutdown,
      security,
    });
  }

  change(settings: Partial<SecuritySettings>): void {
    this.#security.settings = { ...this.#security.settings, ...settings };
  }

  /** Ends what the accounts do in the background. May be called twice. */
  stopAccounts(): Promise<void> {
    return this.#shutdown.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop();
    await this.stopAccounts();
    await this.scratch.remove();
  }
}
