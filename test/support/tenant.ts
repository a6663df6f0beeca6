// A tenant as a test uses it: its administrator's view over REST, with a short name for everything tests do often.
import { member, text, tokenOf, type RestAnswer, type RestClient } from "./rest-client.ts";

export type Scope = "CLIENT_SCOPE" | "SHARED_SCOPE" | "SERVER_SCOPE";

export interface TestDevice {
  readonly id: string;
  readonly name: string;
  /** Its access token. */
  readonly token: string;
}

export interface NewDevice {
  readonly name?: string;
  readonly type?: string;
  readonly additionalInfo?: Readonly<Record<string, unknown>>;
  readonly customerId?: string;
}

export interface Point {
  readonly ts: unknown;
  readonly value: unknown;
}

export interface TestCustomer {
  readonly id: string;
  /** A user of this customer. */
  readonly rest: RestClient;
}

/** Of every user that a test creates. */
export const PASSWORD = "A-password-of-a-test-1";

export class TestTenant {
  readonly rest: RestClient;
  readonly id: string;
  readonly #nextNumber: () => number;

  /** `nextNumber` gives numbers unique in the installation, for names. */
  constructor(rest: RestClient, id: string, nextNumber: () => number) {
    this.rest = rest;
    this.id = id;
    this.#nextNumber = nextNumber;
  }

