// What every adapter that keeps API keys must do, whatever it keeps them in.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newKeyValue, type ApiKey, type ApiKeyStore } from "../../src/core/access/api-key.ts";
import type { AccountStore } from "../../src/core/access/account-store.ts";
import type { CustomerStore } from "../../src/core/customers/customer-store.ts";
import { newId, type ApiKeyId } from "../../src/core/ids.ts";
import { FAIL_ON_CONFLICT } from "../../src/core/name-conflict.ts";
import type { TenantStore } from "../../src/core/tenants/tenant-store.ts";
import type { UserStore } from "../../src/core/users/user-store.ts";
import type { User } from "../../src/core/users/user.ts";
import { millis } from "../../src/lib/clock.ts";
import {
  ACTIVATED,
  NOW,
  pageOf,
  sampleCustomer,
  sampleProfile,
  sampleTenant,
  sampleUser,
  userOf,
} from "./account-samples.ts";

export interface ApiKeyStores {
  readonly accounts: AccountStore;
  readonly apiKeys: ApiKeyStore;
  readonly customers: CustomerStore;
  readonly tenants: TenantStore;
  readonly users: UserStore;
}

interface Sample {
  readonly key: ApiKey;
  readonly digest: Uint8Array;
}

export function sampleKey(owner: User, fields: Partial<ApiKey> = {}): Sample {
  const { digest, start } = newKeyValue("bh_");
  const key: ApiKey = {
    id: newId<ApiKeyId>(),
    createdAt: NOW,
    owner: { userId: owner.id, authority: owner.authority, tenantId: owner.tenantId, customerId: owner.customerId },
    description: "a key",
    enabled: true,
    expiresAt: null,
    valueStart: start,
    lastUsedAt: null,
    ...fields,
  };
  return { key, digest };
}

