// What every adapter that keeps dashboards must do, whatever it keeps them in.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CustomerStore } from "../../src/core/customers/customer-store.ts";
import { PUBLIC_INFO, PUBLIC_TITLE, type Customer } from "../../src/core/customers/customer.ts";
import type { DashboardStore } from "../../src/core/dashboards/dashboard-store.ts";
import { CUSTOMERS_MAX, type Dashboard, type DashboardFields } from "../../src/core/dashboards/dashboard.ts";
import { newId, type CustomerId, type DashboardId, type UserId } from "../../src/core/ids.ts";
import { FAIL_ON_CONFLICT } from "../../src/core/name-conflict.ts";
import type { Tenant, TenantStore } from "../../src/core/tenants/tenant-store.ts";
import type { UsageStore } from "../../src/core/usage/usage-store.ts";
import { millis } from "../../src/lib/clock.ts";
import { parseExactly } from "../../src/lib/json.ts";
import { NOW, pageOf, sampleCustomer, sampleProfile, sampleTenant } from "./account-samples.ts";

export interface DashboardStores {
  readonly customers: CustomerStore;
  readonly dashboards: DashboardStore;
  readonly tenants: TenantStore;
  readonly usage: UsageStore;
}

const NO_LIMIT = 0;
const AUTHOR = newId<UserId>();
const BY = { userId: AUTHOR, at: NOW, revisionsMax: 3 };

export function sampleDashboard(tenant: Tenant, fields: Partial<Dashboard> = {}): Dashboard {
  const id = newId<DashboardId>();
  return {
    id,
    createdAt: NOW,
    tenantId: tenant.id,
    title: `dashboard ${id}`,
    image: null,
    mobileHide: false,
    mobileOrder: null,
    externalId: null,
    assignedCustomers: [],
    version: 1,
    configuration: { widgets: {} },
    ...fields,
  };
}

function fieldsOf(dashboard: Dashboard, changes: Partial<DashboardFields> = {}): DashboardFields {
  const { title, image, mobileHide, mobileOrder, externalId, configuration } = dashboard;
  return { title, image, mobileHide, mobileOrder, externalId, configuration, ...changes };
}

function headOf({ configuration: _, ...head }: Dashboard): Omit<Dashboard, "configuration"> {
  return head;
}

function shown(...customers: readonly Customer[]) {
  return customers
    .map(({ id, title }) => ({ id, title, isPublic: false }))
    .toSorted((one, other) => (one.title < other.title ? -1 : 1));
}

