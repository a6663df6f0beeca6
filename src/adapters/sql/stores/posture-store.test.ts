// What is old or unused in the stored data, on the edge of each bound.
import { expect, test } from "vitest";
import {
  ACTIVATED,
  NOW,
  sampleProfile,
  sampleSession,
  sampleTenant,
  sampleUser,
} from "../../../../test/contracts/account-samples.ts";
import { sampleKey } from "../../../../test/contracts/api-key-store.ts";
import { scratchSqlite } from "../../../../test/support/scratch-sqlite.ts";
import { KEY_DAYS_MAX, UNUSED_DAYS_MAX } from "../../../core/installation/posture.ts";
import { millis } from "../../../lib/clock.ts";
import { DAY_MILLIS } from "../../../lib/units.ts";

const after = (days: number) => millis(NOW + days * DAY_MILLIS);
const UNUSED = UNUSED_DAYS_MAX + 1;

test("users are unused who have not logged in for too long, unless a key of theirs may be in use", async () => {
  await using scratch = await scratchSqlite();
  const { users, accounts, apiKeys, posture } = scratch.stores;
  const [silent, active, withKey, invited] = [sampleUser(), sampleUser(), sampleUser(), sampleUser()];
  for (const user of [silent, active, withKey]) await users.createUser(user, ACTIVATED, 0);
  await users.createUser(invited, { kind: "invited", activation: { token: "a", expiresAt: after(1) } }, 0);
  await accounts.recordLogin(sampleSession(active, { createdAt: after(1) }), 10);
  const { key, digest } = sampleKey(withKey);
  await apiKeys.createKey(key, digest, 1);
  const unused = async (days: number) => (await posture.countRisks(after(days))).unusedAccounts;

  expect([await unused(UNUSED_DAYS_MAX), await unused(UNUSED), await unused(UNUSED + 1)]).toEqual([0, 1, 2]);
  await accounts.setEnabled(silent.id, false);
  expect(await unused(UNUSED)).toBe(0);
});

test("API keys are unused that could be used, and were not for too long", async () => {
  await using scratch = await scratchSqlite();
  const { users, apiKeys, posture } = scratch.stores;
  const user = sampleUser();
  await users.createUser(user, ACTIVATED, 0);
  const rows = [{}, {}, { enabled: false }, { expiresAt: after(UNUSED) }, { expiresAt: after(UNUSED + 1) }];
  const keys = rows.map((fields) => sampleKey(user, fields));
  for (const { key, digest } of keys) await apiKeys.createKey(key, digest, keys.length);
  await apiKeys.recordUses([{ keyId: keys[1]?.key.id ?? expect.fail(), usedAt: after(1) }]);
  const unused = async (days: number) => (await posture.countRisks(after(days))).unusedApiKeys;

  expect([await unused(UNUSED_DAYS_MAX), await unused(UNUSED), await unused(UNUSED + 1)]).toEqual([0, 2, 2]);
});

test("passwords are old that have not been changed for too long", async () => {
  await using scratch = await scratchSqlite();
  const { users, posture } = scratch.stores;
  await users.createUser(sampleUser(), ACTIVATED, 0);
  const old = async (days: number) => (await posture.countRisks(after(days))).oldPasswords;

  expect([await old(KEY_DAYS_MAX), await old(KEY_DAYS_MAX + 1)]).toEqual([0, 1]);
});

test("keys are in use since they were made or saved; a saved key of tokens takes precedence, and one of the settings has no age", async () => {
  await using scratch = await scratchSqlite();
  const { installations, marks, posture, settings } = scratch.stores;
  const saved = { issuer: "plant", accessSeconds: 60, refreshSeconds: 900, savedAt: after(2) };
  const ages = async (isTokenKeySet = false) => {
    const { masterKeySince, tokenKeySince } = await posture.findKeyTimes(isTokenKeySet);
    return [masterKeySince, tokenKeySince];
  };

  expect(await ages()).toEqual([undefined, undefined]);
  for (const days of [0, 1]) {
    await marks.requireKey("secret.key", after(days));
    await installations.keyOf("jwt", new Uint8Array(64), after(days));
  }
  expect([await ages(), await ages(true)]).toEqual([
    [NOW, NOW],
    [NOW, undefined],
  ]);
  await settings.saveTokenSettings({ ...saved, signingKey: null });
  expect(await ages()).toEqual([NOW, NOW]);
  await settings.saveTokenSettings({ ...saved, signingKey: new Uint8Array(64) });
  expect([await ages(), await ages(true)]).toEqual([
    [NOW, after(2)],
    [NOW, after(2)],
  ]);
});

test("tenants without limits are counted, and five are named, those with the most devices first", async () => {
  await using scratch = await scratchSqlite();
  const { tenants, posture } = scratch.stores;
  const profile = sampleProfile();
  const limited = sampleProfile({
    profileData: { configuration: { maxDevices: 1, transportTenantMsgRateLimit: "1:1" } },
  });
  for (const each of [profile, limited]) await tenants.createProfile(each);
  const risks = async () => await posture.countRisks(after(0));
  expect(await risks()).toMatchObject({ tenantsWithoutDeviceLimit: { total: 0, named: [] } });
  await tenants.createTenant(sampleTenant(limited, { title: "limited" }));
  const titles = ["f", "e", "d", "c", "b", "a"];
  for (const title of titles) await tenants.createTenant(sampleTenant(profile, { title }));
  const { tenantsWithoutDeviceLimit, tenantsWithoutRateLimit } = await risks();
  for (const { total, named } of [tenantsWithoutDeviceLimit, tenantsWithoutRateLimit])
    expect([total, named.map(({ title }) => title)]).toEqual([6, ["a", "b", "c", "d", "e"]]);
});

test("the engine says what it is, and how it syncs", async () => {
  await using scratch = await scratchSqlite();

  expect(await scratch.stores.posture.findEngine()).toEqual({
    name: "SQLite",
    version: process.versions["sqlite"],
    sync: "synchronous = FULL",
    lacks: undefined,
  });
});
