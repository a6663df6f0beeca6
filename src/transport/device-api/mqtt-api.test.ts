import { beforeEach, describe, expect, test } from "vitest";
import { guesses } from "../../../test/support/guesses.ts";
import { ManualClock } from "../../../test/support/manual-clock.ts";
import { handle, messageOf, RecordingSession, TENANT, tenantLimits } from "../../../test/support/recording-session.ts";
import { trafficFlows } from "../../../test/support/traffic-flows.ts";
import { World } from "../../../test/support/topic-api-world.ts";
import { InProcessBus } from "../../adapters/in-process-bus/in-process-bus.ts";
import type { Identified, PresentedCredentials } from "../../core/devices/credentials-directory.ts";
import type { KnownDevice } from "../../core/devices/known-device.ts";
import type { LiveSession } from "../../core/devices/live-session.ts";
import type { ProvisionOutcome } from "../../core/devices/provisioning.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import type { DeviceId } from "../../core/ids.ts";
import { NO_MONTHLY_QUOTA } from "../../core/tenants/monthly-quota.ts";
import { parseRateLimit } from "../../core/tenants/rate-limits.ts";
import { OWN_TRAFFIC_BUCKETS, TrafficMeter } from "../../core/tenants/traffic-meter.ts";
import { silentLogger } from "../../lib/logger.ts";
import { noTracer } from "../../lib/tracer.ts";
import { ErrorNotices } from "../gateway-api/errors.ts";
import { RateNotices } from "../gateway-api/rate-notice.ts";
import type { AcceptedClient, ConnectRequest } from "../mqtt/mqtt-api.ts";
import { TopicRouter } from "../mqtt/topic-router.ts";
import { AdmissionTickets } from "./admission-tickets.ts";
import type { Client } from "./client.ts";
import { Authenticator } from "./connect.ts";
import { DEVICE_FILTERS } from "./filters.ts";
import { DeviceMqttApi } from "./mqtt-api.ts";
import { PLATFORM_DOWNLINKS } from "./own-downlinks.ts";
import { ProvisioningApi } from "./provisioning.ts";

class Node {
  readonly clock = new ManualClock();
  readonly bus = new InProcessBus(silentLogger);
  readonly world = new World();
  readonly tickets = new AdmissionTickets(this.bus);
  readonly open: LiveSession[] = [];
  readonly reachable: DeviceId[] = [];
  /** The devices whose refusals are kept, and the topics. */
  readonly kept: (readonly [DeviceId, string])[] = [];
  readonly presented: PresentedCredentials[] = [];
  limits = tenantLimits();
  identified: Identified = { kind: "refused", reason: "bad-credentials" };
  /** Runs between the check of the credentials and the end of the authentication. */
  meanwhile = (): void => {};
  outcome: ProvisionOutcome = { status: "NOT_FOUND", message: "unknown" };
  readonly api: DeviceMqttApi;

  constructor() {
    const { bus, clock, tickets, world } = this;
    const meter = new TrafficMeter(
      { connects: parseRateLimit("10:1", "mqtt.connectRateLimit"), absentDevicesMax: 10 },
      trafficFlows(),
      OWN_TRAFFIC_BUCKETS,
    );
    const provisioning = new ProvisioningApi({ provision: async () => this.outcome }, clock, 60_000);
    const authenticator = new Authenticator({
      credentials: {
        identify: async (presented) => {
          this.presented.push(presented);
          return this.identified;
        },
        accountOf: () => Promise.resolve(undefined),
      },
      devices: { loadById: async (id) => [...world.stored.values()].find((device) => device.id === id) },
      tenantLimits: {
        load: async () => {
          this.meanwhile();
          return this.limits;
        },
      },
      meter,
      tickets,
      guesses: guesses(),
      clock,
      topics: {
        of: async () => ({
          router: new TopicRouter<Client>([]),
          filters: DEVICE_FILTERS,
          downlinks: PLATFORM_DOWNLINKS,
        }),
      },
      provisioningRouter: new TopicRouter<Client>(provisioning.routes()),
      maxPayloadSize: 65_536,
    });
    this.api = new DeviceMqttApi({
      authenticator,
      sessions: {
        open: (session) => {
          this.open.push(session);
        },
        close: (session) => {
          if (this.open.includes(session)) this.open.splice(this.open.indexOf(session), 1);
        },
      },
      tickets,
      meter,
      activity: world.activity,
      errors: new ErrorNotices(clock, 100),
      rateNotices: new RateNotices(clock, 100),
      refusals: {
        keep: ({ id }, topic) => {
          this.kept.push([id, topic]);
        },
      },
      tracer: noTracer,
      bus,
      clock,
    });
    tickets.start();
    bus.subscribe("rpc-reachable", ({ deviceId }) => {
      this.reachable.push(deviceId);
    });
  }

