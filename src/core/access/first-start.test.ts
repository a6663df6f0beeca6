import { UserLanguages } from "../users/user-languages.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { guesses } from "../../../test/support/guesses.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { scratchSqlite, type ScratchSqlite } from "../../../test/support/scratch-sqlite.ts";
import { Argon2PasswordHasher } from "../../adapters/argon2/argon2-password-hasher.ts";
import { JoseTokenSigner } from "../../adapters/jose/jose-token-signer.ts";
import { ActivationService } from "./activation-service.ts";
import { FirstStart, type FirstStartOptions } from "./first-start.ts";
import { NewPasswords } from "./new-passwords.ts";
import { PasswordCheck } from "./password-check.ts";
import { DEFAULT_SECURITY_SETTINGS } from "./security-settings.ts";
import { Tokens } from "./tokens.ts";

const DAY_MILLIS = 86_400_000;
const WITHOUT_PASSWORDS: FirstStartOptions = {
  sysAdmin: { email: "Sys@Example.com", password: undefined },
  tenantAdmin: { email: "tenant@example.com", password: undefined },
};
const WITH_PASSWORDS: FirstStartOptions = {
  sysAdmin: { email: "sys@example.com", password: "long-enough-1" },
  tenantAdmin: { email: "tenant@example.com", password: "long-enough-2" },
};

describe("first start", () => {
  let scratch: ScratchSqlite;
  let clock: ManualClock;
  let activations: ActivationService;
  let firstStart: FirstStart;
  let deviceProfilesOf: string[];

  beforeEach(async () => {
    scratch = await scratchSqlite();
    clock = new ManualClock();
    deviceProfilesOf = [];
    const { stores } = scratch;
    const security = { current: () => DEFAULT_SECURITY_SETTINGS };
    const signer = await JoseTokenSigner.create(Buffer.alloc(64, 1));
    const terms = { signer, issuer: "test", accessSeconds: 9000, refreshSeconds: 604_800, savedAt: null };
    const tokens = new Tokens({ current: () => terms }, clock);
    const hasher = new Argon2PasswordHasher({ memoryKib: 64, passes: 1 });
    const passwords = new PasswordCheck(hasher, guesses({}, clock), { parallelMax: 2, waitingMax: 10 });
    const newPasswords = new NewPasswords(
      { accounts: stores.accounts, passwords, security, clock },
      { replacedMax: 10 },
    );
    activations = new ActivationService({
      accounts: stores.accounts,
      newPasswords,
      tokens,
      security,
      notices: undefined,
      languages: new UserLanguages(stores.userSettings),
      records: { passwordSet: () => Promise.resolve() },
      clock,
    });
    const deviceProfiles = {
      createDefaultOf: async (tenantId: string) => {
        deviceProfilesOf.push(tenantId);
      },
    };
    firstStart = new FirstStart(
      { ...stores, activations, passwords, security, deviceProfiles, clock },
      "case-insensitive",
    );
  });
  afterEach(() => scratch.remove());

  test("creates the tenant Default with its profile and one administrator of each kind", async () => {
    const { stores } = scratch;
    expect(await firstStart.run(WITH_PASSWORDS)).toEqual([]);

    const administrator = await stores.accounts.findAccountByLogin("tenant@example.com");
    const tenant = await stores.tenants.findTenant(administrator?.user.tenantId ?? expect.fail());
    expect(tenant).toMatchObject({ title: "Default", profileName: "Default" });
    expect(administrator).toMatchObject({ enabled: true, user: { authority: "TENANT_ADMIN" } });
    expect(await stores.accounts.findAccountByLogin("sys@example.com")).toMatchObject({
      enabled: true,
      user: { authority: "SYS_ADMIN" },
    });
    expect(deviceProfilesOf).toEqual([tenant?.id]);
  });

  test("an account without a password gets a link that works once", async () => {
    const links = await firstStart.run(WITHOUT_PASSWORDS);

    expect(links).toMatchObject([
      { email: "sys@example.com", authority: "SYS_ADMIN" },
      { email: "tenant@example.com", authority: "TENANT_ADMIN" },
    ]);
    for (const { activationToken } of links) {
      expect((await activations.activate(activationToken, "long-enough", "en")).token).not.toBe("");
      await expect(activations.activate(activationToken, "long-enough", "en")).rejects.toMatchObject({
        kind: "invalid",
      });
    }
  });

  test("as long as no system administrator is active, each start gives new links; afterwards none does", async () => {
    const [first] = await firstStart.run(WITHOUT_PASSWORDS);
    clock.advance(DAY_MILLIS);
    const again = await firstStart.run(WITHOUT_PASSWORDS);

    expect(again).toMatchObject([{ authority: "SYS_ADMIN" }, { authority: "TENANT_ADMIN" }]);
    expect(again[0]?.activationToken).not.toBe(first?.activationToken);
    await activations.activate(again[0]?.activationToken ?? "", "long-enough", "en");
    expect(await firstStart.run(WITHOUT_PASSWORDS)).toEqual([]);
  });

  test("a later start gives no link of a tenant's administrator who has a password, or has gone", async () => {
    const links = await firstStart.run(WITHOUT_PASSWORDS);
    await activations.activate(links[1]?.activationToken ?? "", "long-enough", "en");

    expect(await firstStart.run(WITHOUT_PASSWORDS)).toMatchObject([{ authority: "SYS_ADMIN" }]);
    expect(
      await firstStart.run({ ...WITHOUT_PASSWORDS, tenantAdmin: { email: "other@example.com", password: undefined } }),
    ).toMatchObject([{ authority: "SYS_ADMIN" }]);
  });

  test("later starts change nothing", async () => {
    await firstStart.run(WITH_PASSWORDS);
    await firstStart.run({ ...WITH_PASSWORDS, sysAdmin: { email: "other@example.com", password: "long-enough-3" } });

    expect(await scratch.stores.accounts.findAccountByLogin("other@example.com")).toBeUndefined();
  });

  test("an unfit email or password stops the start, with nothing created", async () => {
    const run = (sysAdmin: FirstStartOptions["sysAdmin"]) => firstStart.run({ ...WITH_PASSWORDS, sysAdmin });

    await expect(run({ email: "sys@example.com", password: "short" })).rejects.toMatchObject({ kind: "invalid" });
    await expect(run({ email: "no address", password: "long-enough" })).rejects.toMatchObject({ kind: "invalid" });
    expect(await scratch.stores.tenants.findDefaultProfile()).toBeUndefined();
  });
});
