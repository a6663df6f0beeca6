// The MQTT session as a topic API sees it, which writes down what the API does with it; and what goes with it: devices,
// clients and messages. For tests of handlers without sockets.
import { DEFERRED, type Handled, type Refusal, type Remark } from "../../src/core/acknowledgement.ts";
import type { KnownDevice } from "../../src/core/devices/known-device.ts";
import { DomainError } from "../../src/core/errors.ts";
import type { DeviceId, DeviceProfileId, SessionId, TenantId, TenantProfileId } from "../../src/core/ids.ts";
import { NO_MONTHLY_QUOTA } from "../../src/core/tenants/monthly-quota.ts";
import { configurationOf } from "../../src/core/tenants/tenant-configuration.ts";
import type { TenantLimits } from "../../src/core/tenants/tenant-limits.ts";
import { OWN_TRAFFIC_BUCKETS, TrafficMeter } from "../../src/core/tenants/traffic-meter.ts";
import { parseRateLimit } from "../../src/core/tenants/rate-limits.ts";
import { millis, type EpochMillis } from "../../src/lib/clock.ts";
import { AdmissionTicket } from "../../src/transport/device-api/admission-tickets.ts";
import { newNoticeBudget, type DeviceClient } from "../../src/transport/device-api/client.ts";
import { DeviceSession } from "../../src/transport/device-api/device-session.ts";
import { PLATFORM_DOWNLINKS } from "../../src/transport/device-api/own-downlinks.ts";
import type {
  MqttSession,
  PublishHooks,
  Qos,
  RoutedMessage,
  SessionCloseReason,
} from "../../src/transport/mqtt/routed-message.ts";
import { parseNamed } from "../../src/lib/json-names.ts";
import { trafficFlows } from "./traffic-flows.ts";

export const NOW = millis(1_700_000_000_000);
export const TENANT = "0198a1c0-0000-7000-8000-000000000010" as TenantId;

export interface Published {
  readonly topic: string;
  readonly payload: unknown;
  readonly qos: Qos;
}

export class RecordingSession implements MqttSession {
  readonly protocol: 3 | 4 | 5;
  readonly subscriptions = new Map<string, Qos>();
  /** What happened, in order: acknowledgements as "ok" or the kinds of what was refused, messages by topic. */
  readonly log: string[] = [];
  readonly published: Published[] = [];
  readonly texts: string[] = [];
  readonly refusals: Refusal[] = [];
  closed: SessionCloseReason | undefined;
  /** Longest payload the client accepts. */
  payloadMax = Infinity;
  /** Runs the `acked` of what was published. */
  readonly acks: (() => void)[] = [];

  constructor(protocol: 3 | 4 | 5 = 5) {
    this.protocol = protocol;
  }

  get isOpen(): boolean {
    return this.closed === undefined;
  }

  subscribedQos(filter: string): Qos | undefined {
    return this.subscriptions.get(filter);
  }

  publish(topic: string, payload: string | Uint8Array, qos: Qos, { acked, released }: PublishHooks = {}): boolean {
    released?.();
    const text = typeof payload === "string" ? payload : new TextDecoder().decode(payload);
    if (text.length > this.payloadMax) return false;
    this.log.push(topic);
    this.texts.push(text);
    this.published.push({ topic, payload: parseNamed(text), qos });
    if (acked !== undefined) this.acks.push(acked);
    return true;
  }

  async settled(): Promise<void> {}

  async inTurn(work: () => void): Promise<void> {
    work();
  }

  /** Steps of long messages, for which others would have had their turns. */
  steps = 0;

  async inSteps(work: Iterator<void, Handled, void>): Promise<typeof DEFERRED | void> {
    for (;;) {
      this.steps++;
      const step = work.next();
      if (step.done === true) return await step.value;
    }
  }

  settle(_ack: number, refusal: Refusal | undefined): void {
    this.log.push(refusal === undefined ? "ok" : refusal.entries.map(({ error }) => error.kind).join(","));
    if (refusal !== undefined) this.refusals.push(refusal);
  }

  flush(): void {}

  close(reason: SessionCloseReason): void {
    this.closed ??= reason;
  }

  observe(): void {}

  remark(_ack: number, { error }: Remark): void {
    this.log.push(error);
  }

  unsent(topic: string): void {
    this.log.push(`unsent ${topic}`);
  }

  /** The refused entries of all messages as [device, kind]. */
  get refused(): (readonly [string | undefined, string])[] {
    return this.refusals.flatMap(({ entries }) => entries.map(({ device, error }) => [device, error.kind] as const));
  }
}

let lastId = 0;

