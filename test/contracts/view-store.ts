// What every adapter that keeps views and share links must do, whatever it keeps them in.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LinkStore, ShareLink } from "../../src/core/analytics/links/link-store.ts";
import type { StoredView, ViewSave, ViewStore } from "../../src/core/analytics/views/view-store.ts";
import type { CustomerStore } from "../../src/core/customers/customer-store.ts";
import type { Customer } from "../../src/core/customers/customer.ts";
import type { DashboardStore } from "../../src/core/dashboards/dashboard-store.ts";
import { newId, type ViewId, type ShareLinkId } from "../../src/core/ids.ts";
import { FAIL_ON_CONFLICT } from "../../src/core/name-conflict.ts";
import type { TenantStore } from "../../src/core/tenants/tenant-store.ts";
import type { UserStore } from "../../src/core/users/user-store.ts";
import type { User } from "../../src/core/users/user.ts";
import { millis } from "../../src/lib/clock.ts";
import {
  ACTIVATED,
  administratorOf,
  NOW,
  pageOf,
  sampleCustomer,
  sampleProfile,
  sampleTenant,
  userOf,
} from "./account-samples.ts";
import { sampleDashboard } from "./dashboard-store.ts";

export interface ViewStores {
  readonly customers: CustomerStore;
  readonly dashboards: DashboardStore;
  readonly tenants: TenantStore;
  readonly users: UserStore;
  readonly views: ViewStore;
  readonly viewLinks: LinkStore;
}

const PRIVATE = { visibility: "private", customerIds: [], allCustomers: false } as const;

export function sampleView(owner: User, fields: Partial<StoredView> = {}): StoredView {
  const id = newId<ViewId>();
  if (owner.tenantId === null) throw new Error("a view belongs to a tenant");
  return {
    id,
    owner: { tenantId: owner.tenantId, customerId: owner.customerId, userId: owner.id },
    name: `view ${id}`,
    description: "",
    folder: "",
    tags: [],
    sharing: PRIVATE,
    displayType: "table",
    definition: `{"name":"view ${id}"}`,
    revision: 1,
    createdTime: NOW,
    updatedTime: NOW,
    updatedBy: owner.id,
    ...fields,
  };
}

export function sampleLink(view: StoredView, fields: Partial<ShareLink> = {}): ShareLink {
  return {
    id: newId<ShareLinkId>(),
    target: { kind: "view", id: view.id },
    tenantId: view.owner.tenantId,
    name: "for the lobby",
    identity: { kind: "user", userId: view.owner.userId },
    createdAt: NOW,
    createdBy: view.owner.userId,
    expiresAt: millis(NOW + 1_000),
    passwordHash: null,
    lockedFilters: [],
    origins: [],
    ...fields,
  };
}

function digest(text: string): Uint8Array {
  return Buffer.from(text.padEnd(32, "."));
}

