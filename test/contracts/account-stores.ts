// What every adapter that keeps tenants, customers, users and sessions must do, whatever it keeps them in.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountStore, PasswordMemory } from "../../src/core/access/account-store.ts";
import type { InstallationStore } from "../../src/core/access/first-start.ts";
import { DEFAULT_SECURITY_SETTINGS, type SecuritySettingsStore } from "../../src/core/access/security-settings.ts";
import type { SessionStore } from "../../src/core/access/session.ts";
import type { TokenSettingsStore } from "../../src/core/access/token-settings.ts";
import type { CustomerStore } from "../../src/core/customers/customer-store.ts";
import {
  newId,
  type CustomerId,
  type SessionId,
  type TenantId,
  type TenantProfileId,
  type UserId,
} from "../../src/core/ids.ts";
import { FAIL_ON_CONFLICT, type NameConflict } from "../../src/core/name-conflict.ts";
import type { TenantStore } from "../../src/core/tenants/tenant-store.ts";
import type { UserSettingsStore } from "../../src/core/users/user-settings.ts";
import type { UserStore } from "../../src/core/users/user-store.ts";
import type { User } from "../../src/core/users/user.ts";
import { millis } from "../../src/lib/clock.ts";
import {
  ACTIVATED,
  administratorOf,
  invited,
  NOW,
  pageOf,
  sampleCustomer,
  sampleProfile,
  sampleSession,
  sampleTenant,
  sampleUser,
  userOf,
} from "./account-samples.ts";

export interface AccountStores {
  readonly accounts: AccountStore;
  readonly customers: CustomerStore;
  readonly installations: InstallationStore;
  readonly sessions: SessionStore;
  readonly settings: SecuritySettingsStore & TokenSettingsStore;
  readonly tenants: TenantStore;
  readonly users: UserStore;
  readonly userSettings: UserSettingsStore;
}

export interface StoresUnderTest {
  readonly stores: AccountStores;
  remove(): Promise<void>;
}

const ROTATION = { graceMillis: 60_000, sessionsPerUserMax: 10 };
const FORGET: PasswordMemory = { since: NOW, max: 0 };
const NUMBERED: NameConflict = { policy: "uniquify", separator: "_", strategy: "incremental" };