  async createDevice(fields: NewDevice = {}): Promise<TestDevice> {
    const { name = this.uniqueName("device"), type, additionalInfo, customerId } = fields;
    const device = await this.rest.post("/api/device", {
      name,
      ...(type === undefined ? {} : { type }),
      ...(additionalInfo === undefined ? {} : { additionalInfo }),
      ...(customerId === undefined ? {} : { customerId: { entityType: "CUSTOMER", id: customerId } }),
    });
    const id = text(device, "id", "id");
    return { id, name, token: await this.#token(id) };
  }

  createGateway(fields: NewDevice = {}): Promise<TestDevice> {
    const name = fields.name ?? this.uniqueName("gateway");
    return this.createDevice({ ...fields, name, additionalInfo: { gateway: true, ...fields.additionalInfo } });
  }

  /** A device by name with its id and token; fails where there is none. */
  async existing(name: string): Promise<TestDevice> {
    const device = await this.device(name);
    if (device === undefined) throw new Error(`there is no device "${name}"`);
    const id = text(device, "id", "id");
    return { id, name, token: await this.#token(id) };
  }

  /** A device by name as REST shows it; undefined where there is none. */
  async device(name: string): Promise<unknown> {
    const answer = await this.rest.request("GET", `/api/tenant/devices?deviceName=${encodeURIComponent(name)}`);
    if (answer.status === 404) return undefined;
    if (answer.status !== 200)
      throw new Error(`looking for "${name}" answered ${String(answer.status)}: ${answer.text}`);
    return answer.body;
  }

  async deviceCount(): Promise<number> {
    return Number(member(await this.rest.get("/api/tenant/devices?pageSize=1&page=0"), "totalElements"));
  }

  async deleteDevice(id: string): Promise<void> {
    await this.rest.delete(`/api/device/${id}`);
  }

  /** Replaces the credentials of a device. */
  async setCredentials(deviceId: string, change: Readonly<Record<string, unknown>>): Promise<void> {
    const present = await this.rest.get(`/api/device/${deviceId}/credentials`);
    if (typeof present !== "object" || present === null) throw new Error("no credentials");
    await this.rest.post("/api/device/credentials", { ...present, ...change });
  }

  /** The names of all device profiles. */
  async profileNames(): Promise<string[]> {
    const page = await this.rest.get("/api/deviceProfiles?pageSize=1000&page=0");
    const profiles = member(page, "data");
    return Array.isArray(profiles) ? profiles.map((profile) => text(profile, "name")) : [];
  }

  /** Values of one scope by key. */
  async attributes(deviceId: string, scope: Scope): Promise<Record<string, unknown>> {
    const rows = await this.rest.get(`/api/plugins/telemetry/DEVICE/${deviceId}/values/attributes/${scope}`);
    if (!Array.isArray(rows)) throw new Error("attributes must come as an array");
    return Object.fromEntries(rows.map((row) => [text(row, "key"), member(row, "value")]));
  }

  async saveAttributes(deviceId: string, scope: Scope, values: Readonly<Record<string, unknown>>): Promise<void> {
    await this.rest.post(`/api/plugins/telemetry/DEVICE/${deviceId}/attributes/${scope}`, values);
  }

  async deleteAttributes(deviceId: string, scope: Scope, keys: readonly string[]): Promise<void> {
    await this.rest.delete(
      `/api/plugins/telemetry/DEVICE/${deviceId}/${scope}?keys=${keys.map(encodeURIComponent).join(",")}`,
    );
  }

  /** The latest point of every key, with its own type. */
  async latest(deviceId: string): Promise<Record<string, Point>> {
    const path = `/api/plugins/telemetry/DEVICE/${deviceId}/values/timeseries?useStrictDataTypes=true`;
    const points = await this.rest.get(path);
    if (typeof points !== "object" || points === null) throw new Error("telemetry must come as an object");
    return Object.fromEntries(
      Object.entries(points).map(([key, [point]]: [string, unknown[]]) => [
        key,
        { ts: member(point, "ts"), value: member(point, "value") },
      ]),
    );
  }

  /** The latest values alone. */
  async latestValues(deviceId: string): Promise<Record<string, unknown>> {
    const points = Object.entries(await this.latest(deviceId));
    return Object.fromEntries(points.map(([key, { value }]) => [key, value]));
  }

  /** All points of a key, oldest first. */
  async history(deviceId: string, key: string): Promise<Point[]> {
    const range = "startTs=-8640000000000000&endTs=8640000000000000&limit=50000&orderBy=ASC&useStrictDataTypes=true";
    const path = `/api/plugins/telemetry/DEVICE/${deviceId}/values/timeseries?keys=${encodeURIComponent(key)}&${range}`;
    const points = member(await this.rest.get(path), key);
    if (points === undefined) return [];
    if (!Array.isArray(points)) throw new Error("telemetry must come as an array");
    return points.map((point) => ({ ts: member(point, "ts"), value: member(point, "value") }));
  }

  /** Issues a call; resolves when the platform answers. `plugins` is the older path, which tells the two kinds of silence apart. */
  call(deviceId: string, request: Readonly<Record<string, unknown>>, path = "rpc/twoway"): Promise<RestAnswer> {
    return this.rest.request("POST", `/api/${path}/${deviceId}`, request);
  }

  /** A profile whose devices are provisioned with the secret `secret`. */
  async createProvisioningProfile(
    type = "ALLOW_CREATE_NEW_DEVICES",
  ): Promise<{ readonly name: string; readonly key: string }> {
    const [name, key] = [this.uniqueName("profile"), this.uniqueName("key")];
    await this.rest.post("/api/deviceProfile", {
      name,
      type: "DEFAULT",
      transportType: "DEFAULT",
      provisionType: type,
      provisionDeviceKey: key,
      profileData: {
        configuration: { type: "DEFAULT" },
        transportConfiguration: { type: "DEFAULT" },
        provisionConfiguration: { type, provisionDeviceSecret: "secret" },
        alarms: null,
      },
    });
    return { name, key };
  }

  async createCustomer(): Promise<TestCustomer> {
    const customer = await this.rest.post("/api/customer", { title: this.uniqueName("customer") });
    const id = text(customer, "id", "id");
    const email = `${this.uniqueName("user")}@example.com`;
    const rest = await this.createUser({
      email,
      authority: "CUSTOMER_USER",
      customerId: { entityType: "CUSTOMER", id },
    });
    return { id, rest };
  }

  /** Creates a user, activates the account and logs in. */
  createUser(user: Readonly<Record<string, unknown>>): Promise<RestClient> {
    return createActiveUser(this.rest, user);
  }

  uniqueName(kind: string): string {
    return `${kind}-${String(this.#nextNumber())}`;
  }

  async #token(deviceId: string): Promise<string> {
    return text(await this.rest.get(`/api/device/${deviceId}/credentials`), "credentialsId");
  }
}

export async function createActiveUser(
  admin: RestClient,
  user: Readonly<Record<string, unknown>>,
): Promise<RestClient> {
  const created = await admin.post("/api/user?sendActivationMail=false", {
    firstName: "Test",
    lastName: "User",
    ...user,
  });
  const link = await admin.getText(`/api/user/${text(created, "id", "id")}/activationLink`);
  const activateToken = new URL(link).searchParams.get("activateToken");
  const pair = await admin.post("/api/noauth/activate?sendActivationMail=false", { activateToken, password: PASSWORD });
  return admin.withToken(tokenOf(pair));
}
