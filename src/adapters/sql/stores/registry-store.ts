// Devices for the registry. Messages wait for these calls, so the statements are written by hand.
import { alignedDeviceData } from "../../../core/devices/profile-data.ts";
import type { GatewayRoute, KnownProfile } from "../../../core/devices/known-device.ts";
import type {
  DeviceOrder,
  OrderOutcome,
  OrderedDevice,
  RegisteredDevice,
  RegistryStore,
} from "../../../core/devices/registry-store.ts";
import { NO_DEVICE_REFERENCES } from "../../../core/devices/references.ts";
import { DomainError } from "../../../core/errors.ts";
import type { CustomerId, DeviceId, DeviceProfileId, TenantId } from "../../../core/ids.ts";
import { millis, type EpochMillis } from "../../../lib/clock.ts";
import type { StoreConnection } from "../store-connection.ts";
import { insertCredentials, type NewCredentialsRow } from "./credentials-rows.ts";
import { insertDevices, type DeviceRow } from "./device-rows.ts";
import { ensureProfile } from "./profile-rows.ts";
import { SqlStore, type StoreContext } from "../store-table.ts";

const COLUMNS = `d.id, d.tenant_id, d.name, d.profile_id, d.customer_id, d.is_gateway, d.overwrite_activity_time,
  json_type(d.additional_info, '$.connectOnUplink') AS connect_on_uplink, d.last_gateway_id, r.gateway_id, r.connected_at,
  (SELECT group_concat(x.gateway_id) FROM device_disconnect x WHERE x.device_id = d.id) AS disconnected_by`;
const FROM = "device d LEFT JOIN device_route r ON r.device_id = d.id";
const BY_NAME = `SELECT ${COLUMNS} FROM ${FROM} WHERE d.tenant_id = ? AND d.name = ?`;
// CROSS JOIN keeps the names in the outer loop: otherwise every device of the tenant is compared with every name.
const BY_NAMES = `SELECT ${COLUMNS} FROM json_each(?) n CROSS JOIN device d ON d.tenant_id = ? AND d.name = n.value LEFT JOIN device_route r ON r.device_id = d.id`;
const BY_ID = `SELECT ${COLUMNS} FROM ${FROM} WHERE d.id = ?`;
const BY_IDS = `SELECT ${COLUMNS} FROM json_each(?) n CROSS JOIN device d ON d.id = n.value LEFT JOIN device_route r ON r.device_id = d.id`;
const BY_GATEWAY = `SELECT ${COLUMNS} FROM device_route r JOIN device d ON d.id = r.device_id WHERE r.gateway_id = ?`;

const IDS_BY_GATEWAY =
  "SELECT r.device_id AS id FROM device_route r JOIN device d ON d.id = r.device_id WHERE r.gateway_id = ?";

const PROFILE = `SELECT json_type(profile_data, '$.configuration.jsonTypeCast') AS json_type_cast FROM device_profile WHERE id = ?`;

export class SqlRegistryStore extends SqlStore implements RegistryStore {
  async findByNames(tenantId: TenantId, names: readonly string[]): Promise<readonly RegisteredDevice[]> {
    const [only] = names;
    const rows =
      names.length === 1 && only !== undefined
        ? this.connection.all(BY_NAME, tenantId, only)
        : this.connection.all(BY_NAMES, JSON.stringify(names), tenantId);
    return rows.map(registered);
  }

  async findById(id: DeviceId): Promise<RegisteredDevice | undefined> {
    const row = this.connection.get(BY_ID, id);
    return row === undefined ? undefined : registered(row);
  }

  async findProfile(id: DeviceProfileId): Promise<KnownProfile | undefined> {
    const row = this.connection.get(PROFILE, id);
    return row === undefined ? undefined : { castsStrings: flagOf(row["json_type_cast"]) };
  }

  async findRoutedThrough(gatewayId: DeviceId): Promise<readonly RegisteredDevice[]> {
    return this.connection.all(BY_GATEWAY, gatewayId).map(registered);
  }

  async findIdsRoutedThrough(gatewayId: DeviceId): Promise<readonly DeviceId[]> {
    // The platform wrote these ids.
    return this.connection.all(IDS_BY_GATEWAY, gatewayId).map(({ id }) => String(id) as DeviceId);
  }