  authenticate(connect: Partial<ConnectRequest> = {}, signal = new AbortController().signal) {
    const request: ConnectRequest = {
      protocol: 5,
      clientId: "c",
      username: "token",
      password: undefined,
      certificate: undefined,
      remoteAddress: "127.0.0.1",
      listener: "tcp",
      ...connect,
    };
    return this.api.authenticate(request, signal);
  }

  async accepted(connect: Partial<ConnectRequest> = {}): Promise<AcceptedClient<Client>> {
    const admission = await this.authenticate(connect);
    if (admission.kind !== "accepted") throw new Error(`refused: ${admission.reason}`);
    return admission;
  }

  device(fields: Partial<KnownDevice> = {}): KnownDevice {
    const device = this.world.add("Device", "cached", fields);
    this.identified = { kind: "device", deviceId: device.id };
    return device;
  }

  async opened(
    fields: Partial<KnownDevice> = {},
  ): Promise<{ readonly client: Client; readonly mqtt: RecordingSession }> {
    this.device(fields);
    const { client } = await this.accepted();
    const mqtt = new RecordingSession();
    this.api.opened(client, mqtt);
    return { client, mqtt };
  }
}

let node: Node;
beforeEach(() => {
  node = new Node();
});

describe("authentication", () => {
  test("accepts a device with the device topics", async () => {
    node.device();
    const admission = await node.accepted({ username: "token", password: Buffer.from("any"), clientId: "any" });
    expect(admission.client).toMatchObject({ kind: "device", isGateway: false, device: { name: "Device" } });
    expect(admission.filters.has("v1/gateway/rpc")).toBe(true);
    expect(admission).toMatchObject({ maxPayloadSize: 65_536 });
    expect(node.presented).toEqual([
      { clientId: "any", userName: "token", password: Buffer.from("any"), certificate: undefined },
    ]);
  });

  test("decides here whether the session is a gateway's", async () => {
    const device = node.device({ isGateway: true });
    const { client } = await node.accepted();
    device.isGateway = false;
    expect(client).toMatchObject({ isGateway: true });
  });

  test.each(["bad-credentials", "bad-client-id", "not-authorized"] as const)("refuses with %s", async (reason) => {
    node.identified = { kind: "refused", reason };
    expect(await node.authenticate()).toMatchObject({ kind: "refused", reason });
  });

  test("refuses a device that is gone", async () => {
    node.identified = { kind: "device", deviceId: "gone" as DeviceId };
    expect(await node.authenticate()).toMatchObject({ kind: "refused", reason: "bad-credentials" });
    expect(node.tickets.count).toBe(0);
  });

  test("refuses while the tenant has used up its month", async () => {
    node.device();
    node.limits = { ...tenantLimits(), unlimited: false, quota: { ...NO_MONTHLY_QUOTA, messages: 0 } };
    expect(await node.authenticate()).toMatchObject({ kind: "refused", reason: "rate-limited" });
  });

  test("refuses connections of one device that come too fast", async () => {
    node.device();
    for (let count = 0; count < 10; count++) expect((await node.authenticate()).kind).toBe("accepted");
    expect(await node.authenticate()).toMatchObject({ kind: "refused", reason: "rate-limited" });
  });

  test("rejects where a store cannot be read, and keeps no ticket", async () => {
    node.device();
    node.meanwhile = () => {
      throw new DomainError("unavailable", "no store");
    };
    await expect(node.authenticate()).rejects.toMatchObject({ kind: "unavailable" });
    expect(node.tickets.count).toBe(0);
  });

  test.each([{ username: "provision" }, { clientId: "provision", username: undefined }])(
    "%j is a provisioning session",
    async (connect) => {
      const admission = await node.accepted(connect);
      expect(admission.client.kind).toBe("provisioning");
      expect(admission.filters).toEqual(new Set(["/provision/response"]));
      expect(admission.closeOnUnknownTopic).toBe(true);
      expect(admission.turnKey).toBe("provision");
      expect(node.presented).toEqual([]);
    },
  );
});

