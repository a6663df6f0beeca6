// Three places in which an entity can be, as the permission table of REST sees them: with the caller's own customer, with
// another customer of the same tenant, and in another tenant. Each holds one entity of every kind.
import { createView, V1 } from "./analytics-tenant.ts";
import { newFilePackage, someBytes } from "./packages.ts";
import { SYS_ADMIN, TENANT_ADMIN, type TestPlatform } from "./platform.ts";
import { member, text, type RestClient } from "./rest-client.ts";
import { PASSWORD, type TestCustomer, type TestDevice, type TestTenant } from "./tenant.ts";

export const OWNERS = ["own", "other customer", "other tenant"] as const;
export type Owner = (typeof OWNERS)[number];

export const ROLES = ["SYS_ADMIN", "TENANT_ADMIN", "CUSTOMER_USER"] as const;
export type Role = (typeof ROLES)[number];

/** One entity of every kind with the same owner. */
export interface Place {
  readonly tenant: TestTenant;
  readonly tenantProfileId: string;
  readonly customer: TestCustomer;
  readonly customerTitle: string;
  /** The customer of the caller's own place. */
  readonly homeCustomerId: string;
  readonly device: TestDevice;
  readonly deviceProfileId: string;
  /** A package of that profile, with a file. */
  readonly packageId: string;
  /** Assigned to the customer. */
  readonly dashboardId: string;
  /** Of that package, for a device of its own. It runs, as long as no time passes. */
  readonly rolloutId: string;
  readonly rolloutDeviceId: string;
  readonly rpcId: string;
  /** An administrator of the tenant. */
  readonly adminId: string;
  readonly adminEmail: string;
  /** A user of the customer. */
  readonly userId: string;
  /** The same two, who have not been activated yet. */
  readonly invitedAdminId: string;
  readonly invitedUserId: string;
  /** An API key of the administrator, and one of the user. */
  readonly adminKeyId: string;
  readonly userKeyId: string;
  /** A view that is shared with the customer, and a share link of it. */
  readonly viewId: string;
  readonly viewLinkId: string;
  /** A share link of the dashboard. */
  readonly dashboardLinkId: string;
  /** The view of the caller's own place. */
  readonly homeViewId: string;
}

/** What a call can use up. */
export type Kind =
  | "tenant"
  | "tenantProfile"
  | "customer"
  | "device"
  | "claimableDevice"
  | "deviceProfile"
  | "package"
  | "rollout"
  | "dashboard"
  | "rpc"
  | "admin"
  | "user"
  | "adminKey"
  | "userKey"
  | "view"
  | "viewLink"
  | "dashboardLink";

export class AccessWorld {
  readonly platform: TestPlatform;
  readonly places: Readonly<Record<Owner, Place>>;
  readonly callers: Readonly<Record<Role, RestClient>>;

  private constructor(platform: TestPlatform, places: Readonly<Record<Owner, Place>>) {
    this.platform = platform;
    this.places = places;
    this.callers = {
      SYS_ADMIN: platform.sysAdmin,
      TENANT_ADMIN: platform.tenant.rest,
      CUSTOMER_USER: places.own.customer.rest,
    };
  }

  static async create(platform: TestPlatform): Promise<AccessWorld> {
    const stranger = await platform.createTenant();
    const home = await platform.tenant.createCustomer();
    const caller = { homeCustomerId: home.id, homeViewId: await newView(platform.tenant, home) };
    return new AccessWorld(platform, {
      own: await placeIn(platform, platform.tenant, home, caller),
      "other customer": await placeIn(platform, platform.tenant, await platform.tenant.createCustomer(), caller),
      "other tenant": await placeIn(platform, stranger, await stranger.createCustomer(), caller),
    });
  }

  /** A session of its own, which a call may end. */
  async login(role: Role): Promise<RestClient> {
    const { anonymous } = this.platform;
    if (role === "SYS_ADMIN") return await anonymous.login(SYS_ADMIN.email, SYS_ADMIN.password);
    if (role === "TENANT_ADMIN") return await anonymous.login(TENANT_ADMIN.email, TENANT_ADMIN.password);
    const { email } = await this.#user(this.places.own.userId);
    return await anonymous.login(email, PASSWORD);
  }

