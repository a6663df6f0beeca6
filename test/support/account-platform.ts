// A platform of which a test uses the accounts, and whose security settings it may change.
import type { SecuritySettings } from "../../src/core/access/security-settings.ts";
import { AccountCalls } from "./account-calls.ts";
import type { ManualClock } from "./manual-clock.ts";
import {
  startTestPlatform,
  SYS_ADMIN as SYSTEM,
  TENANT_ADMIN as TENANT,
  type TestPlatform,
  type TestPlatformOptions,
} from "./platform.ts";
import type { RestClient } from "./rest-client.ts";

/** As a login has them. */
export const SYS_ADMIN = { username: SYSTEM.email, password: SYSTEM.password };
export const TENANT_ADMIN = { username: TENANT.email, password: TENANT.password };

const SETTINGS = "/api/admin/securitySettings";

export class AccountPlatform extends AccountCalls implements AsyncDisposable {
  readonly platform: TestPlatform;

  private constructor(platform: TestPlatform) {
    super(platform.anonymous);
    this.platform = platform;
  }

  static async start(options: TestPlatformOptions = {}): Promise<AccountPlatform> {
    return new AccountPlatform(await startTestPlatform(options));
  }

  get clock(): ManualClock {
    return this.platform.clock;
  }

  get sysAdmin(): RestClient {
    return this.platform.sysAdmin;
  }

  /** Of the tenant of the first start. */
  get admin(): RestClient {
    return this.platform.tenant.rest;
  }

  get tenantId(): string {
    return this.platform.tenant.id;
  }

  async change(settings: Partial<SecuritySettings>): Promise<void> {
    await this.sysAdmin.post(SETTINGS, { ...Object(await this.sysAdmin.get(SETTINGS)), ...settings });
    await this.platform.holdsEverywhere();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.platform.stop();
  }
}
