// What surrounds the topic APIs, in memory: devices, attributes, claims and replies, as small as a test of a handler needs.
import { DEFERRED, type AckTarget, type Handled, type Refusal } from "../../src/core/acknowledgement.ts";
import type {
  AttributeOwner,
  AttributeSelection,
  DeviceWrite,
  StoredAttribute,
} from "../../src/core/attributes/attribute.ts";
import type { ClaimingDevice, ClaimRequest, OpenedClaim } from "../../src/core/claims/claim.ts";
import { parseDeviceName, type ProfileName } from "../../src/core/devices/device.ts";
import type { KnownDevice } from "../../src/core/devices/known-device.ts";
import { DomainError } from "../../src/core/errors.ts";
import type { DeviceId, TenantId } from "../../src/core/ids.ts";
import type { ReceivedReply, RpcReply } from "../../src/core/devices/device-channel.ts";
import type { Value } from "../../src/core/values.ts";
import type { EpochMillis } from "../../src/lib/clock.ts";
import { InProcessBus } from "../../src/adapters/in-process-bus/in-process-bus.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { Activity } from "../../src/transport/device-api/activity.ts";
import type { GatewayClaimDeps } from "../../src/transport/gateway-api/claims.ts";
import type { GatewayConnectDeps } from "../../src/transport/gateway-api/connect.ts";
import type { GatewayAttributeDeps } from "../../src/transport/gateway-api/gateway-devices.ts";
import type { GatewayRpcDeps } from "../../src/transport/gateway-api/rpc.ts";
import { UplinkRoutes } from "../../src/transport/gateway-api/uplink-routes.ts";
import { knownDevice, NOW } from "./recording-session.ts";

export class World {
  /** Devices of the tenant by name, those this node has met and those it has not. */
  readonly stored = new Map<string, KnownDevice>();
  readonly cached = new Map<string, KnownDevice>();
  maxDevices = Infinity;
  /** What happened in the platform, in order. */
  readonly log: string[] = [];
  readonly attributes: (StoredAttribute & { readonly deviceId: DeviceId })[] = [];
  readonly claims: { readonly name: string; readonly request: ClaimRequest }[] = [];
  readonly replies: (readonly [through: DeviceId, device: DeviceId, id: number, reply: RpcReply])[] = [];
  /** Thrown by the next store call. */
  failure: DomainError | undefined;

  readonly activity = new Activity(
    {
      touch: (device, now) => {
        device.lastActivityAt = now;
      },
      touchGateway: (gateway, routed, now) => {
        for (const device of [gateway, ...routed]) device.lastActivityAt = now;
      },
    },
    { routedThrough: (gatewayId) => [...this.cached.values()].filter(({ route }) => route?.gatewayId === gatewayId) },
  );

  /** What the topics of the gateway API need. */
  get gatewayDeps(): GatewayAttributeDeps & GatewayRpcDeps & GatewayClaimDeps & Omit<GatewayConnectDeps, "bus"> {
    return {
      devices: this.devices,
      activity: this.activity,
      attributes: this.attributeService,
      claims: this.claimService,
      rpc: this.rpcService,
      routes: this.routes,
      witness: this.witness,
    };
  }

  add(name: string, where: "cached" | "stored" = "cached", fields: Partial<KnownDevice> = {}): KnownDevice {
    const device = knownDevice(name, fields);
    this.stored.set(name, device);
    if (where === "cached") this.cached.set(name, device);
    return device;
  }