export function accountStoreContracts(name: string, open: () => Promise<StoresUnderTest>): void {
  describe(`account stores: ${name}`, () => {
    let underTest: StoresUnderTest;
    let stores: AccountStores;
    beforeAll(async () => {
      underTest = await open();
      ({ stores } = underTest);
    });
    afterAll(() => underTest.remove());

    const storedTenant = async () => {
      const profile = sampleProfile();
      await stores.tenants.createProfile(profile);
      const tenant = sampleTenant(profile);
      await stores.tenants.createTenant(tenant);
      return { profile, tenant };
    };
    const storedCustomer = async () => {
      const { tenant } = await storedTenant();
      return { tenant, customer: await stores.customers.createCustomer(sampleCustomer(tenant), FAIL_ON_CONFLICT, 0) };
    };
    const storedUser = async () => {
      const user = sampleUser();
      await stores.users.createUser(user, ACTIVATED, 0);
      return user;
    };
    const loggedIn = async () => {
      const user = await storedUser();
      const session = sampleSession(user);
      await stores.accounts.recordLogin(session, 10);
      return { user, session };
    };

    describe("installation", () => {
      test("the first installation is stored once, as a whole", async () => {
        const profile = sampleProfile({ isDefault: true });
        const tenant = sampleTenant(profile);
        const first = {
          profile,
          tenant,
          users: [
            { user: sampleUser(), account: ACTIVATED },
            { user: administratorOf(tenant), account: invited("first") },
          ],
        };

        expect(await stores.installations.install(first)).toBe(true);
        expect(await stores.installations.install({ ...first, users: [] })).toBe(false);
        expect(await stores.tenants.findDefaultProfile()).toEqual(profile);
        expect(await stores.tenants.findTenant(tenant.id)).toEqual({ ...tenant, profileName: profile.name });
      });

      test("a key stays what it was when it was first asked for", async () => {
        const key = Buffer.alloc(64, 7);

        expect(Buffer.from(await stores.installations.keyOf("a key", key, NOW))).toEqual(key);
        expect(Buffer.from(await stores.installations.keyOf("a key", Buffer.alloc(64, 8), NOW))).toEqual(key);
      });
    });

    describe("tenants", () => {
      test("a tenant is read as it was written", async () => {
        const { profile } = await storedTenant();
        const tenant = sampleTenant(profile, {
          city: "Zürich",
          additionalInfo: { constructor: 1, ["__proto__"]: "text" },
        });
        await stores.tenants.createTenant(tenant);

        expect(await stores.tenants.findTenant(tenant.id)).toEqual({ ...tenant, profileName: profile.name });
        expect(await stores.tenants.findProfileOf(tenant.id)).toEqual(profile);
      });

      test("a save counts the version, a stale one is refused, and null forces it", async () => {
        const { tenant } = await storedTenant();

        expect((await stores.tenants.updateTenant(tenant.id, { ...tenant, title: "b" }, 1)).version).toBe(2);
        await expect(stores.tenants.updateTenant(tenant.id, { ...tenant, title: "c" }, 1)).rejects.toMatchObject({
          kind: "conflict",
        });
        expect(await stores.tenants.updateTenant(tenant.id, { ...tenant, title: "d" }, null)).toEqual({
          ...tenant,
          title: "d",
          version: 3,
        });
      });

      test("what does not exist is not found", async () => {
        const { tenant } = await storedTenant();

        await expect(stores.tenants.updateTenant(newId<TenantId>(), tenant, null)).rejects.toMatchObject({
          kind: "not-found",
        });
        expect(await stores.tenants.deleteTenant(newId<TenantId>())).toBe(false);
        expect(await stores.tenants.findProfileOf(newId<TenantId>())).toBeUndefined();
      });

      test("what comes for a tenant that has been deleted meanwhile finds nothing to belong to", async () => {
        const { tenant } = await storedTenant();
        await stores.tenants.deleteTenant(tenant.id);

        await expect(
          stores.customers.createCustomer(sampleCustomer(tenant), FAIL_ON_CONFLICT, 0),
        ).rejects.toMatchObject({ kind: "not-found" });
      });

      test("deleting a tenant takes its customers, users and sessions with it", async () => {
        const { tenant, customer } = await storedCustomer();
        const user = userOf(customer);
        await stores.users.createUser(user, ACTIVATED, 0);
        const session = sampleSession(user);
        await stores.accounts.recordLogin(session, 10);

        expect(await stores.tenants.deleteTenant(tenant.id)).toBe(true);
        expect(await stores.customers.findCustomer(customer.id)).toBeUndefined();
        expect(await stores.users.findUser(user.id)).toBeUndefined();
        expect(await stores.sessions.findSession(session.id)).toBeUndefined();
      });

      test("lists are searched without regard to case and with every character literal, sorted and cut into pages", async () => {
        const { profile } = await storedTenant();
        for (const title of ["Ölmühle 50%", "ölmühle 500", "ÖLMÜHLE 5"])
          await stores.tenants.createTenant(sampleTenant(profile, { title }));
        const search = (textSearch: string) =>
          stores.tenants.listTenants(pageOf({ textSearch, sort: { property: "title", order: "DESC" } }));

        expect((await search("ölmühle")).items.map(({ title }) => title)).toEqual([
          "ölmühle 500",
          "Ölmühle 50%",
          "ÖLMÜHLE 5",
        ]);
        expect((await search("50%")).items.map(({ title }) => title)).toEqual(["Ölmühle 50%"]);
        expect(await stores.tenants.listTenants(pageOf({ textSearch: "ölmühle", page: 1, size: 2 }))).toMatchObject({
          total: 3,
          items: [{ title: "ÖLMÜHLE 5" }],
        });
        expect(
          await stores.tenants.listTenants(pageOf({ textSearch: "ölmühle", page: 2_147_483_647, size: 10_000 })),
        ).toEqual({ total: 3, items: [] });
      });
    });

    describe("tenant profiles", () => {
      test("names are unique in the installation", async () => {
        const { profile } = await storedTenant();
        const other = sampleProfile();
        await stores.tenants.createProfile(other);

        await expect(stores.tenants.createProfile(sampleProfile({ name: profile.name }))).rejects.toMatchObject({
          kind: "invalid",
        });
        await expect(
          stores.tenants.updateProfile(other.id, { ...other, name: profile.name }, false),
        ).rejects.toMatchObject({ kind: "invalid" });
      });

      test("one profile is the default: a second is refused, another one can take its place", async () => {
        const other = sampleProfile();
        await stores.tenants.createProfile(other);

        await expect(stores.tenants.createProfile(sampleProfile({ isDefault: true }))).rejects.toMatchObject({
          kind: "invalid",
        });
        await expect(stores.tenants.updateProfile(other.id, other, true)).rejects.toMatchObject({ kind: "invalid" });
        expect(await stores.tenants.makeDefault(other.id)).toEqual({ ...other, isDefault: true });
        expect((await stores.tenants.findDefaultProfile())?.id).toBe(other.id);
      });

      test("the default one and one in use cannot be deleted", async () => {
        const { profile } = await storedTenant();
        const free = sampleProfile();
        await stores.tenants.createProfile(free);

        await expect(stores.tenants.deleteProfile(profile.id)).rejects.toMatchObject({ kind: "invalid" });
        const standard = await stores.tenants.findDefaultProfile();
        await expect(stores.tenants.deleteProfile(standard?.id ?? profile.id)).rejects.toMatchObject({
          kind: "invalid",
        });
        await stores.tenants.deleteProfile(free.id);
        await expect(stores.tenants.deleteProfile(free.id)).rejects.toMatchObject({ kind: "not-found" });
        await expect(stores.tenants.makeDefault(newId<TenantProfileId>())).rejects.toMatchObject({ kind: "not-found" });
      });
    });

    describe("customers", () => {
      test("a title is unique in the tenant, and free in another", async () => {
        const { tenant, customer } = await storedCustomer();
        const { tenant: other } = await storedTenant();
        const twin = sampleCustomer(tenant, { title: customer.title });

        await expect(stores.customers.createCustomer(twin, FAIL_ON_CONFLICT, 0)).rejects.toMatchObject({
          kind: "invalid",
        });
        await stores.customers.createCustomer(sampleCustomer(other, { title: customer.title }), FAIL_ON_CONFLICT, 0);
        expect((await stores.customers.createCustomer(twin, NUMBERED, 0)).title).toBe(`${customer.title}_1`);
        expect(
          (await stores.customers.createCustomer(sampleCustomer(tenant, { title: customer.title }), NUMBERED, 0)).title,
        ).toBe(`${customer.title}_2`);
      });

      test("a save keeps its own title, counts the version and refuses a stale one", async () => {
        const { tenant, customer } = await storedCustomer();
        const update = (version: number | null) =>
          stores.customers.updateCustomer({
            tenantId: tenant.id,
            id: customer.id,
            fields: { ...customer, phone: "1" },
            conflict: FAIL_ON_CONFLICT,
            expectedVersion: version,
          });

        expect(await update(1)).toEqual({ ...customer, phone: "1", version: 2 });
        await expect(update(1)).rejects.toMatchObject({ kind: "conflict" });
      });

      test("at the limit no further one is created", async () => {
        const { tenant } = await storedCustomer();

        await expect(
          stores.customers.createCustomer(sampleCustomer(tenant), FAIL_ON_CONFLICT, 1),
        ).rejects.toMatchObject({
          kind: "limit-exceeded",
          details: { entityType: "CUSTOMER", limit: { name: "maxCustomers", value: 1 } },
        });
        await stores.customers.createCustomer(sampleCustomer(tenant), FAIL_ON_CONFLICT, 2);
      });

      test("tenants are walls", async () => {
        const { customer } = await storedCustomer();
        const { tenant: other } = await storedTenant();

        expect(await stores.customers.deleteCustomer(other.id, customer.id)).toBeUndefined();
        expect(await stores.customers.findCustomers(other.id, [customer.id])).toEqual([]);
        expect(await stores.customers.findCustomerByTitle(other.id, customer.title)).toBeUndefined();
        expect(await stores.customers.listCustomers(other.id, pageOf())).toEqual({ items: [], total: 0 });
        await expect(
          stores.customers.updateCustomer({
            ...{ tenantId: other.id, id: customer.id, fields: customer },
            ...{ conflict: FAIL_ON_CONFLICT, expectedVersion: null },
          }),
        ).rejects.toMatchObject({ kind: "not-found" });
      });

      test("deleting one deletes its users and says whose they were", async () => {
        const { tenant, customer } = await storedCustomer();
        const user = userOf(customer);
        await stores.users.createUser(user, ACTIVATED, 0);

        expect(await stores.customers.deleteCustomer(tenant.id, customer.id)).toEqual([user.id]);
        expect(await stores.users.findUser(user.id)).toBeUndefined();
        expect(await stores.customers.deleteCustomer(tenant.id, customer.id)).toBeUndefined();
      });
    });

    describe("users", () => {
      test("a user is read as it was written", async () => {
        const user = sampleUser({ firstName: "Ada", additionalInfo: { lang: "en_US" } });
        await stores.users.createUser(user, ACTIVATED, 0);

        expect(await stores.users.findUser(user.id)).toEqual(user);
        expect(await stores.users.findUsers([user.id, newId<UserId>()])).toEqual([user]);
        expect(await stores.users.findAccountState(user.id)).toEqual({
          enabled: true,
          activated: true,
          lastLoginAt: null,
        });
      });

      test("an email is unique in the installation", async () => {
        const user = await storedUser();
        const other = await storedUser();

        await expect(stores.users.createUser(sampleUser({ email: user.email }), ACTIVATED, 0)).rejects.toMatchObject({
          kind: "invalid",
        });
        await expect(stores.users.updateUser(other.id, { ...other, email: user.email }, null)).rejects.toMatchObject({
          kind: "invalid",
        });
      });

      test("tenant and customer must exist, and belong together", async () => {
        const { customer } = await storedCustomer();
        const { tenant: other } = await storedTenant();

        await expect(
          stores.users.createUser(userOf(customer, { tenantId: other.id }), ACTIVATED, 0),
        ).rejects.toMatchObject({ kind: "invalid" });
        await expect(
          stores.users.createUser(userOf(customer, { customerId: newId<CustomerId>() }), ACTIVATED, 0),
        ).rejects.toMatchObject({ kind: "invalid" });
        await expect(
          stores.users.createUser(administratorOf(other, { tenantId: newId<TenantId>() }), ACTIVATED, 0),
        ).rejects.toMatchObject({ kind: "invalid" });
      });

      test("at the limit no further one is created", async () => {
        const { tenant } = await storedTenant();
        await stores.users.createUser(administratorOf(tenant), ACTIVATED, 1);

        await expect(stores.users.createUser(administratorOf(tenant), ACTIVATED, 1)).rejects.toMatchObject({
          kind: "limit-exceeded",
          details: { entityType: "USER", limit: { name: "maxUsers", value: 1 } },
        });
      });

      test("the last administrator of a tenant stays", async () => {
        const { tenant, customer } = await storedCustomer();
        const [first, second] = [administratorOf(tenant), administratorOf(tenant)];
        await stores.users.createUser(first, ACTIVATED, 0);
        await stores.users.createUser(second, ACTIVATED, 0);
        await stores.users.createUser(userOf(customer), ACTIVATED, 0);

        await stores.users.deleteUser(first.id);
        await expect(stores.users.deleteUser(second.id)).rejects.toMatchObject({ kind: "invalid" });
        await expect(stores.users.deleteUser(first.id)).rejects.toMatchObject({ kind: "not-found" });
      });

      test("accounts are named by their ids; those that do not exist are left out", async () => {
        const { tenant } = await storedTenant();
        const [one, other, gone] = [administratorOf(tenant), administratorOf(tenant), administratorOf(tenant)];
        for (const each of [one, other]) await stores.users.createUser(each, ACTIVATED, 0);
        const states = await stores.users.findAccountStates([one.id, other.id, gone.id]);

        expect([...states.keys()].sort()).toEqual([one.id, other.id].sort());
        expect(states.get(one.id)).toEqual(await stores.users.findAccountState(one.id));
      });

      test("system administrators are those of the installation, by id, and no user of a tenant", async () => {
        const { tenant } = await storedTenant();
        const first = sampleUser();
        const second = sampleUser();
        for (const each of [administratorOf(tenant), second, first]) await stores.users.createUser(each, ACTIVATED, 0);

        const found = await stores.users.systemAdministrators(1000);

        expect(found.filter(({ id }) => id === first.id || id === second.id)).toEqual([first, second]);
        expect(found.every(({ authority }) => authority === "SYS_ADMIN")).toBe(true);
        expect(await stores.users.systemAdministrators(1)).toEqual(found.slice(0, 1));
      });

      test("the last system administrator who can log in is neither disabled, locked nor deleted", async () => {
        const last = await storedUser();
        for (const { id } of await stores.users.systemAdministrators(1000))
          if (id !== last.id) await stores.accounts.setEnabled(id, false);
        const invitedOne = sampleUser();
        await stores.users.createUser(invitedOne, invited("nobody yet"), 0);

        await expect(stores.accounts.setEnabled(last.id, false)).rejects.toMatchObject({ kind: "invalid" });
        await expect(stores.users.deleteUser(last.id)).rejects.toMatchObject({ kind: "invalid" });
        expect(await stores.accounts.recordFailure(last.id, 0)).toBe(false);
        await stores.users.deleteUser(invitedOne.id);
        await storedUser();
        expect(await stores.accounts.recordFailure(last.id, 0)).toBe(true);
        await stores.users.deleteUser(last.id);
      });

      test("a list holds the users of its scope", async () => {
        const { tenant, customer } = await storedCustomer();
        const administrator = administratorOf(tenant, { lastName: "Lovelace" });
        const user = userOf(customer);
        for (const each of [administrator, user]) await stores.users.createUser(each, ACTIVATED, 0);
        const { tenant: other } = await storedTenant();

        expect(
          (await stores.users.listUsers({ kind: "tenant", tenantId: tenant.id }, pageOf(), "email")).items,
        ).toEqual([administrator, user]);
        expect(
          (await stores.users.listUsers({ kind: "administrators", tenantId: tenant.id }, pageOf(), "email")).items,
        ).toEqual([administrator]);
        expect(
          (
            await stores.users.listUsers(
              { kind: "customer", tenantId: tenant.id, customerId: customer.id },
              pageOf(),
              "email",
            )
          ).items,
        ).toEqual([user]);
        expect(
          (
            await stores.users.listUsers(
              { kind: "customer", tenantId: other.id, customerId: customer.id },
              pageOf(),
              "email",
            )
          ).total,
        ).toBe(0);
        const byName = pageOf<"createdTime" | "firstName" | "lastName" | "email">({ textSearch: "LOVELACE" });
        expect((await stores.users.listUsers({ kind: "tenant", tenantId: tenant.id }, byName, "email")).total).toBe(0);
        expect(
          (await stores.users.listUsers({ kind: "tenant", tenantId: tenant.id }, byName, "email-and-names")).total,
        ).toBe(1);
      });
    });

    describe("accounts", () => {
      test("an invited account cannot log in before its token has been used, which works once", async () => {
        const user = sampleUser();
        await stores.users.createUser(user, invited("token of an invited user"), 0);
        const change = { userId: user.id, passwordHash: "$new", changedAt: NOW, session: sampleSession(user) };

        expect(await stores.accounts.findAccount(user.id)).toMatchObject({
          enabled: false,
          activated: false,
          passwordHash: null,
        });
        expect(await stores.accounts.findActivation(user.id)).toEqual({
          token: "token of an invited user",
          expiresAt: NOW + 3_600_000,
        });
        expect((await stores.accounts.findByActivationToken("token of an invited user"))?.account.user.id).toBe(
          user.id,
        );
        expect(await stores.accounts.activate("token of an invited user", change)).toBe(true);
        expect(await stores.accounts.findAccountByLogin(user.email)).toMatchObject({
          enabled: true,
          activated: true,
          passwordHash: "$new",
        });
        expect(await stores.accounts.activate("token of an invited user", change)).toBe(false);
        expect(await stores.accounts.setActivation(user.id, { token: "later", expiresAt: NOW })).toBe(false);
        expect(await stores.sessions.findSession(change.session.id)).toEqual(change.session);
      });

      test("switching an invited account off ends its link, and it cannot be switched on", async () => {
        const user = sampleUser();
        await stores.users.createUser(user, invited("token of one switched off"), 0);

        expect(await stores.accounts.setEnabled(user.id, true)).toBe(false);
        expect(await stores.accounts.setEnabled(user.id, false)).toBe(true);
        expect(await stores.accounts.findByActivationToken("token of one switched off")).toBeUndefined();
      });

      test("the failure after the maximum disables the account and ends its sessions; enabling forgets the failures", async () => {
        const { user, session } = await loggedIn();
        const fail = () => stores.accounts.recordFailure(user.id, 2);

        expect([await fail(), await fail(), await fail()]).toEqual([false, false, true]);
        expect(await stores.sessions.findSession(session.id)).toBeUndefined();
        expect(await stores.accounts.findAccount(user.id)).toMatchObject({ enabled: false });
        await expect(stores.accounts.recordLogin(sampleSession(user), 10)).rejects.toMatchObject({
          kind: "unauthenticated",
        });
        expect(await stores.accounts.setEnabled(user.id, true)).toBe(true);
        expect(await fail()).toBe(false);
        expect(await stores.accounts.recordFailure(null, 0)).toBe(false);
      });

      test("a change of the password ends all sessions but the new one, and loses against an earlier change", async () => {
        const { user, session } = await loggedIn();
        const next = sampleSession(user);
        const change = { userId: user.id, passwordHash: "$other", changedAt: NOW, session: next };

        await stores.accounts.changePassword(change, "$hash", FORGET);
        expect(await stores.sessions.findSession(session.id)).toBeUndefined();
        expect(await stores.sessions.findSession(next.id)).toEqual(next);
        await expect(
          stores.accounts.changePassword({ ...change, session: sampleSession(user) }, "$hash", FORGET),
        ).rejects.toMatchObject({ kind: "conflict" });
      });
    });

    describe("resets and replaced passwords", () => {
      const token = (user: User): string => `reset of ${user.id}`;
      const under = async (lifetime = 3_600_000) => {
        const { user, session } = await loggedIn();
        expect(await stores.accounts.setReset(user.id, { token: token(user), expiresAt: millis(NOW + lifetime) })).toBe(
          true,
        );
        return { user, session };
      };
      const password = { passwordHash: "$reset", changedAt: millis(NOW + 1) };

      test("a token sets a password once, ends all sessions and forgets failures", async () => {
        const { user, session } = await under();
        expect(await stores.accounts.findByResetToken(token(user))).toMatchObject({
          account: { user, passwordHash: "$hash" },
          expiresAt: NOW + 3_600_000,
        });

        expect(await stores.accounts.resetPassword(token(user), password, FORGET)).toBe(true);
        expect(await stores.accounts.findAccount(user.id)).toMatchObject({
          enabled: true,
          passwordHash: "$reset",
          passwordChangedAt: NOW + 1,
        });
        expect(await stores.sessions.findSession(session.id)).toBeUndefined();
        expect(await stores.accounts.findByResetToken(token(user))).toBeUndefined();
        expect(await stores.accounts.resetPassword(token(user), password, FORGET)).toBe(false);
      });

      test("a newer token takes the place of the older one", async () => {
        const { user } = await under();
        await stores.accounts.setReset(user.id, { token: `newer ${token(user)}`, expiresAt: millis(NOW + 1_000) });

        expect(await stores.accounts.findByResetToken(token(user))).toBeUndefined();
        expect((await stores.accounts.findByResetToken(`newer ${token(user)}`))?.account.user).toEqual(user);
      });

      test("a new email ends links to the old one, and any other change leaves them", async () => {
        const { user } = await under();
        const waiting = sampleUser();
        await stores.users.createUser(waiting, invited("token of one who moves"), 0);
        for (const each of [user, waiting]) await stores.users.updateUser(each.id, { ...each, phone: "1" }, null);
        expect(await stores.accounts.findByResetToken(token(user))).toBeDefined();
        expect(await stores.accounts.findActivation(waiting.id)).toBeDefined();
        for (const each of [user, waiting])
          await stores.users.updateUser(each.id, { ...each, email: `new.${each.email}` }, null);

        expect(await stores.accounts.findByResetToken(token(user))).toBeUndefined();
        expect(await stores.accounts.findActivation(waiting.id)).toBeUndefined();
        expect(await stores.accounts.findByActivationToken("token of one who moves")).toBeUndefined();
      });

      test("a token that is over sets nothing", async () => {
        const { user } = await under(1);

        expect(await stores.accounts.resetPassword(token(user), password, FORGET)).toBe(false);
        expect(await stores.accounts.findAccount(user.id)).toMatchObject({ passwordHash: "$hash" });
      });

      test("a change of the password, a lockout, and switching the account off end it", async () => {
        const changed = await under();
        const session = sampleSession(changed.user);
        await stores.accounts.changePassword({ userId: changed.user.id, ...password, session }, "$hash", FORGET);
        const locked = await under();
        expect(await stores.accounts.recordFailure(locked.user.id, 0)).toBe(true);
        const disabled = await under();
        await stores.accounts.setEnabled(disabled.user.id, false);

        for (const { user } of [changed, locked, disabled])
          expect(await stores.accounts.findByResetToken(token(user))).toBeUndefined();
      });

      test("an account without a password, a disabled one and nobody get none", async () => {
        const waiting = sampleUser();
        await stores.users.createUser(waiting, invited("token of one who waits"), 0);
        const disabled = await storedUser();
        await stores.accounts.setEnabled(disabled.id, false);

        for (const id of [waiting.id, disabled.id, newId<UserId>()])
          expect(await stores.accounts.setReset(id, { token: "token of nobody", expiresAt: NOW })).toBe(false);
      });

      test("the newest replaced passwords are remembered, as many and as long as it is said", async () => {
        const user = await storedUser();
        const change = async (from: string, to: string, at: number, since: number, max: number): Promise<void> => {
          const session = sampleSession(user);
          const next = { userId: user.id, passwordHash: to, changedAt: millis(NOW + at), session };
          await stores.accounts.changePassword(next, from, { since: millis(NOW + since), max });
        };
        const known = (since: number) => stores.accounts.findReplacedPasswords(user.id, millis(NOW + since));
        await change("$hash", "$2", 10, 0, 2);
        await change("$2", "$3", 20, 0, 2);
        expect(await known(0)).toEqual(["$2", "$hash"]);
        expect(await known(11)).toEqual(["$2"]);
        await change("$3", "$4", 30, 0, 2);
        expect(await known(0)).toEqual(["$3", "$2"]);
        await change("$4", "$5", 40, 25, 5);
        expect(await known(0)).toEqual(["$4", "$3"]);
        await change("$5", "$6", 50, 0, 0);
        expect(await known(0)).toEqual([]);
      });

      test("a session can be opened without a login, unless the account is disabled", async () => {
        const user = await storedUser();
        const session = sampleSession(user);
        await stores.accounts.openSession(session, 10);
        expect(await stores.sessions.findSession(session.id)).toEqual(session);
        expect(await stores.accounts.findAccount(user.id)).toMatchObject({ lastLoginAt: null });
        await stores.accounts.setEnabled(user.id, false);

        await expect(stores.accounts.openSession(sampleSession(user), 10)).rejects.toMatchObject({ kind: "invalid" });
      });

      test("a user who waits for the activation can be taken back, and no other", async () => {
        const { tenant } = await storedTenant();
        const waiting = administratorOf(tenant);
        await stores.users.createUser(waiting, invited("token of one taken back"), 0);
        const active = await storedUser();
        await stores.users.withdrawUser(waiting.id);
        await stores.users.withdrawUser(active.id);

        expect(await stores.users.findUser(waiting.id)).toBeUndefined();
        expect(await stores.users.findUser(active.id)).toEqual(active);
      });
    });

    describe("settings", () => {
      test("security settings are none at first, and then as they were saved last", async () => {
        expect(await stores.settings.findSecuritySettings()).toBeUndefined();
        for (const maxFailedLoginAttempts of [3, null]) {
          const settings = { ...DEFAULT_SECURITY_SETTINGS, maxFailedLoginAttempts };
          await stores.settings.saveSecuritySettings(settings);
          expect(await stores.settings.findSecuritySettings()).toEqual(settings);
        }
      });

      test("token settings are none at first; saving them ends all sessions, and without a key leaves the saved one", async () => {
        const { settings: tokenSettings, sessions, accounts } = stores;
        const session = sampleSession(await storedUser());
        await accounts.openSession(session, 10);
        expect(await tokenSettings.findTokenSettings()).toBeUndefined();
        const settings = { issuer: "plant", accessSeconds: 60, refreshSeconds: 900, savedAt: NOW };
        await tokenSettings.saveTokenSettings({ ...settings, signingKey: null });
        expect(await tokenSettings.findTokenSettings()).toEqual({ ...settings, signingKey: null });
        expect(await sessions.findSession(session.id)).toBeUndefined();
        const signingKey = Uint8Array.from({ length: 64 }, (_, index) => index);
        await tokenSettings.saveTokenSettings({ ...settings, signingKey });
        await tokenSettings.saveTokenSettings({ ...settings, issuer: "plant 2", signingKey: null });
        expect(await tokenSettings.findTokenSettings()).toEqual({ ...settings, issuer: "plant 2", signingKey });
      });

      test("those of a user are kept as text, merged in one step, and go with the user", async () => {
        const { userSettings } = stores;
        const user = await storedUser();
        expect(await userSettings.findUserSettings(user.id)).toBeUndefined();
        expect(await userSettings.mergeUserSettings(user.id, '{"a.b":1}')).toBe('{"a":{"b":1}}');
        await Promise.all(["c", "d"].map((name) => userSettings.mergeUserSettings(user.id, `{"a.${name}":2}`)));
        expect(await userSettings.findUserSettings(user.id)).toBe('{"a":{"b":1,"c":2,"d":2}}');
        await userSettings.removeUserSettings(user.id, ["a.c", "x.y"]);
        expect(JSON.parse((await userSettings.findUserSettings(user.id)) ?? "")).toEqual({ a: { b: 1, d: 2 } });
        await userSettings.mergeUserSettings(user.id, '{"a.c":2}');
        await expect(userSettings.mergeUserSettings(user.id, '{"a.b.c":1}')).rejects.toMatchObject({ kind: "invalid" });
        await userSettings.saveUserSettings(user.id, '{"__proto__":1}');
        expect(await userSettings.findUserSettings(user.id)).toBe('{"__proto__":1}');

        await stores.users.deleteUser(user.id);
        expect(await userSettings.findUserSettings(user.id)).toBeUndefined();
        await expect(userSettings.saveUserSettings(user.id, "{}")).rejects.toMatchObject({ kind: "not-found" });
      });
    });

    describe("sessions", () => {
      const successor = (at: number) => ({
        id: newId<SessionId>(),
        refreshId: newId<SessionId>(),
        createdAt: millis(at),
        expiresAt: millis(at + 604_800_000),
      });

      test("a login is remembered with its time", async () => {
        const { user, session } = await loggedIn();

        expect(await stores.sessions.findSession(session.id)).toEqual(session);
        expect(await stores.accounts.findAccount(user.id)).toMatchObject({ lastLoginAt: NOW });
      });

      test("beyond the maximum the oldest sessions of the user end", async () => {
        const user = await storedUser();
        const sessions = [sampleSession(user), sampleSession(user), sampleSession(user)];
        for (const session of sessions) await stores.accounts.recordLogin(session, 2);

        const kept = await Promise.all(
          sessions.map(async ({ id }) => (await stores.sessions.findSession(id)) !== undefined),
        );
        expect(kept).toEqual([false, true, true]);
      });

      test("a refresh token works again within the grace; after it, reuse ends every session of the login", async () => {
        const { user, session } = await loggedIn();
        const other = sampleSession(user);
        await stores.accounts.recordLogin(other, 10);
        const rotate = (at: number) => stores.sessions.rotate(session, successor(at), { ...ROTATION, now: millis(at) });

        const first = await rotate(NOW + 1_000);
        const second = await rotate(NOW + 61_000);
        expect([first, second]).toMatchObject([
          { kind: "rotated", session: { loginId: session.loginId, userId: user.id } },
          { kind: "rotated" },
        ]);
        expect(await rotate(NOW + 61_001)).toEqual({ kind: "reused", userId: user.id, loginId: session.loginId });
        expect(await rotate(NOW + 61_002)).toEqual({ kind: "unknown" });
        for (const rotation of [first, second])
          if (rotation.kind === "rotated")
            expect(await stores.sessions.findSession(rotation.session.id)).toBeUndefined();
        expect(await stores.sessions.findSession(other.id)).toEqual(other);
      });

      test("another refresh id, an unknown session and one past its end are unknown", async () => {
        const { session } = await loggedIn();
        const rotate = (id: SessionId, refreshId: string, at: number) =>
          stores.sessions.rotate({ id, refreshId }, successor(at), { ...ROTATION, now: millis(at) });

        expect(await rotate(session.id, "another", NOW)).toEqual({ kind: "unknown" });
        expect(await rotate(newId<SessionId>(), session.refreshId, NOW)).toEqual({ kind: "unknown" });
        expect(await rotate(session.id, session.refreshId, session.expiresAt)).toEqual({ kind: "unknown" });
      });

      test("ending a login leaves the others, ending all leaves none, and expired ones are removed a number at a time", async () => {
        const { user, session } = await loggedIn();
        const others = [
          sampleSession(user),
          sampleSession(user, { expiresAt: NOW }),
          sampleSession(user, { expiresAt: NOW }),
        ];
        for (const other of others) await stores.accounts.recordLogin(other, 10);

        await stores.sessions.endLogin(session.loginId);
        expect(await stores.sessions.findSession(session.id)).toBeUndefined();
        expect([await stores.sessions.deleteExpired(NOW, 1), await stores.sessions.deleteExpired(NOW, 10)]).toEqual([
          1, 1,
        ]);
        const [lasting] = others;
        expect(lasting && (await stores.sessions.findSession(lasting.id))).toEqual(lasting);
        await stores.sessions.endAllOf(user.id);
        expect(lasting && (await stores.sessions.findSession(lasting.id))).toBeUndefined();
      });
    });
  });
}