export function dashboardStoreContracts(
  name: string,
  open: () => Promise<{ readonly stores: DashboardStores; remove(): Promise<void> }>,
): void {
  describe(`dashboard store: ${name}`, () => {
    let stores: DashboardStores;
    let opened: { remove(): Promise<void> };
    beforeAll(async () => {
      const underTest = await open();
      ({ stores } = underTest);
      opened = underTest;
    });
    afterAll(() => opened.remove());

    const customerOf = (tenant: Tenant, fields: Partial<Customer> = {}) =>
      stores.customers.createCustomer(sampleCustomer(tenant, fields), FAIL_ON_CONFLICT, NO_LIMIT);
    const place = async () => {
      const profile = sampleProfile();
      await stores.tenants.createProfile(profile);
      const tenant = sampleTenant(profile);
      await stores.tenants.createTenant(tenant);
      return { tenant, customer: await customerOf(tenant), other: await customerOf(tenant) };
    };
    const saved = async (tenant: Tenant, fields: Partial<Dashboard> = {}): Promise<Dashboard> => {
      const dashboard = sampleDashboard(tenant, fields);
      await stores.dashboards.create(dashboard, BY, NO_LIMIT);
      return dashboard;
    };
    const assign = (dashboard: Dashboard, kind: "add" | "remove" | "replace", ...customerIds: readonly CustomerId[]) =>
      stores.dashboards.assign(dashboard.tenantId, dashboard.id, { kind, customerIds });
    const counted = async ({ id }: Tenant) => (await stores.usage.entities(id)).dashboards;

    test("a dashboard is read as it was written, with and without its configuration", async () => {
      const { tenant } = await place();
      const dashboard = await saved(tenant, {
        title: "Größe %_'\0",
        image: "data:image/png;base64,AAAA",
        mobileHide: true,
        mobileOrder: 3,
        externalId: newId<DashboardId>(),
        configuration: parseExactly(
          '{"__proto__":{"a":[1.5,null]},"b":"Ä","a":9007199254740993}',
        ) as Dashboard["configuration"],
      });

      expect(await stores.dashboards.find(dashboard.id)).toEqual(dashboard);
      expect(await stores.dashboards.findHead(dashboard.id)).toEqual(headOf(dashboard));
      const empty = await saved(tenant, { configuration: null });
      expect(await stores.dashboards.find(empty.id)).toEqual(empty);
      expect(await stores.dashboards.find(newId<DashboardId>())).toBeUndefined();
      expect(await stores.dashboards.findHead(newId<DashboardId>())).toBeUndefined();
    });

    test("a save replaces all fields, counts the version, and keeps the customers", async () => {
      const { tenant, customer } = await place();
      const dashboard = await saved(tenant, { image: "x", mobileOrder: 1 });
      await assign(dashboard, "add", customer.id);
      const fields = fieldsOf(sampleDashboard(tenant, { title: "Later", configuration: null }));
      const update = { tenantId: tenant.id, id: dashboard.id, fields, expectedVersion: 1 };

      const after = { ...dashboard, ...fields, version: 2, assignedCustomers: shown(customer) };
      expect(await stores.dashboards.update(update, BY)).toEqual(after);
      expect(await stores.dashboards.find(dashboard.id)).toEqual(after);
      await expect(stores.dashboards.update(update, BY)).rejects.toMatchObject({ kind: "conflict" });
      expect(await stores.dashboards.update({ ...update, expectedVersion: null }, BY)).toMatchObject({ version: 3 });
    });

    test("another tenant neither changes nor deletes nor assigns it", async () => {
      const { tenant, customer } = await place();
      const stranger = await place();
      const dashboard = await saved(tenant);
      const foreign = { tenantId: stranger.tenant.id, id: dashboard.id };

      const update = { ...foreign, fields: fieldsOf(dashboard), expectedVersion: null };
      await expect(stores.dashboards.update(update, BY)).rejects.toMatchObject({ kind: "not-found" });
      expect(await stores.dashboards.delete(foreign.tenantId, foreign.id)).toBe(false);
      const change = { kind: "add", customerIds: [stranger.customer.id] } as const;
      await expect(stores.dashboards.assign(foreign.tenantId, foreign.id, change)).rejects.toMatchObject({
        kind: "not-found",
      });
      expect(await stores.dashboards.listRevisions(foreign.tenantId, foreign.id)).toEqual([]);
      expect(await stores.dashboards.findRevision(foreign.tenantId, foreign.id, 1)).toBeUndefined();
      expect((await assign(dashboard, "add", stranger.customer.id, customer.id)).added).toEqual([customer.id]);
      expect(await stores.dashboards.find(dashboard.id)).toEqual({
        ...dashboard,
        assignedCustomers: shown(customer),
      });
    });

    test("an assignment says what it has changed, and leaves the version", async () => {
      const { tenant, customer, other } = await place();
      const third = await customerOf(tenant);
      const dashboard = await saved(tenant);
      const change = async (kind: "add" | "remove" | "replace", ...customers: readonly Customer[]) => {
        const changed = await assign(dashboard, kind, ...customers.map(({ id }) => id));
        expect(changed.dashboard).toEqual(await stores.dashboards.find(dashboard.id));
        expect(changed.dashboard.version).toBe(1);
        return [changed.dashboard.assignedCustomers, changed.added, changed.removed];
      };

      expect(await change("add", customer)).toEqual([shown(customer), [customer.id], []]);
      expect(await change("add", customer, other, other)).toEqual([shown(customer, other), [other.id], []]);
      expect(await change("add", customer)).toEqual([shown(customer, other), [], []]);
      expect(await change("remove", third)).toEqual([shown(customer, other), [], []]);
      expect(await change("remove", customer)).toEqual([shown(other), [], [customer.id]]);
      expect(await change("replace", third, customer)).toEqual([
        shown(third, customer),
        [customer.id, third.id].sort(),
        [other.id],
      ]);
      expect(await change("replace")).toEqual([[], [], [customer.id, third.id].sort()]);
    });

    test("the customer whose things anybody may read is told from others of that title", async () => {
      const { tenant } = await place();
      const open = await customerOf(tenant, { title: PUBLIC_TITLE, additionalInfo: PUBLIC_INFO });
      const dashboard = await saved(tenant);

      const { dashboard: assigned } = await assign(dashboard, "add", open.id);
      expect(assigned.assignedCustomers).toEqual([{ id: open.id, title: PUBLIC_TITLE, isPublic: true }]);
    });

    test("it has no more customers than it may", async () => {
      const { tenant } = await place();
      const dashboard = await saved(tenant);
      const many = Array.from({ length: CUSTOMERS_MAX + 1 }, () => newId<CustomerId>());

      await expect(assign(dashboard, "add", ...many)).rejects.toMatchObject({
        kind: "invalid",
        message: "a dashboard may be assigned to 1000 customers, and would be to 1001",
      });
    });

    test("lists show those of the tenant, or of one customer, without their configurations", async () => {
      const { tenant, customer, other } = await place();
      const stranger = await place();
      await saved(stranger.tenant);
      const [first, second] = [await saved(tenant, { title: "b Energy" }), await saved(tenant, { title: "A energy" })];
      await assign(first, "add", customer.id);
      const list = async (customerId: CustomerId | null, page = pageOf<"createdTime" | "title">()) => {
        const { items, total } = await stores.dashboards.list({ tenantId: tenant.id, customerId }, page);
        expect(total).toBeGreaterThanOrEqual(items.length);
        return items;
      };
      const shownFirst = { ...headOf(first), assignedCustomers: shown(customer) };

      expect(await list(null)).toEqual([shownFirst, headOf(second)]);
      expect(await list(customer.id)).toEqual([shownFirst]);
      expect(await list(other.id)).toEqual([]);
      expect(await list(stranger.customer.id)).toEqual([]);
      const byTitle = pageOf<"createdTime" | "title">({ sort: { property: "title", order: "ASC" } });
      expect((await list(null, byTitle)).map(({ title }) => title)).toEqual(["A energy", "b Energy"]);
      expect(await list(null, pageOf({ textSearch: "B EN" }))).toEqual([shownFirst]);
      expect(await list(null, pageOf({ page: 1, size: 1 }))).toEqual([headOf(second)]);

      const ids = [second.id, first.id, newId<DashboardId>()];
      const findMany = (tenantId: Tenant["id"], customerId: CustomerId | null) =>
        stores.dashboards.findMany({ tenantId, customerId }, ids);
      expect(await findMany(tenant.id, null)).toEqual([shownFirst, headOf(second)]);
      expect(await findMany(tenant.id, customer.id)).toEqual([shownFirst]);
      expect(await findMany(stranger.tenant.id, null)).toEqual([]);
    });

    test("the last revisions are kept, each with its title and configuration", async () => {
      const { tenant } = await place();
      const dashboard = await saved(tenant, { title: "1" });
      for (const title of ["2", "3", "4"]) {
        const fields = fieldsOf(dashboard, { title, configuration: title === "3" ? null : { title } });
        const by = { ...BY, at: millis(NOW + Number(title)) };
        await stores.dashboards.update({ tenantId: tenant.id, id: dashboard.id, fields, expectedVersion: null }, by);
      }

      expect(await stores.dashboards.listRevisions(tenant.id, dashboard.id)).toEqual(
        [4, 3, 2].map((revision) => ({
          revision,
          title: String(revision),
          savedAt: NOW + revision,
          savedBy: AUTHOR,
        })),
      );
      const find = (revision: number) => stores.dashboards.findRevision(tenant.id, dashboard.id, revision);
      expect(await find(4)).toEqual({
        ...{ revision: 4, title: "4", savedAt: NOW + 4, savedBy: AUTHOR },
        configuration: { title: "4" },
      });
      expect(await find(3)).toMatchObject({ title: "3", configuration: null });
      expect(await find(1)).toBeUndefined();
    });

    test("a tenant has no more dashboards than it may, and they are counted", async () => {
      const { tenant } = await place();
      const create = (dashboardsMax: number) => stores.dashboards.create(sampleDashboard(tenant), BY, dashboardsMax);

      expect(await counted(tenant)).toBe(0);
      await create(2);
      const last = await saved(tenant);
      await expect(create(2)).rejects.toMatchObject({
        kind: "limit-exceeded",
        details: { entityType: "DASHBOARD", limit: { name: "maxDashboards", value: 2 } },
      });
      expect(await counted(tenant)).toBe(2);
      expect(await stores.dashboards.delete(tenant.id, last.id)).toBe(true);
      expect(await stores.dashboards.delete(tenant.id, last.id)).toBe(false);
      expect(await counted(tenant)).toBe(1);
      await create(2);
    });

    test("deleting a customer takes them back from it, deleting the tenant deletes them", async () => {
      const { tenant, customer, other } = await place();
      const dashboard = await saved(tenant);
      await assign(dashboard, "add", customer.id, other.id);

      await stores.customers.deleteCustomer(tenant.id, customer.id);
      expect(await stores.dashboards.find(dashboard.id)).toEqual({ ...dashboard, assignedCustomers: shown(other) });
      expect(await counted(tenant)).toBe(1);
      await stores.tenants.deleteTenant(tenant.id);
      expect(await stores.dashboards.find(dashboard.id)).toBeUndefined();
      expect(await counted(tenant)).toBe(0);
      await expect(stores.dashboards.create(sampleDashboard(tenant), BY, NO_LIMIT)).rejects.toMatchObject({
        kind: "not-found",
      });
    });
  });
}