export function viewStoreContracts(
  name: string,
  open: () => Promise<{ readonly stores: ViewStores; remove(): Promise<void> }>,
): void {
  describe(`view store: ${name}`, () => {
    let stores: ViewStores;
    let opened: { remove(): Promise<void> };
    beforeAll(async () => {
      const underTest = await open();
      ({ stores } = underTest);
      opened = underTest;
    });
    afterAll(() => opened.remove());

    const place = async () => {
      const profile = sampleProfile();
      await stores.tenants.createProfile(profile);
      const tenant = sampleTenant(profile);
      await stores.tenants.createTenant(tenant);
      const customer = await stores.customers.createCustomer(sampleCustomer(tenant), FAIL_ON_CONFLICT, 0);
      const other = await stores.customers.createCustomer(sampleCustomer(tenant), FAIL_ON_CONFLICT, 0);
      const [admin, user] = [administratorOf(tenant), userOf(customer)];
      for (const each of [admin, user]) await stores.users.createUser(each, ACTIVATED, 0);
      return { tenant, customer, other, admin, user };
    };
    const saved = async (view: StoredView): Promise<StoredView> => {
      expect(await stores.views.createView(view, 100)).toEqual({ kind: "saved", revision: 1 });
      return view;
    };
    const saveOf = (view: StoredView, fields: Partial<ViewSave> = {}): ViewSave => ({ ...view, ...fields });
    const sharedWith = (...customers: readonly Customer[]) =>
      ({ visibility: "customers", customerIds: customers.map(({ id }) => id).sort(), allCustomers: false }) as const;
    const found = async (view: StoredView) => stores.views.findView(view.owner.tenantId, view.id);

    test("a view is read as it was written, in its tenant only", async () => {
      const { admin, customer, other } = await place();
      const stranger = await place();
      const view = await saved(
        sampleView(admin, {
          name: "Größe %_'",
          description: "what it shows",
          folder: "Energy/Reports",
          tags: ["__proto__", "b"],
          sharing: sharedWith(customer, other),
          displayType: "line",
        }),
      );

      expect(await found(view)).toEqual(view);
      expect(await stores.views.findView(stranger.tenant.id, view.id)).toBeUndefined();
      expect(await stores.views.deleteView(stranger.tenant.id, view.id)).toBe(false);
      expect(await stores.views.listRevisions(stranger.tenant.id, view.id)).toEqual([]);
      const foreign = { tenantId: stranger.tenant.id, id: view.id, revision: 1 };
      expect(await stores.views.replaceView(foreign, saveOf(view), 50)).toEqual({ kind: "unknown" });
    });

    test("names are unique in the folder of an owner, without regard to case", async () => {
      const { admin, user } = await place();
      const view = await saved(sampleView(admin, { name: "Ärger", folder: "a" }));
      const create = (owner: User, fields: Partial<StoredView>) =>
        stores.views.createView(sampleView(owner, fields), 100);

      expect(await create(admin, { name: "äRGER", folder: "a" })).toEqual({ kind: "name-taken" });
      expect(await create(admin, { name: "äRGER", folder: "b" })).toMatchObject({ kind: "saved" });
      expect(await create(user, { name: "äRGER", folder: "a" })).toMatchObject({ kind: "saved" });
      const other = await saved(sampleView(admin, { folder: "a" }));
      const renamed = saveOf(other, { name: "ärger" });
      const replaced = { tenantId: view.owner.tenantId, id: other.id, revision: 1 };
      expect(await stores.views.replaceView(replaced, renamed, 50)).toEqual({ kind: "name-taken" });
      expect(await found(other)).toEqual(other);
    });

    test("a tenant has no more views than it may, and none without its customer", async () => {
      const { admin, customer, user, tenant } = await place();
      await saved(sampleView(admin));
      expect(await stores.views.createView(sampleView(admin), 1)).toEqual({
        ...{ kind: "too-many", views: 1, isShare: false },
      });
      await stores.customers.deleteCustomer(tenant.id, customer.id);
      expect(await stores.views.createView(sampleView(user), 100)).toEqual({ kind: "unknown" });
    });

    test("the users of a customer have no more views than the tenant has left", async () => {
      const { admin, user } = await place();
      const add = (of: typeof admin): Promise<unknown> => stores.views.createView(sampleView(of), 5);
      const [isSaved, isRefused] = [{ kind: "saved" }, { kind: "too-many", views: 2, isShare: true }];
      for (const outcome of [isSaved, isSaved]) expect(await add(user)).toMatchObject(outcome);
      expect(await add(admin)).toMatchObject(isSaved);
      expect(await add(user)).toEqual(isRefused);
      expect(await add(admin)).toMatchObject(isSaved);
      expect(await add(admin)).toMatchObject(isSaved);
    });

    test("a save replaces the revision it expects, and the last ones are kept", async () => {
      const { admin, customer } = await place();
      const view = await saved(sampleView(admin, { sharing: sharedWith(customer) }));
      const replace = (revision: number, definition: string) =>
        stores.views.replaceView(
          { tenantId: view.owner.tenantId, id: view.id, revision },
          saveOf(view, { definition, sharing: PRIVATE, updatedTime: millis(NOW + revision) }),
          2,
        );

      expect(await replace(1, "{2}")).toEqual({ kind: "saved", revision: 2 });
      expect(await replace(1, "{x}")).toEqual({ kind: "revision-mismatch", revision: 2 });
      expect(await replace(2, "{3}")).toEqual({ kind: "saved", revision: 3 });
      expect(await found(view)).toMatchObject({ revision: 3, definition: "{3}", sharing: PRIVATE });
      expect(await stores.views.listRevisions(view.owner.tenantId, view.id)).toEqual([
        { revision: 3, name: view.name, definition: "{3}", savedTime: NOW + 2, savedBy: admin.id },
        { revision: 2, name: view.name, definition: "{2}", savedTime: NOW + 1, savedBy: admin.id },
      ]);
    });

    test("administrators list all views of the tenant, customers their own and those shared with them", async () => {
      const { tenant, admin, user, customer, other } = await place();
      await saved(sampleView((await place()).admin));
      const views = {
        hidden: await saved(sampleView(admin, { sharing: { ...PRIVATE, visibility: "tenant" } })),
        own: await saved(sampleView(user)),
        shared: await saved(sampleView(admin, { sharing: sharedWith(customer) })),
        forOthers: await saved(sampleView(admin, { sharing: sharedWith(other) })),
        forAll: await saved(
          sampleView(admin, { sharing: { visibility: "customers", customerIds: [], allCustomers: true } }),
        ),
        // The list says all, the visibility says nobody.
        contradictory: await saved(
          sampleView(admin, { sharing: { ...PRIVATE, customerIds: [customer.id], allCustomers: true } }),
        ),
      };
      const list = async (reader: User) => {
        const { items } = await stores.views.listViews(
          {
            reader: { tenantId: tenant.id, customerId: reader.customerId, userId: reader.id },
            folder: null,
            tag: null,
          },
          pageOf({ size: 100 }),
        );
        return items.map(({ id }) => id);
      };

      expect(await list(admin)).toEqual(Object.values(views).map(({ id }) => id));
      expect(await list(user)).toEqual([views.own.id, views.shared.id, views.forAll.id]);
    });

    test("a list is searched, sorted and paged, by folder and tag", async () => {
      const { tenant, admin } = await place();
      const reader = { tenantId: tenant.id, customerId: null, userId: admin.id };
      const a = await saved(sampleView(admin, { name: "b", folder: "x", tags: ["t", "100%"] }));
      const b = await saved(sampleView(admin, { name: "A", folder: "x/y", description: "Ünder %" }));
      const c = await saved(sampleView(admin, { name: "c", folder: "xy", updatedTime: millis(NOW + 1) }));
      const list = async (
        filter: { readonly folder?: string; readonly tag?: string },
        request: Parameters<ViewStore["listViews"]>[1] = pageOf(),
      ) => {
        const { items, total } = await stores.views.listViews(
          { reader, folder: filter.folder ?? null, tag: filter.tag ?? null },
          request,
        );
        return { ids: items.map(({ id }) => id), total };
      };

      expect(await list({ folder: "x" })).toEqual({ ids: [a.id, b.id], total: 2 });
      expect(await list({ folder: "%" })).toEqual({ ids: [], total: 0 });
      expect(await list({ tag: "100%" })).toEqual({ ids: [a.id], total: 1 });
      expect(await list({}, pageOf({ textSearch: "ünder %" }))).toEqual({ ids: [b.id], total: 1 });
      expect(await list({}, pageOf({ sort: { property: "name", order: "ASC" } }))).toMatchObject({
        ids: [b.id, a.id, c.id],
      });
      expect(await list({}, pageOf({ sort: { property: "updatedTime", order: "DESC" }, size: 1 }))).toEqual({
        ids: [c.id],
        total: 3,
      });
    });

    test("a customer that goes takes its views, and leaves the sharing of others", async () => {
      const { tenant, admin, user, customer, other } = await place();
      const [own, shared] = [
        await saved(sampleView(user)),
        await saved(sampleView(admin, { sharing: sharedWith(customer, other) })),
      ];
      await stores.customers.deleteCustomer(tenant.id, customer.id);

      expect(await found(own)).toBeUndefined();
      expect((await found(shared))?.sharing).toEqual(sharedWith(other));
    });

    test("views go with their tenant, and outlive their author otherwise", async () => {
      const { tenant, admin } = await place();
      const second = administratorOf(tenant);
      await stores.users.createUser(second, ACTIVATED, 0);
      const view = await saved(sampleView(second));
      await stores.users.deleteUser(second.id);
      expect(await found(view)).toEqual(view);
      await saved(sampleView(admin));
      await stores.tenants.deleteTenant(tenant.id);
      expect(await found(view)).toBeUndefined();
    });

    test("a link is found by its digest, and listed in the order of creation", async () => {
      const { admin, customer } = await place();
      const stranger = await place();
      const view = await saved(sampleView(admin));
      const [one, two] = [
        sampleLink(view, {
          identity: { kind: "customer", customerId: customer.id },
          passwordHash: "$hash",
          lockedFilters: [{ name: "__proto__", values: ["a", 1, true, null] }],
          origins: ["https://www.example.com"],
        }),
        sampleLink(view),
      ];
      expect(await stores.viewLinks.createLink(one, digest(one.id), 2)).toBe("created");
      expect(await stores.viewLinks.createLink(two, digest(two.id), 2)).toBe("created");

      expect(await stores.viewLinks.findLink(digest(one.id))).toEqual(one);
      expect(await stores.viewLinks.findLink(digest("nobody's"))).toBeUndefined();
      expect(await stores.viewLinks.listLinks(view.owner.tenantId, one.target)).toEqual([one, two]);
      expect(await stores.viewLinks.listLinks(stranger.tenant.id, one.target)).toEqual([]);
      expect(await stores.viewLinks.deleteLink(stranger.tenant.id, one.target, one.id)).toBe(false);
      expect(await stores.viewLinks.deleteLink(view.owner.tenantId, one.target, one.id)).toBe(true);
      expect(await stores.viewLinks.deleteLink(view.owner.tenantId, one.target, one.id)).toBe(false);
      expect(await stores.viewLinks.findLink(digest(one.id))).toBeUndefined();
    });

    test("links of a dashboard are others than those of a view, and go with it", async () => {
      const { tenant, admin, customer } = await place();
      const stranger = await place();
      const dashboard = sampleDashboard(tenant);
      await stores.dashboards.create(dashboard, { userId: admin.id, at: NOW, revisionsMax: 3 }, 0);
      const view = await saved(sampleView(admin));
      const target = { kind: "dashboard", id: dashboard.id } as const;
      const one = sampleLink(view, { target, identity: { kind: "customer", customerId: customer.id } });
      const two = sampleLink(view, { target, lockedFilters: [{ name: "building", values: ["North"] }] });
      const create = (link: ShareLink, linksMax: number) =>
        stores.viewLinks.createLink(link, digest(link.id), linksMax);
      expect(await create(sampleLink(view), 1)).toBe("created");
      expect(await create(one, 1)).toBe("created");
      expect(await create(two, 1)).toBe("too-many");
      expect(await create(two, 2)).toBe("created");

      expect(await stores.viewLinks.findLink(digest(two.id))).toEqual(two);
      expect(await stores.viewLinks.listLinks(tenant.id, target)).toEqual([one, two]);
      expect(await stores.viewLinks.listLinks(stranger.tenant.id, target)).toEqual([]);
      expect(await stores.viewLinks.deleteLink(stranger.tenant.id, target, one.id)).toBe(false);
      expect(await stores.viewLinks.deleteLink(tenant.id, { kind: "view", id: view.id }, one.id)).toBe(false);
      await stores.customers.deleteCustomer(tenant.id, customer.id);
      expect(await stores.viewLinks.listLinks(tenant.id, target)).toEqual([two]);
      await stores.dashboards.delete(tenant.id, dashboard.id);
      expect(await stores.viewLinks.findLink(digest(two.id))).toBeUndefined();
      expect(await create(sampleLink(view, { target }), 10)).toBe("unknown");
    });

    test("links that have ended make room for others", async () => {
      const { admin } = await place();
      const view = await saved(sampleView(admin));
      const create = (link: ShareLink) => stores.viewLinks.createLink(link, digest(link.id), 1);
      const first = sampleLink(view);
      expect(await create(first)).toBe("created");
      expect(await create(sampleLink(view))).toBe("too-many");
      expect(await create(sampleLink(view, { createdAt: first.expiresAt }))).toBe("created");
      expect(await stores.viewLinks.findLink(digest(first.id))).toBeUndefined();
    });

    test("links go with their view, and with whom they read as", async () => {
      const { tenant, admin, customer } = await place();
      const second = administratorOf(tenant);
      await stores.users.createUser(second, ACTIVATED, 0);
      const [view, other] = [await saved(sampleView(admin)), await saved(sampleView(admin))];
      const links = [
        sampleLink(view),
        sampleLink(other, { identity: { kind: "user", userId: second.id } }),
        sampleLink(other, { identity: { kind: "customer", customerId: customer.id } }),
        sampleLink(other),
      ];
      for (const link of links) await stores.viewLinks.createLink(link, digest(link.id), 10);
      await stores.views.deleteView(tenant.id, view.id);
      await stores.users.deleteUser(second.id);
      await stores.customers.deleteCustomer(tenant.id, customer.id);

      const left = [];
      for (const link of links) left.push((await stores.viewLinks.findLink(digest(link.id)))?.id);
      expect(left).toEqual([undefined, undefined, undefined, links[3]?.id]);
      expect(await stores.viewLinks.createLink(sampleLink(view), digest("gone"), 10)).toBe("unknown");
    });
  });
}