describe("a session", () => {
  test("is live from its opening to its end", async () => {
    const { client } = await node.opened();
    expect(node.open).toHaveLength(1);
    expect(node.open[0]?.device.name).toBe("Device");
    node.api.closed(client, "client-disconnected");
    expect(node.open).toEqual([]);
  });

  test.each([
    [
      "credentials-changed",
      (device: KnownDevice) => {
        node.bus.publish({ kind: "credentials-changed", deviceId: device.id });
      },
    ],
    [
      "device-deleted",
      (device: KnownDevice) => {
        node.bus.publish({ kind: "device-deleted", tenantId: TENANT, deviceId: device.id, name: "Device" });
      },
    ],
  ] as const)("does not open when %s comes during its authentication", async (_event, change) => {
    const device = node.device();
    node.meanwhile = () => {
      change(device);
    };
    const { client } = await node.accepted();
    const mqtt = new RecordingSession();
    node.api.opened(client, mqtt);
    expect(mqtt.closed).toBe("administrative");
    expect(node.open).toEqual([]);
    node.api.closed(client, "administrative");
  });

  test("opens when another device's credentials change meanwhile", async () => {
    node.device();
    node.meanwhile = () => {
      node.bus.publish({ kind: "credentials-changed", deviceId: "other" as DeviceId });
    };
    const { client } = await node.accepted();
    node.api.opened(client, new RecordingSession());
    expect(node.open).toHaveLength(1);
    expect(node.tickets.count).toBe(0);
  });

  test("that never opens leaves no ticket behind when its connection ends", async () => {
    node.device();
    const connection = new AbortController();
    await node.authenticate({}, connection.signal);
    expect(node.tickets.count).toBe(1);
    connection.abort();
    expect(node.tickets.count).toBe(0);
  });

  test("of a connection that has ended already takes no ticket", async () => {
    node.device();
    await node.authenticate({}, AbortSignal.abort());
    expect(node.tickets.count).toBe(0);
  });
});

describe("a subscription", () => {
  test("to calls lets those that wait be sent, once for each SUBSCRIBE", async () => {
    const { client } = await node.opened({ isGateway: true });
    node.api.subscribed(client, [
      { filter: "v1/gateway/rpc", qos: 1 },
      { filter: "v1/devices/me/rpc/request/+", qos: 1 },
    ]);
    expect(node.reachable).toEqual([client.kind === "device" ? client.device.id : undefined]);
  });

  test("to anything else does not", async () => {
    const { client } = await node.opened();
    node.api.subscribed(client, [
      { filter: "v1/devices/me/attributes", qos: 1 },
      { filter: "v1/gateway/rpc", qos: 1 },
    ]);
    expect(node.reachable).toEqual([]);
  });

  test("ends with its UNSUBSCRIBE", async () => {
    const { client, mqtt } = await node.opened();
    mqtt.subscriptions.set("v2/a", 1);
    node.api.subscribed(client, [{ filter: "v2/a", qos: 1 }]);
    const [live] = node.open;
    expect(live?.accepts("attributes", live.device)).toBe(true);
    node.api.unsubscribed(client, ["v2/a"]);
    expect(live?.accepts("attributes", live.device)).toBe(false);
  });
});

test("activity of the client is activity of its device", async () => {
  const { client } = await node.opened();
  node.clock.advance(5000);
  node.api.activity(client);
  expect(node.open[0]?.device.lastActivityAt).toBe(node.clock.now());
});