  async findOrCreate(order: DeviceOrder): Promise<OrderOutcome> {
    const gateway = this.connection.get(BY_ID, order.gatewayId);
    if (gateway?.["tenant_id"] !== order.tenantId)
      throw new DomainError("not-found", "the gateway does not exist any more");
    const { customerId } = registered(gateway);
    const run = new OrderRun(this.context, order, customerId);
    const names = order.candidates.map(({ name }) => name);
    const present = new Map((await this.findByNames(order.tenantId, names)).map((device) => [device.name, device]));
    if (order.requiresProfile && present.size > 0) run.profile();
    const routed = order.connects ? this.#routed([...present.values()], order.gatewayId, order.now) : present.values();
    const found = new Map([...routed].map((device) => [device.name, device]));
    const devices = order.candidates.map((candidate): OrderedDevice | null => {
      const device = found.get(candidate.name);
      return device === undefined ? run.create(candidate) : { device, created: false };
    });
    run.write();
    return { devices, createdProfileId: run.createdProfileId };
  }

  async connectRoutes(
    tenantId: TenantId,
    gatewayId: DeviceId,
    deviceIds: readonly DeviceId[],
    now: EpochMillis,
  ): Promise<readonly DeviceId[]> {
    if (this.connection.get(BY_ID, gatewayId)?.["tenant_id"] !== tenantId)
      throw new DomainError("not-found", "the gateway does not exist any more");
    const devices = new Map(
      this.connection.all(BY_IDS, JSON.stringify(deviceIds)).map((row) => [row["id"], registered(row)]),
    );
    for (const device of devices.values())
      if (device.tenantId !== tenantId) throw new DomainError("not-found", "the device does not exist");
    this.#routed([...devices.values()], gatewayId, now);
    return deviceIds.filter((id) => devices.has(id));
  }

  async disconnectRoute(gatewayId: DeviceId, deviceId: DeviceId): Promise<boolean> {
    // Selected from the rows of both devices, because either may have been deleted meanwhile.
    this.connection.run(
      `INSERT INTO device_disconnect (device_id, gateway_id)
         SELECT d.id, g.id FROM device d, device g WHERE d.id = ? AND g.id = ? ON CONFLICT DO NOTHING`,
      deviceId,
      gatewayId,
    );
    return (
      this.connection.run("DELETE FROM device_route WHERE device_id = ? AND gateway_id = ?", deviceId, gatewayId) > 0
    );
  }

  /** The devices with the gateway as their route; it is not one to itself. */
  #routed(devices: readonly RegisteredDevice[], gatewayId: DeviceId, now: EpochMillis): readonly RegisteredDevice[] {
    const route = { gatewayId, connectedAt: now };
    const others = devices.filter(({ id }) => id !== gatewayId);
    writeRoutes(this.connection, others, route);
    const disconnected = others.filter(({ disconnectedBy }) => disconnectedBy.includes(gatewayId));
    if (disconnected.length > 0)
      this.connection.run(
        "DELETE FROM device_disconnect WHERE gateway_id = ? AND device_id IN (SELECT value FROM json_each(?))",
        gatewayId,
        JSON.stringify(disconnected.map(({ id }) => id)),
      );
    // Stored only if the gateway really is another one: each rewrite gives the device a new version.
    const moved = others.filter(({ lastGatewayId }) => lastGatewayId !== gatewayId);
    if (moved.length > 0)
      this.connection.run(
        `UPDATE device SET last_gateway_id = ?1, version = version + 1,
           additional_info = json_set(coalesce(additional_info, '{}'), '$.lastConnectedGateway', ?1)
         WHERE id IN (SELECT value FROM json_each(?2))`,
        gatewayId,
        JSON.stringify(moved.map(({ id }) => id)),
      );
    return devices.map((device) =>
      device.id === gatewayId
        ? device
        : { ...device, route, disconnectedBy: device.disconnectedBy.filter((id) => id !== gatewayId) },
    );
  }
}

/** The devices that one order creates: they share a profile and the room left by the tenant's limit. */
class OrderRun {
  readonly #context: StoreContext;
  readonly #order: DeviceOrder;
  readonly #customerId: CustomerId | null;
  #room: number | undefined;
  #profile: { readonly id: DeviceProfileId; readonly deviceData: string } | undefined;
  readonly #devices: DeviceRow[] = [];
  readonly #credentials: NewCredentialsRow[] = [];
  createdProfileId: DeviceProfileId | null = null;

  constructor(context: StoreContext, order: DeviceOrder, customerId: CustomerId | null) {
    this.#context = context;
    this.#order = order;
    this.#customerId = customerId;
  }

