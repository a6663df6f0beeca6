// Who calls in the fuzz of REST, and the ids of what is there for them to call about: a tenant with one thing of every
// kind, a caller of every role and by every kind of credential, strangers, and a bystander whom nobody attacks.
import type { TestPlatform } from "../support/platform.ts";
import { text, type RestClient } from "../support/rest-client.ts";
import { createView, V1 } from "../support/analytics-tenant.ts";
import type { TestTenant } from "../support/tenant.ts";
import { NULL_UUID, UNKNOWN_ID } from "../support/rest-conformance.ts";

export interface FuzzCaller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The credentials were good when the world began. */
  readonly mayBeKnown: boolean;
}

export interface Bystander {
  readonly rest: RestClient;
  readonly deviceId: string;
}

export class FuzzWorld {
  readonly callers: readonly FuzzCaller[];
  readonly bystander: Bystander;
  readonly #ids: ReadonlyMap<string, readonly string[]>;
  readonly #allIds: readonly string[];

  private constructor(
    callers: readonly FuzzCaller[],
    bystander: Bystander,
    ids: ReadonlyMap<string, readonly string[]>,
  ) {
    this.callers = callers;
    this.bystander = bystander;
    this.#ids = ids;
    this.#allIds = [...ids.values()].flat();
  }

  /** Ids for a word such as "device"; of everything where there are none for it. */
  ids(word: string): readonly string[] {
    return this.#ids.get(word) ?? this.#allIds;
  }

  static async create(
    platform: TestPlatform,
    sysAdmin: { readonly email: string; readonly password: string },
  ): Promise<FuzzWorld> {
    const tenant = await platform.createTenant();
    const customer = await tenant.createCustomer();
    const device = await tenant.createDevice({ customerId: customer.id });
    const gateway = await tenant.createGateway();
    const shown = await tenant.createDevice();
    const stranger = await platform.createTenant();
    const foreign = await stranger.createDevice();
    const published = await tenant.rest.post(`/api/customer/public/device/${shown.id}`);
    const publicId = text(published, "customerId", "id");
    const session = text(await platform.anonymous.post("/api/auth/login/public", { publicId }), "token");
    await tenant.saveAttributes(device.id, "SERVER_SCOPE", { limit: 10, text: "a", object: { a: [1] } });
    await tenant.rest.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, {
      temperature: 20.5,
      state: "on",
    });
    const call = await tenant.call(device.id, { method: "wait", persistent: true, timeout: 3_600_000 });
    const key = await tenant.rest.post("/api/apiKey", { description: "a key" });
    const customerKey = await customer.rest.post("/api/apiKey", { description: "a key" });
    const profileName = tenant.uniqueName("profile");
    const profile = await tenant.rest.post("/api/deviceProfile", {
      name: profileName,
      type: "DEFAULT",
      transportType: "DEFAULT",
      profileData: {},
    });
    const own = await tenant.rest.get(`/api/tenant/${tenant.id}`);
    const attacker = await platform.anonymous.login(sysAdmin.email, sysAdmin.password);
    const views = await viewsOf(tenant, customer.rest, stranger);
    const job = await tenant.rest.request("POST", `${V1}/reports`, { viewId: views[0], format: "csv" });
    const link = await tenant.rest.request("POST", `${V1}/views/${views[0] ?? ""}/links`, {});
    const user = text(await customer.rest.get("/api/auth/user"), "id", "id");
    const admin = text(await tenant.rest.get("/api/auth/user"), "id", "id");

    const ids = new Map([
      ["device", [device.id, gateway.id, shown.id, foreign.id, UNKNOWN_ID]],
      ["entity", [device.id, gateway.id, customer.id, tenant.id, user, UNKNOWN_ID]],
      ["customer", [customer.id, publicId, NULL_UUID, UNKNOWN_ID]],
      ["tenant", [tenant.id, stranger.id, UNKNOWN_ID, NULL_UUID]],
      ["user", [user, admin, UNKNOWN_ID]],
      ["tenantProfile", [text(own, "tenantProfileId", "id")]],
      ["deviceProfile", [text(profile, "id", "id")]],
      ["rpc", [text(call.body, "rpcId"), UNKNOWN_ID]],
      ["apiKey", [text(key, "id", "id"), text(customerKey, "id", "id")]],
      ["view", [...views, UNKNOWN_ID]],
      ["viewConfig", [...views, UNKNOWN_ID]],
      ["job", [text(job.body, "id"), UNKNOWN_ID]],
      ["link", [text(link.body, "id"), UNKNOWN_ID]],
      ["token", [device.token, gateway.token, foreign.token, "no-such-token"]],
    ]);
    const bearer = (name: string, { authorization = "" }: RestClient): FuzzCaller => caller(name, authorization, true);
    const callers = [
      bearer("SYS_ADMIN", attacker),
      bearer("TENANT_ADMIN", tenant.rest),
      bearer("TENANT_ADMIN", tenant.rest),
      bearer("CUSTOMER_USER", customer.rest),
      bearer("the administrator of another tenant", stranger.rest),
      { name: "a share link", headers: { "x-share-link": text(link.body, "token") }, mayBeKnown: false },
      caller("an API key", `ApiKey ${text(key, "value")}`, true),
      caller("a public session", `Bearer ${session}`, true),
      caller("a forged token", `Bearer ${session.slice(0, -4)}AAAA`, false),
      { name: "nobody", headers: {}, mayBeKnown: false },
    ];
    return new FuzzWorld(callers, await bystanderOf(platform), ids);
  }
}

/** Views of an administrator, of a customer's user, and of somebody whom no caller of the tenant may know of. */
async function viewsOf(tenant: TestTenant, customer: RestClient, stranger: TestTenant): Promise<readonly string[]> {
  const made: string[] = [];
  for (const rest of [tenant.rest, customer, stranger.rest])
    made.push(
      await createView(rest, {
        name: tenant.uniqueName("view"),
        filters: [
          { name: "device", target: { type: "entity", field: "name" }, operator: "matches", values: ["*"] },
          { name: "warm", target: { field: "t" }, operator: "gte", values: [0] },
        ],
        fields: [
          { id: "n", label: "Device", source: { type: "entity", field: "name" } },
          { id: "h", label: "Hour", source: { type: "timeBucket", bucket: "hour" } },
          { id: "t", label: "temperature", source: { type: "telemetry", key: "temperature" } },
          { id: "twice", label: "twice", source: { type: "expression", expr: "t * 2" } },
        ],
      }),
    );
  return made;
}

function caller(name: string, credentials: string, mayBeKnown: boolean): FuzzCaller {
  return { name, headers: { "x-authorization": credentials }, mayBeKnown };
}

/** The first tenant, whose ids no caller knows. */
async function bystanderOf({ tenant }: TestPlatform): Promise<Bystander> {
  return { rest: tenant.rest, deviceId: (await tenant.createDevice()).id };
}