export function knownDevice(name: string, fields: Partial<KnownDevice> = {}): KnownDevice {
  return {
    id: `device-${String(++lastId)}` as DeviceId,
    tenantId: TENANT,
    name,
    profileId: "profile" as DeviceProfileId,
    customerId: null,
    isGateway: false,
    overwriteActivityTime: false,
    connectsOnUplink: false,
    deleted: false,
    route: null,
    disconnectedBy: [],
    sentThrough: null,
    lastActivityAt: millis(0),
    active: false,
    castsStrings: null,
    series: new Map(),
    ...fields,
  };
}

type Party = "tenant" | "device" | "gateway" | "gatewayDevice";

/** Limits with only those given, as `{ device: { messages: "2:1" } }`. */
export function tenantLimits(
  given: Partial<Record<Party, Partial<Record<"messages" | "telemetryMessages" | "telemetryDataPoints", string>>>> = {},
): TenantLimits {
  const party = (name: Party): TenantLimits["tenant"] => ({
    messages: parseRateLimit(given[name]?.messages, `${name}Messages`),
    telemetryMessages: parseRateLimit(given[name]?.telemetryMessages, `${name}TelemetryMessages`),
    telemetryDataPoints: parseRateLimit(given[name]?.telemetryDataPoints, `${name}TelemetryDataPoints`),
  });
  return {
    tenantId: TENANT,
    profileId: "tenant-profile" as TenantProfileId,
    generation: 0,
    unlimited: Object.keys(given).length === 0,
    configuration: configurationOf({ profileData: {} }),
    warnThreshold: 0.8,
    restCalls: null,
    customerRestCalls: null,
    liveUpdates: null,
    used: { messages: 0, dataPoints: 0, storagePointDays: 0, emails: 0, monthEndsAt: millis(NOW + 86_400_000) },
    quota: NO_MONTHLY_QUOTA,
    storageDaysPerPoint: 1,
    tenant: party("tenant"),
    device: party("device"),
    gateway: party("gateway"),
    gatewayDevice: party("gatewayDevice"),
  };
}

const CONNECTION = { protocol: "MQTT 5", transport: "TCP", remoteAddress: "127.0.0.1" } as const;

export interface TestClient {
  readonly client: DeviceClient;
  readonly mqtt: RecordingSession;
}

export interface TestClientOptions {
  readonly limits?: TenantLimits;
  readonly protocol?: 3 | 4 | 5;
}

/** A device with an open session; a gateway if the device is one. */
export function deviceClient(
  device: KnownDevice,
  { limits = tenantLimits(), protocol = 5 }: TestClientOptions = {},
): TestClient {
  const mqtt = new RecordingSession(protocol);
  const { isGateway } = device;
  const client: DeviceClient = {
    kind: "device",
    device,
    isGateway,
    traffic: new TrafficMeter({ connects: null, absentDevicesMax: 10 }, trafficFlows(), OWN_TRAFFIC_BUCKETS).of(
      device,
      isGateway,
      limits,
      NOW,
    ),
    ticket: new AdmissionTicket(device.id),
    connection: CONNECTION,
    downlinks: PLATFORM_DOWNLINKS,
    session: null,
    errorBudget: newNoticeBudget(),
    rateBudget: newNoticeBudget(),
    breached: new Set(),
    chunkSizes: new Map(),
  };
  client.session = new DeviceSession({
    id: "session" as SessionId,
    device,
    isGateway,
    openedAt: NOW,
    connection: CONNECTION,
    downlinks: PLATFORM_DOWNLINKS,
    mqtt,
    remark: ({ error, device }) => mqtt.log.push(`${error} ${device}`),
  });
  return { client, mqtt };
}

export interface MessageFields {
  readonly topic?: string;
  readonly id?: number;
  readonly part?: number;
  readonly receivedAt?: EpochMillis;
}

/** `payload` is sent as it is where it is text, and as JSON otherwise. */
export function messageOf<Client>(
  client: Client,
  session: RecordingSession,
  payload: unknown,
  { topic = "topic", id = -1, part = -1, receivedAt = NOW }: MessageFields = {},
): RoutedMessage<Client> {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  return {
    client,
    session,
    topic,
    id,
    part,
    payload: Buffer.from(text),
    receivedAt,
    ack: 0,
  };
}

/** Runs a handler to its end and settles the message as a session would. */
export async function handle<Client>(
  message: RoutedMessage<Client>,
  handler: (message: RoutedMessage<Client>) => typeof DEFERRED | Promise<typeof DEFERRED | void>,
): Promise<void> {
  try {
    if ((await handler(message)) !== DEFERRED) message.session.settle(message.ack, undefined);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    message.session.settle(message.ack, { entries: [{ error }], partly: false });
  }
}