export function apiKeyStoreContracts(
  name: string,
  open: () => Promise<{ readonly stores: ApiKeyStores; remove(): Promise<void> }>,
): void {
  describe(`API key store: ${name}`, () => {
    let stores: ApiKeyStores;
    let opened: { remove(): Promise<void> };
    beforeAll(async () => {
      const underTest = await open();
      ({ stores } = underTest);
      opened = underTest;
    });
    afterAll(() => opened.remove());

    const storedUser = async (): Promise<User> => {
      const user = sampleUser();
      await stores.users.createUser(user, ACTIVATED, 0);
      return user;
    };
    const storedCustomerUser = async () => {
      const profile = sampleProfile();
      await stores.tenants.createProfile(profile);
      const tenant = sampleTenant(profile);
      await stores.tenants.createTenant(tenant);
      const customer = await stores.customers.createCustomer(sampleCustomer(tenant), FAIL_ON_CONFLICT, 0);
      const user = userOf(customer);
      await stores.users.createUser(user, ACTIVATED, 0);
      return { tenant, customer, user };
    };
    const storedKey = async (owner: User, fields: Partial<ApiKey> = {}): Promise<Sample> => {
      const sample = sampleKey(owner, fields);
      await stores.apiKeys.createKey(sample.key, sample.digest, 100);
      return sample;
    };

    test("a key is read as it was written, by its id and by the digest of its value", async () => {
      const { user } = await storedCustomerUser();
      const { key, digest } = await storedKey(user, { expiresAt: millis(NOW + 1), description: "Größe %_'" });

      expect(await stores.apiKeys.findKey(key.id)).toEqual(key);
      expect(await stores.apiKeys.findLogin(digest)).toEqual({ key, isOwnerEnabled: true });
      expect(await stores.apiKeys.findLogin(sampleKey(user).digest)).toBeUndefined();
      expect(await stores.apiKeys.findKey(newId<ApiKeyId>())).toBeUndefined();
    });

    test("a key is found with whether its user may log in", async () => {
      // Two, as the last system administrator cannot be disabled.
      const [user] = [await storedUser(), await storedUser()];
      const { digest } = await storedKey(user);
      for (const enabled of [false, true]) {
        await stores.accounts.setEnabled(user.id, enabled);
        expect(await stores.apiKeys.findLogin(digest)).toMatchObject({ isOwnerEnabled: enabled });
      }
    });

    test("a user who is gone gets no key, and one who has enough no further one", async () => {
      const user = await storedUser();
      const [first, second] = [sampleKey(user), sampleKey(user)];
      await stores.apiKeys.createKey(first.key, first.digest, 1);

      await expect(stores.apiKeys.createKey(second.key, second.digest, 1)).rejects.toMatchObject({ kind: "invalid" });
      const orphan = sampleKey(sampleUser());
      await expect(stores.apiKeys.createKey(orphan.key, orphan.digest, 1)).rejects.toMatchObject({ kind: "not-found" });
    });

    test("a change leaves what it does not name", async () => {
      const { key } = await storedKey(await storedUser());

      expect(await stores.apiKeys.updateKey(key.id, { enabled: false })).toEqual({ ...key, enabled: false });
      const changed = { ...key, enabled: false, description: "other" };
      expect(await stores.apiKeys.updateKey(key.id, { description: "other" })).toEqual(changed);
      expect(await stores.apiKeys.findKey(key.id)).toEqual(changed);
      await expect(stores.apiKeys.updateKey(newId<ApiKeyId>(), { enabled: true })).rejects.toMatchObject({
        kind: "not-found",
      });
    });

    test("a key is deleted once", async () => {
      const { key, digest } = await storedKey(await storedUser());

      expect(await stores.apiKeys.deleteKey(key.id)).toBe(true);
      expect(await stores.apiKeys.deleteKey(key.id)).toBe(false);
      expect(await stores.apiKeys.findLogin(digest)).toBeUndefined();
    });

    test("keys go with their user, his customer and his tenant", async () => {
      const [ofUser, ofCustomer, ofTenant] = [
        await storedCustomerUser(),
        await storedCustomerUser(),
        await storedCustomerUser(),
      ];
      const keys = [await storedKey(ofUser.user), await storedKey(ofCustomer.user), await storedKey(ofTenant.user)];
      await stores.users.deleteUser(ofUser.user.id);
      await stores.customers.deleteCustomer(ofCustomer.tenant.id, ofCustomer.customer.id);
      await stores.tenants.deleteTenant(ofTenant.tenant.id);

      for (const { key } of keys) expect(await stores.apiKeys.findKey(key.id)).toBeUndefined();
    });

    test("a list shows the keys of one user, searched by description and sorted", async () => {
      const [user, other] = [await storedUser(), await storedUser()];
      await storedKey(other);
      const a = await storedKey(user, { description: "A%", expiresAt: millis(NOW + 2), enabled: false });
      const b = await storedKey(user, { description: "b", expiresAt: millis(NOW + 1) });
      const list = async (request: Parameters<ApiKeyStore["listKeys"]>[1]) => {
        const { items, total } = await stores.apiKeys.listKeys(user.id, request);
        return { ids: items.map(({ id }) => id), total };
      };

      expect(await list(pageOf())).toEqual({ ids: [a.key.id, b.key.id], total: 2 });
      expect(await list(pageOf({ textSearch: "a%" }))).toEqual({ ids: [a.key.id], total: 1 });
      expect(await list(pageOf({ size: 1, page: 1 }))).toEqual({ ids: [b.key.id], total: 2 });
      expect(await list(pageOf({ sort: { property: "expirationTime", order: "ASC" } }))).toMatchObject({
        ids: [b.key.id, a.key.id],
      });
      expect(await list(pageOf({ sort: { property: "enabled", order: "DESC" } }))).toMatchObject({
        ids: [b.key.id, a.key.id],
      });
    });

    test("the last use only moves forward, and that of a key that is gone is left out", async () => {
      const { key } = await storedKey(await storedUser());
      const use = (usedAt: number) =>
        stores.apiKeys.recordUses([
          { keyId: newId<ApiKeyId>(), usedAt: NOW },
          { keyId: key.id, usedAt: millis(usedAt) },
        ]);

      await use(NOW + 5);
      await use(NOW + 4);
      expect((await stores.apiKeys.findKey(key.id))?.lastUsedAt).toBe(NOW + 5);
    });

    test("keys that expired before a time are deleted, at most so many at once", async () => {
      const user = await storedUser();
      const end = millis(NOW - 1_000_000);
      const keys = [];
      for (const expiresAt of [end, end, millis(end + 1), null]) keys.push(await storedKey(user, { expiresAt }));

      expect(await stores.apiKeys.deleteExpired(millis(end + 1), 1)).toBe(1);
      expect(await stores.apiKeys.deleteExpired(millis(end + 1), 10)).toBe(1);
      const left = (await stores.apiKeys.listKeys(user.id, pageOf())).items.map(({ id }) => id);
      expect(left).toEqual(keys.slice(2).map(({ key }) => key.id));
    });
  });
}