  readonly devices = {
    find: (_tenantId: TenantId, name: string): KnownDevice | undefined => this.cached.get(name),
    load: async (_tenantId: TenantId, name: string): Promise<KnownDevice | undefined> => this.stored.get(name),
    findOrCreate: async (gateway: KnownDevice, name: string): Promise<KnownDevice> => {
      const [found] = await this.devices.findOrCreateAll(gateway, [name]);
      if (found instanceof DomainError || found === undefined) throw found ?? new Error("no outcome");
      return found;
    },
    findOrCreateAll: async (
      _gateway: KnownDevice,
      names: readonly string[],
    ): Promise<(KnownDevice | DomainError)[]> => {
      this.#mayFail();
      this.log.push(`findOrCreateAll ${names.join(",")}`);
      return names.map((name) => {
        parseDeviceName(name);
        const found = this.stored.get(name);
        if (found !== undefined) return found;
        if (this.stored.size < this.maxDevices) return this.add(name);
        return new DomainError("limit-exceeded", "too many", { limit: { name: "maxDevices", value: this.maxDevices } });
      });
    },
    connect: async (
      gateway: KnownDevice,
      name: string,
      profile: ProfileName | undefined,
      now: EpochMillis,
    ): Promise<KnownDevice> => {
      if (name === gateway.name) return gateway;
      const device = await this.devices.findOrCreate(gateway, name);
      this.log.push(`connect ${name} ${profile ?? "-"}`);
      device.route = { gatewayId: gateway.id, connectedAt: now };
      return device;
    },
    connectRoutes: async (gateway: KnownDevice, devices: readonly KnownDevice[], now: EpochMillis): Promise<void> => {
      for (const device of devices) {
        this.log.push(`connect ${device.name}`);
        device.route = { gatewayId: gateway.id, connectedAt: now };
      }
    },
    disconnectRoute: async (gateway: KnownDevice, device: KnownDevice): Promise<boolean> => {
      if (device.route?.gatewayId !== gateway.id) return false;
      device.route = null;
      return true;
    },
  };

  readonly witness = {
    routeConnected: (device: KnownDevice): void => {
      this.log.push(`connected ${device.name}`);
    },
    routeDisconnected: (device: KnownDevice): void => {
      this.log.push(`disconnected ${device.name}`);
    },
  };

  /** Gateways with a session. */
  readonly online = new Set<DeviceId>();
  readonly routes = new UplinkRoutes({
    devices: this.devices,
    sessions: { isOnline: (id) => this.online.has(id) },
    witness: this.witness,
    bus: new InProcessBus(silentLogger),
  });

  readonly attributeService = {
    saveFromDeviceDeferred: (
      writes: readonly DeviceWrite[],
      ts: EpochMillis,
      target: AckTarget,
      ack: number,
      refusal?: Refusal,
    ): Handled => {
      this.log.push("saveFromDevice");
      for (const { device, values } of writes)
        for (const [key, value] of values) this.set(device, "CLIENT_SCOPE", key, value, ts);
      target.settle(ack, refusal);
      target.flush();
      return DEFERRED;
    },
    readInTurns: async (
      { id }: AttributeOwner,
      { scope, keys }: AttributeSelection,
    ): Promise<readonly StoredAttribute[]> => {
      this.#mayFail();
      return this.attributes
        .filter((each) => each.deviceId === id && each.scope === scope && (keys === "all" || keys.includes(each.key)))
        .map(({ scope: found, key, value, lastUpdateTs }) => ({ scope: found, key, value, lastUpdateTs }));
    },
  };

  readonly claimService = {
    openAll: async (
      requests: readonly { readonly device: ClaimingDevice; readonly request: ClaimRequest }[],
    ): Promise<OpenedClaim[]> => {
      this.#mayFail();
      this.log.push("openAll");
      for (const { device, request } of requests)
        this.claims.push({ name: [...this.stored.values()].find(({ id }) => id === device.id)?.name ?? "", request });
      return requests.map(() => "opened");
    },
  };

  readonly rpcService = {
    reply: async ({
      throughDeviceId: through,
      deviceId: device,
      requestId: id,
      reply,
    }: ReceivedReply): Promise<void> => {
      this.#mayFail();
      this.replies.push([through, device, id, reply]);
    },
  };

  set(
    device: Pick<KnownDevice, "id">,
    scope: StoredAttribute["scope"],
    key: string,
    value: Value,
    lastUpdateTs: EpochMillis = NOW,
  ): void {
    this.attributes.push({ deviceId: device.id, scope, key, value, lastUpdateTs });
  }

  /** Client-side attributes of a device as an object. */
  clientAttributes(name: string): Readonly<Record<string, Value>> {
    const id = this.stored.get(name)?.id;
    return Object.fromEntries(
      this.attributes.filter((each) => each.deviceId === id).map(({ key, value }) => [key, value]),
    );
  }

  #mayFail(): void {
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure;
  }
}