describe("a refused publish", () => {
  const refused = {
    topic: "v1/gateway/claim",
    packetId: 1,
    code: 0x99,
    refusal: { entries: [{ error: invalid("bad") }], partly: false },
  } as const;

  test("is reported on the errors topic", async () => {
    const { client, mqtt } = await node.opened({ isGateway: true });
    mqtt.subscriptions.set("v1/gateway/errors", 1);
    node.api.refused(client, refused);
    expect(mqtt.published).toMatchObject([{ payload: { topic: "v1/gateway/claim", packetId: 1, code: 0x99 } }]);
  });

  test("is kept, if it is that of a gateway", async () => {
    const gateway = await node.opened({ isGateway: true });
    node.api.refused(gateway.client, refused);
    const device = await node.opened();
    node.api.refused(device.client, refused);
    expect(node.kept).toEqual([[node.open[0]?.device.id, refused.topic]]);
  });

  test("that is known only after the session has ended is not reported", async () => {
    const { client, mqtt } = await node.opened({ isGateway: true });
    mqtt.subscriptions.set("v1/gateway/errors", 1);
    node.api.closed(client, "connection-lost");
    node.api.refused(client, refused);
    expect(mqtt.published).toEqual([]);
  });
});

describe("a provisioning session", () => {
  async function provision(payload: unknown): Promise<{ readonly client: Client; readonly mqtt: RecordingSession }> {
    const { client, router } = await node.accepted({ username: "provision" });
    const mqtt = new RecordingSession();
    node.api.opened(client, mqtt);
    const route = router.find("/provision/request")?.route;
    if (route === undefined) throw new Error("no route");
    await handle(messageOf(client, mqtt, payload), (message) => route.handle(message));
    return { client, mqtt };
  }

  const request = { provisionDeviceKey: "k", provisionDeviceSecret: "s" };
  const device = { name: "G1" } as Extract<ProvisionOutcome, { status: "SUCCESS" }>["device"];

  test("is acknowledged, then answered with its credentials", async () => {
    node.outcome = {
      status: "SUCCESS",
      device,
      credentials: { kind: "ACCESS_TOKEN", credentialsId: "t", credentialsValue: null },
    };
    const { mqtt } = await provision(request);
    expect(mqtt.log).toEqual(["ok", "/provision/response"]);
    expect(mqtt.published[0]?.payload).toEqual({
      status: "SUCCESS",
      credentialsType: "ACCESS_TOKEN",
      credentialsValue: "t",
    });
  });

  test("gets basic credentials as an object and a certificate as its text", async () => {
    const credentialsValue = '{"clientId":"c","userName":"u","password":"p"}';
    node.outcome = {
      status: "SUCCESS",
      device,
      credentials: { kind: "MQTT_BASIC", credentialsId: "x", credentialsValue },
    };
    expect((await provision(request)).mqtt.published[0]?.payload).toMatchObject({
      credentialsValue: { clientId: "c", userName: "u", password: "p" },
    });
    node.outcome = {
      status: "SUCCESS",
      device,
      credentials: { kind: "X509_CERTIFICATE", credentialsId: "hash", credentialsValue: "MIIB" },
    };
    expect((await provision(request)).mqtt.published[0]?.payload).toMatchObject({ credentialsValue: "MIIB" });
  });

  test("gets the reason", async () => {
    const { mqtt } = await provision(request);
    expect(mqtt.published[0]?.payload).toEqual({ status: "NOT_FOUND", errorMsg: "unknown" });
  });

  test("is closed a minute after its first answer", async () => {
    const { mqtt } = await provision(request);
    node.clock.advance(59_999);
    expect(mqtt.closed).toBeUndefined();
    node.clock.advance(1);
    expect(mqtt.closed).toBe("provisioned");
  });

  test("leaves no timer behind", async () => {
    const { client } = await provision(request);
    node.api.closed(client, "client-disconnected");
    expect(node.clock.pendingTimers).toBe(0);
  });

  test.each(["", "[]", "{}", '{"provisionDeviceKey":"k"}'])("%j is invalid and not answered", async (payload) => {
    const { mqtt } = await provision(payload);
    expect(mqtt.log).toEqual(["invalid"]);
  });
});