  create({ id, name, credentialsId, accessToken }: DeviceOrder["candidates"][number]): OrderedDevice | null {
    const { connection } = this.#context;
    const { tenantId, gatewayId, now, connects } = this.#order;
    this.#room ??=
      this.#order.maxDevices === 0 ? Infinity : this.#order.maxDevices - countDevices(connection, tenantId);
    if (this.#room <= 0) return null;
    this.#room--;
    const profile = this.profile();
    this.#devices.push({
      id,
      createdAt: now,
      tenantId,
      customerId: this.#customerId,
      name,
      label: null,
      profileId: profile.id,
      deviceData: profile.deviceData,
      additionalInfo: { lastConnectedGateway: gatewayId },
      ...NO_DEVICE_REFERENCES,
    });
    this.#credentials.push({
      id: credentialsId,
      createdAt: now,
      tenantId,
      deviceId: id,
      kind: "ACCESS_TOKEN",
      credentialsId: accessToken,
      credentialsValue: null,
    });
    const route = connects ? { gatewayId, connectedAt: now } : null;
    const device: RegisteredDevice = {
      id,
      tenantId,
      name,
      profileId: profile.id,
      customerId: this.#customerId,
      isGateway: false,
      overwriteActivityTime: false,
      connectOnUplink: null,
      route,
      disconnectedBy: [],
      lastGatewayId: gatewayId,
    };
    return { device, created: true };
  }

  /** Stores what `create` has made. */
  write(): void {
    const { connection } = this.#context;
    const { tenantId, gatewayId, now, connects } = this.#order;
    insertDevices(connection, this.#devices);
    insertCredentials(this.#context, this.#credentials);
    connection.insertAll(
      "relation",
      this.#devices.map(({ id }) => ({
        tenant_id: tenantId,
        from_type: "DEVICE",
        from_id: gatewayId,
        to_type: "DEVICE",
        to_id: id,
        relation_group: "COMMON",
        relation_type: "Created",
      })),
    );
    if (connects) writeRoutes(connection, this.#devices, { gatewayId, connectedAt: now });
  }

  profile(): { readonly id: DeviceProfileId; readonly deviceData: string } {
    if (this.#profile !== undefined) return this.#profile;
    const { tenantId, profileName, profileId, now } = this.#order;
    const { id, transportType, created } = ensureProfile(this.#context.connection, {
      tenantId,
      name: profileName,
      newId: profileId,
      now,
    });
    if (created) this.createdProfileId = id;
    this.#profile = { id, deviceData: JSON.stringify(alignedDeviceData(null, transportType)) };
    return this.#profile;
  }
}

export function countDevices(connection: StoreConnection, tenantId: TenantId): number {
  return Number(connection.get("SELECT devices FROM device_count WHERE tenant_id = ?", tenantId)?.["devices"] ?? 0);
}

function writeRoutes(
  connection: StoreConnection,
  devices: readonly Pick<RegisteredDevice, "id" | "tenantId">[],
  { gatewayId, connectedAt }: GatewayRoute,
): void {
  connection.insertAll(
    "device_route",
    devices.map(({ id, tenantId }) => ({
      device_id: id,
      gateway_id: gatewayId,
      tenant_id: tenantId,
      connected_at: connectedAt,
    })),
    "ON CONFLICT (device_id) DO UPDATE SET gateway_id = excluded.gateway_id, connected_at = excluded.connected_at",
  );
}

/** From the type of a JSON member: anything other than true or false means null. */
function flagOf(jsonType: unknown): boolean | null {
  return jsonType === "true" ? true : jsonType === "false" ? false : null;
}

/** A row of these columns was written by us from checked values, so this parses our own format. */
function registered(row: Record<string, unknown>): RegisteredDevice {
  return {
    id: row["id"] as DeviceId,
    tenantId: row["tenant_id"] as TenantId,
    name: row["name"] as string,
    profileId: row["profile_id"] as DeviceProfileId,
    customerId: row["customer_id"] as CustomerId | null,
    isGateway: row["is_gateway"] === 1,
    overwriteActivityTime: row["overwrite_activity_time"] === 1,
    connectOnUplink: flagOf(row["connect_on_uplink"]),
    disconnectedBy: ((row["disconnected_by"] as string | null)?.split(",") ?? []) as DeviceId[],
    lastGatewayId: row["last_gateway_id"] as DeviceId | null,
    route:
      row["gateway_id"] === null || row["gateway_id"] === undefined
        ? null
        : { gatewayId: row["gateway_id"] as DeviceId, connectedAt: millis(row["connected_at"] as number) },
  };
}