  /** The place of an owner with a new entity of this kind in it, for a call that uses it up. */
  async fresh(owner: Owner, kind: Kind): Promise<Place> {
    const place = this.places[owner];
    const { tenant, customer } = place;
    switch (kind) {
      case "tenant":
        return { ...place, tenant: await this.platform.createTenant() };
      case "tenantProfile":
        return { ...place, tenantProfileId: await newTenantProfile(this.platform, tenant) };
      case "customer":
        return { ...place, customer: await tenant.createCustomer() };
      case "device":
        return { ...place, device: await tenant.createDevice({ customerId: customer.id }) };
      case "claimableDevice": {
        const device = await tenant.createDevice();
        const expirationTime = this.platform.clock.now() + 60_000;
        await tenant.saveAttributes(device.id, "SERVER_SCOPE", { claimingData: { secretKey: "", expirationTime } });
        return { ...place, device };
      }
      case "deviceProfile":
        return { ...place, deviceProfileId: await newDeviceProfile(tenant) };
      case "package":
        return { ...place, packageId: await newFirmware(tenant, place.deviceProfileId, tenant.uniqueName("version")) };
      case "rollout":
        return { ...place, ...(await newRollout(tenant, place)) };
      case "dashboard":
        return { ...place, dashboardId: await newDashboard(tenant, customer) };
      case "rpc":
        return { ...place, rpcId: await newCall(tenant, place.device) };
      case "admin":
        return { ...place, adminId: await invite(this.platform.sysAdmin, tenant, null) };
      case "user":
        return { ...place, userId: await invite(tenant.rest, tenant, customer.id) };
      case "adminKey":
        return { ...place, adminKeyId: await newApiKey(tenant.rest) };
      case "userKey":
        return { ...place, userKeyId: await newApiKey(customer.rest) };
      case "view":
        return { ...place, viewId: await newView(tenant, customer) };
      case "dashboardLink":
        return { ...place, dashboardLinkId: await newLink(tenant, `dashboards/${place.dashboardId}`) };
      case "viewLink":
        return { ...place, viewLinkId: await newLink(tenant, `views/${place.viewId}`) };
    }
  }

  /** All that a refused call could have changed, wherever it is. */
  async snapshot(): Promise<unknown> {
    const page = "pageSize=1000&page=0";
    const ofPlace = async (place: Place, seenOfTenant: boolean) => {
      const { tenant, tenantProfileId, customer, device, deviceProfileId, adminId, userId, viewId, dashboardId } =
        place;
      const values = (type: string, id: string): string => `/api/plugins/telemetry/${type}/${id}/values`;
      const paths = [
        `/api/device/${device.id}`,
        `/api/device/${device.id}/credentials`,
        `${values("DEVICE", device.id)}/attributes`,
        `${values("DEVICE", device.id)}/timeseries`,
        `${values("CUSTOMER", customer.id)}/attributes`,
        `/api/rpc/persistent/device/${device.id}?${page}`,
        `/api/apiKeys/${userId}?${page}`,
        `${V1}/views/${viewId}/links`,
        `${V1}/dashboards/${dashboardId}/links`,
        `/api/deviceProfile/${deviceProfileId}`,
        `/api/dashboard/${dashboardId}`,
      ];
      const pathsOfTenant = [
        `${values("TENANT", tenant.id)}/attributes`,
        `${values("USER", adminId)}/attributes`,
        `/api/tenant/devices?${page}`,
        `/api/customers?${page}`,
        `/api/users?${page}`,
        `/api/apiKeys/${adminId}?${page}`,
        `/api/deviceProfiles?${page}`,
        `/api/otaPackages?${page}`,
        `/api/ota/rollouts?${page}`,
        `/api/tenant/dashboards?${page}`,
        `${V1}/views?${page}`,
        `/api/tenant/${tenant.id}`,
      ];
      const wanted = seenOfTenant ? paths : [...paths, ...pathsOfTenant];
      return await Promise.all([
        this.platform.sysAdmin.get(`/api/tenantProfile/${tenantProfileId}`),
        ...wanted.map((path) => tenant.rest.get(path)),
      ]);
    };
    const seen = [];
    const tenants = new Set<string>();
    for (const owner of OWNERS) {
      const place = this.places[owner];
      seen.push(await ofPlace(place, tenants.has(place.tenant.id)));
      tenants.add(place.tenant.id);
    }
    return seen;
  }

  async #user(id: string): Promise<{ readonly email: string }> {
    return { email: text(await this.platform.tenant.rest.get(`/api/user/${id}`), "email") };
  }
}

