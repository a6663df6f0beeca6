// What the conformance tests of the MQTT contract share: one platform per file, a fresh gateway per test.
import type { IPubackPacket } from "mqtt-packet";
import { afterAll, afterEach, beforeAll } from "vitest";
import { startTestPlatform, type ConnectOptions, type TestPlatform, type TestPlatformOptions } from "./platform.ts";
import type { RawMqttClient } from "./raw-mqtt-client.ts";
import { text } from "./rest-client.ts";
import type { TestDevice, TestTenant } from "./tenant.ts";
import { parseNamed } from "../../src/lib/json-names.ts";

/** For `test.each`, where a rule names what each version sees. */
export const VERSIONS = [
  ["v3.1", 3],
  ["v3", 4],
  ["v5", 5],
] as const;

/** The versions that the contract calls v3. */
export const V3_VERSIONS = VERSIONS.filter(([, protocol]) => protocol < 5);

export type Protocol = (typeof VERSIONS)[number][1];

/** A platform for all tests of the file; connections that a test leaves open end with it. */
export function useTestPlatform(options: TestPlatformOptions = {}): () => TestPlatform {
  let platform: TestPlatform | undefined;
  beforeAll(async () => {
    platform = await startTestPlatform(options);
  });
  afterEach(() => platform?.destroyClients());
  afterAll(async () => {
    await platform?.stop();
    platform = undefined;
  });
  return () => {
    if (platform === undefined) throw new Error("the platform has not been started");
    return platform;
  };
}

/** What a rule states for MQTT 3.1 and 3.1.1, and for MQTT 5. */
export function byVersion<Stated>(protocol: Protocol, v3: Stated, v5: Stated): Stated {
  return protocol === 5 ? v5 : v3;
}

export function pubackCode(puback: IPubackPacket | undefined): number {
  if (puback === undefined) throw new Error("there was no PUBACK");
  return puback.reasonCode ?? 0;
}

export const ATTRIBUTES = "v1/gateway/attributes";
export const ATTRIBUTES_REQUEST = "v1/gateway/attributes/request";
export const ATTRIBUTES_RESPONSE = "v1/gateway/attributes/response";
export const CLAIM = "v1/gateway/claim";
export const CONNECT = "v1/gateway/connect";
export const DISCONNECT = "v1/gateway/disconnect";
export const ERRORS = "v1/gateway/errors";
export const RPC = "v1/gateway/rpc";
export const TELEMETRY = "v1/gateway/telemetry";

export interface GatewayOptions extends ConnectOptions {
  readonly protocol?: Protocol;
  /** Default: the tenant of the platform. */
  readonly tenant?: TestTenant;
  /** Default: a new one. */
  readonly gateway?: TestDevice;
  readonly subscribe?: readonly string[];
  /** The QoS of those subscriptions; default 1. */
  readonly qos?: 0 | 1;
}

/** A gateway with its session open. Default MQTT 5. */
export async function connectGateway(platform: TestPlatform, options: GatewayOptions = {}): Promise<ConnectedGateway> {
  const { protocol = 5, tenant = platform.tenant, subscribe = [], qos = 1, ...connect } = options;
  const gateway = options.gateway ?? (await tenant.createGateway());
  const client = await platform.connect(gateway.token, protocol, connect);
  if (client.connackCode !== 0) throw new Error(`the gateway was refused with ${String(client.connackCode)}`);
  if (subscribe.length > 0) await client.subscribe(subscribe, qos);
  return new ConnectedGateway(platform, tenant, gateway, client);
}

export class ConnectedGateway {
  readonly platform: TestPlatform;
  readonly tenant: TestTenant;
  readonly gateway: TestDevice;
  readonly client: RawMqttClient;

  constructor(platform: TestPlatform, tenant: TestTenant, gateway: TestDevice, client: RawMqttClient) {
    this.platform = platform;
    this.tenant = tenant;
    this.gateway = gateway;
    this.client = client;
  }

  /** Publishes at QoS 1 and gives the code of the PUBACK; 0 for the plain PUBACK of MQTT 3.1.1. */
  async publish(topic: string, payload: unknown): Promise<number> {
    return pubackCode(await this.client.publish(topic, payload));
  }

  /** A name that no device has. */
  newName(): string {
    return this.tenant.uniqueName("Device");
  }

  /** A new device, connected through this gateway. */
  async connectDevice(type?: string): Promise<TestDevice> {
    const device = this.newName();
    await this.publish(CONNECT, { device, ...(type === undefined ? {} : { type }) });
    return await this.tenant.existing(device);
  }

  /** A new device that this gateway has sent telemetry of, and not connected. */
  async knownDevice(): Promise<TestDevice> {
    const device = this.newName();
    await this.publish(TELEMETRY, { [device]: [] });
    return await this.tenant.existing(device);
  }

  /** Sends an attribute request and gives the answer. The response topic must be subscribed to. */
  async request(payload: Readonly<Record<string, unknown>>): Promise<unknown> {
    await this.publish(ATTRIBUTES_REQUEST, payload);
    return await this.client.nextJson(ATTRIBUTES_RESPONSE);
  }

  /**
   * What has come on `topic` until a shared attribute of a device connected for this purpose arrives: downlinks of a
   * session keep their order, so nothing that was due before can still be on its way. Subscribes to `v1/gateway/attributes`.
   */
  async arrivedOn(topic: string): Promise<unknown[]> {
    await this.client.subscribe(ATTRIBUTES);
    const marker = await this.connectDevice();
    await this.tenant.saveAttributes(marker.id, "SHARED_SCOPE", { marker: true });
    const isMarker = (json: unknown): boolean => text(json, "device") === marker.name;
    await this.client.next(
      "publish",
      (packet) => packet.topic === ATTRIBUTES && isMarker(parseNamed(packet.payload.toString())),
    );
    const published = this.client.received.filter((packet) => packet.cmd === "publish" && packet.topic === topic);
    return published
      .map((packet) => (packet.cmd === "publish" ? parseNamed(packet.payload.toString()) : undefined))
      .filter((json) => !(topic === ATTRIBUTES && isMarker(json)));
  }
}