async function placeIn(
  platform: TestPlatform,
  tenant: TestTenant,
  customer: TestCustomer,
  caller: Pick<Place, "homeCustomerId" | "homeViewId">,
): Promise<Place> {
  const device = await tenant.createDevice({ customerId: customer.id });
  await tenant.saveAttributes(device.id, "SERVER_SCOPE", { secret: 1 });
  await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { secret: 1 });
  const viewId = await newView(tenant, customer);
  const dashboardId = await newDashboard(tenant, customer);
  const deviceProfileId = await newDeviceProfile(tenant);
  const packageId = await newFirmware(tenant, deviceProfileId, "1.0");
  return {
    tenant,
    tenantProfileId: await newTenantProfile(platform, tenant),
    customer,
    customerTitle: text(await tenant.rest.get(`/api/customer/${customer.id}`), "title"),
    ...caller,
    device,
    deviceProfileId,
    packageId,
    ...(await newRollout(tenant, { deviceProfileId, packageId })),
    dashboardId,
    rpcId: await newCall(tenant, device),
    adminId: text(await tenant.rest.get("/api/auth/user"), "id", "id"),
    adminEmail: text(await tenant.rest.get("/api/auth/user"), "email"),
    userId: text(await customer.rest.get("/api/auth/user"), "id", "id"),
    invitedAdminId: await invite(platform.sysAdmin, tenant, null),
    invitedUserId: await invite(tenant.rest, tenant, customer.id),
    adminKeyId: await newApiKey(tenant.rest),
    userKeyId: await newApiKey(customer.rest),
    viewId,
    viewLinkId: await newLink(tenant, `views/${viewId}`),
    dashboardLinkId: await newLink(tenant, `dashboards/${dashboardId}`),
  };
}

/** Of the tenant's administrator, over all devices that its reader may see. */
async function newView(tenant: TestTenant, customer: TestCustomer): Promise<string> {
  const id = { type: "entity", field: "id" };
  return await createView(tenant.rest, {
    name: tenant.uniqueName("view"),
    fields: [{ id: "id", label: "Device", source: id }],
    filters: [{ name: "device", target: id }],
    sharing: { visibility: "customers", customerIds: [customer.id] },
  });
}

async function newDashboard(tenant: TestTenant, customer: TestCustomer): Promise<string> {
  const configuration = { bridgehead: 1, timeRange: { type: "preset", preset: "today" } };
  const created = await tenant.rest.post("/api/dashboard", { title: tenant.uniqueName("dashboard"), configuration });
  const id = text(created, "id", "id");
  await tenant.rest.post(`/api/customer/${customer.id}/dashboard/${id}`);
  return id;
}

async function newLink(tenant: TestTenant, of: string): Promise<string> {
  return text((await tenant.rest.request("POST", `${V1}/${of}/links`, {})).body, "id");
}

async function newTenantProfile(platform: TestPlatform, tenant: TestTenant): Promise<string> {
  const name = tenant.uniqueName("tenant profile");
  return text(await platform.sysAdmin.post("/api/tenantProfile", { name }), "id", "id");
}

async function newDeviceProfile(tenant: TestTenant): Promise<string> {
  return text(await tenant.rest.post("/api/deviceProfile", newProfileBody(tenant)), "id", "id");
}

async function newFirmware(tenant: TestTenant, profileId: string, version: string): Promise<string> {
  return await newFilePackage(tenant.rest, profileId, someBytes(10), { title: firmwareTitle(profileId), version });
}

async function newRollout(
  tenant: TestTenant,
  { deviceProfileId, packageId }: Pick<Place, "deviceProfileId" | "packageId">,
): Promise<Pick<Place, "rolloutId" | "rolloutDeviceId">> {
  const type = text(await tenant.rest.get(`/api/deviceProfile/${deviceProfileId}`), "name");
  const { id } = await tenant.createDevice({ type });
  const created = await tenant.rest.post("/api/ota/rollouts", { packageId, target: { deviceIds: [id] } });
  return { rolloutId: text(created, "id"), rolloutDeviceId: id };
}

/** Of the firmware of a place: unique where titles have to be. */
export function firmwareTitle(profileId: string): string {
  return `firmware of ${profileId}`;
}

export function newProfileBody(tenant: TestTenant): Readonly<Record<string, unknown>> {
  return { name: tenant.uniqueName("profile"), type: "DEFAULT", transportType: "DEFAULT", profileData: {} };
}

/** A persistent call that waits for a device which never comes. */
async function newCall(tenant: TestTenant, device: TestDevice): Promise<string> {
  const answer = await tenant.call(device.id, { method: "wait", persistent: true, timeout: 3_600_000 });
  return text(answer.body, "rpcId");
}

/** A key of the caller's own. */
async function newApiKey(by: RestClient): Promise<string> {
  return text(await by.post("/api/apiKey", { description: "a key" }), "id", "id");
}

/** A user who waits for the activation: of the customer, or an administrator where there is none. */
async function invite(by: RestClient, tenant: TestTenant, customerId: string | null): Promise<string> {
  const user = await by.post("/api/user?sendActivationMail=false", {
    email: `${tenant.uniqueName("invited")}@example.com`,
    tenantId: { id: tenant.id },
    authority: customerId === null ? "TENANT_ADMIN" : "CUSTOMER_USER",
    ...(customerId === null ? {} : { customerId: { id: customerId } }),
  });
  return text(member(user, "id"), "id");
}
