// A disk that is full, read-only or failing, under the files of one store at a time: nothing is acknowledged that could not
// be stored, the reason is reported, reads go on, and when the fault is gone the same process serves again.
import { afterEach, expect, test } from "vitest";
import { byDeadline, eventually } from "../support/deadline.ts";
import { setIn, setInCheckpoints, type FaultKind, type StoreName } from "../support/fault.ts";
import { KillableServers, type KillableServer, type LogRecord } from "../support/killable-server.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { member } from "../support/rest-client.ts";
import { isEveryCase } from "../support/seed.ts";
import { soakTest } from "../support/soak-test.ts";
import type { TestDevice, TestTenant } from "../support/tenant.ts";
import { PipelinedClient } from "./pipelined-client.ts";

const ERRORS = "v1/gateway/errors";
const NOT_STORED = 0x80;
const RECOVERY_DEADLINE_MILLIS = 60_000;
const FIRST_TS = 1_700_000_000_000;

/** What a gateway publishes that needs the store, and what is to be found once it has been acknowledged. */
interface Request {
  readonly topic: string;
  readonly payload: (number: number) => unknown;
  readonly isThere: (number: number) => Promise<boolean>;
}

interface Gateways {
  readonly v3: TestDevice;
  readonly v5: TestDevice;
}

const servers = new KillableServers();
afterEach(() => servers.endAll());

const FAULTS: readonly FaultKind[] = ["no-space", "read-only", "failing-sync"];

test.each(["duckdb", "sqlite"] as const)(
  "under the files of %s a full, a read-only and a failing disk: refused with the reason, read on, and served again without a restart",
  async (store) => {
    const world = await World.open(store);
    await world.acknowledgeAll(0);
    expect(await world.figures()).toEqual({ healthy: 1, failed: 0 });

    const acknowledged = [0];
    for (const fault of FAULTS) {
      const number = (acknowledged.at(-1) ?? 0) + 1;
      const before = await world.figures();
      const recordsBefore = new Set(world.server.records);
      const broken = await setIn(world.server, store, fault);
      await world.refuseAll(number);
      await world.server.record((record) => isComplaint(record) && !recordsBefore.has(record));
      await world.refuseV3(number + 1);
      await world.readOn(0);
      await becomesHealthy(world.server, false);
      const during = await world.figures();
      expect(during.healthy, fault).toBe(store === "duckdb" ? 0 : 1);
      expect(during.failed, fault).toBeGreaterThan(before.failed);
      // A second time, when the fault is known already.
      await world.refuseAll(number + 2);
      await broken.detach();

      await becomesHealthy(world.server, true);
      expect((await world.figures()).healthy, fault).toBe(1);
      await world.acknowledgeAll(number + 3);
      acknowledged.push(number + 3);
      expect(await world.missing(acknowledged), fault).toEqual([]);
    }
    await world.restart();
    expect(await world.missing(acknowledged)).toEqual([]);
    await world.acknowledgeAll(100);
  },
);

soakTest(
  "a fault of the disk in the middle of a flood: what was acknowledged is there, and what was not was refused",
  async () => {
    const world = await World.open("duckdb");
    const acknowledged: number[] = [];
    const packetIds = new Map<number, number>();
    const flood = async (from: number, count: number): Promise<number[]> => {
      const sent = Array.from({ length: count }, (_, index) => from + index);
      for (const number of sent) packetIds.set(number, world.start(number));
      const codes: number[] = [];
      for (const number of sent) {
        const { reasonCode = 0 } = await world.client.next(
          "puback",
          ({ messageId }) => messageId === packetIds.get(number),
        );
        if (reasonCode === 0) acknowledged.push(number);
        codes.push(reasonCode);
      }
      return codes;
    };

    expect(new Set(await flood(0, 500))).toEqual(new Set([0]));
    const broken = await setIn(world.server, "duckdb", "failing-sync");
    expect(new Set(await flood(1_000, 500))).toEqual(new Set([NOT_STORED]));
    await broken.detach();
    await becomesHealthy(world.server, true);
    expect(new Set(await flood(2_000, 500))).toEqual(new Set([0]));
    await world.restart();

    const stored = new Set((await world.tenant.history(world.device.id, "level")).map(({ value }) => Number(value)));
    expect(acknowledged.filter((number) => !stored.has(number))).toEqual([]);
  },
);

test("a full, a read-only and a failing disk in the middle of a checkpoint: nothing acknowledged is lost, and writing goes on when the fault is gone", async () => {
  const world = await World.open("duckdb");
  const flood = await CheckpointFlood.open(world.server, world.gateways.v5);
  expect(await flood.send(400)).toEqual({ acknowledged: 400, refused: 0 });

  for (const fault of isEveryCase ? FAULTS : FAULTS.slice(-1)) {
    const broken = await setInCheckpoints(world.server, "duckdb", fault);
    const { refused } = await flood.send(2_000);
    expect(refused, `a checkpoint was due and failed: ${fault}`).toBeGreaterThan(0);
    expect(await world.server.isHealthy()).toBe(false);
    await broken.detach();
    await becomesHealthy(world.server, true);
    expect(await flood.send(400), fault).toEqual({ acknowledged: 400, refused: 0 });
  }
  await world.restart();

  const { id } = await world.tenant.existing(CheckpointFlood.DEVICE);
  expect(await flood.missing(world.tenant, id)).toEqual([]);
});

/** Messages of a hundred points: a few hundred of them fill what a checkpoint comes for. */
class CheckpointFlood {
  static readonly DEVICE = "Flooded device";
  static readonly POINTS = 100;
  static readonly WINDOW = 100;
  readonly #client: PipelinedClient<number>;
  readonly #acknowledged: Set<number>;
  readonly #outcomes: { refused: number; answered: number; whenAnswered: () => void };
  #sent = 0;

  private constructor(
    client: PipelinedClient<number>,
    acknowledged: Set<number>,
    outcomes: { refused: number; answered: number; whenAnswered: () => void },
  ) {
    this.#client = client;
    this.#acknowledged = acknowledged;
    this.#outcomes = outcomes;
  }

  static async open(server: KillableServer, { token }: TestDevice): Promise<CheckpointFlood> {
    const acknowledged = new Set<number>();
    const outcomes = { refused: 0, answered: 0, whenAnswered: (): void => undefined };
    const client = await PipelinedClient.open<number>({
      port: server.mqttPort,
      token,
      protocol: 5,
      acknowledged: (number, code) => {
        if (code === 0) acknowledged.add(number);
        else outcomes.refused++;
        outcomes.answered++;
        outcomes.whenAnswered();
      },
    });
    return new CheckpointFlood(client, acknowledged, outcomes);
  }

  /** Resolves when all of these messages have been answered. */
  async send(count: number): Promise<{ acknowledged: number; refused: number }> {
    const before = { acknowledged: this.#acknowledged.size, refused: this.#outcomes.refused };
    const end = this.#sent + count;
    const done = Promise.withResolvers<undefined>();
    this.#outcomes.whenAnswered = () => {
      if (this.#outcomes.answered === end) done.resolve(undefined);
      this.#fill(end);
    };
    this.#fill(end);
    await byDeadline(
      done.promise,
      160_000,
      () => `${String(this.#outcomes.answered)} of ${String(end)} messages were answered`,
    );
    return {
      acknowledged: this.#acknowledged.size - before.acknowledged,
      refused: this.#outcomes.refused - before.refused,
    };
  }

  /** The timestamps of acknowledged points that are not there. */
  async missing(tenant: TestTenant, deviceId: string): Promise<number[]> {
    const found = new Set<number>();
    const pageTs = 50_000;
    for (let from = 0; from < this.#sent * CheckpointFlood.POINTS; from += pageTs) {
      const query = `keys=level&startTs=${String(FIRST_TS + from)}&endTs=${String(FIRST_TS + from + pageTs)}&limit=${String(pageTs)}`;
      const points = member(
        await tenant.rest.get(`/api/plugins/telemetry/DEVICE/${deviceId}/values/timeseries?${query}`),
        "level",
      );
      if (Array.isArray(points)) for (const point of points) found.add(Number(member(point, "ts")));
    }
    return [...this.#acknowledged].flatMap((number) => timestampsOf(number).filter((ts) => !found.has(ts)));
  }

  #fill(end: number): void {
    while (this.#sent < end && this.#client.inFlight < CheckpointFlood.WINDOW) {
      const number = this.#sent++;
      const points = timestampsOf(number).map((ts) => ({ ts, values: { level: number } }));
      this.#client.publish("v1/gateway/telemetry", JSON.stringify({ [CheckpointFlood.DEVICE]: points }), number);
    }
  }
}

function timestampsOf(number: number): number[] {
  return Array.from(
    { length: CheckpointFlood.POINTS },
    (_, index) => FIRST_TS + number * CheckpointFlood.POINTS + index,
  );
}

const isComplaint = ({ level }: LogRecord): boolean => level === "error" || level === "warn";

async function becomesHealthy(server: KillableServer, wanted: boolean): Promise<void> {
  await eventually(
    () => server.isHealthy(),
    (up) => up === wanted,
    RECOVERY_DEADLINE_MILLIS,
    (up) => `health still says ${up ? "UP" : "DOWN"}`,
  );
}

class World {
  readonly store: StoreName;
  readonly folder: string;
  server: KillableServer;
  tenant: TestTenant;
  readonly gateways: Gateways;
  device: TestDevice;
  client: RawMqttClient;
  readonly #nextNumber: () => number;

  private constructor(
    store: StoreName,
    server: KillableServer,
    tenant: TestTenant,
    gateways: Gateways,
    device: TestDevice,
    client: RawMqttClient,
    nextNumber: () => number,
  ) {
    this.store = store;
    this.folder = server.folder;
    this.server = server;
    this.tenant = tenant;
    this.gateways = gateways;
    this.device = device;
    this.client = client;
    this.#nextNumber = nextNumber;
  }

  static async open(store: StoreName): Promise<World> {
    let lastNumber = 0;
    const nextNumber = (): number => ++lastNumber;
    const server = await servers.start(servers.folder(), { LOG_LEVEL: "warn" });
    const tenant = await server.tenant(nextNumber);
    // Both are made before any fault: with a broken SQLite none could be made.
    const gateways = { v5: await tenant.createGateway(), v3: await tenant.createGateway() };
    const client = await connect(server, gateways.v5, 5);
    await client.publish("v1/gateway/connect", { device: "Device" });
    await client.publish("v1/gateway/telemetry", { Device: [{ ts: FIRST_TS - 1, values: { level: -1 } }] });
    const device = await tenant.existing("Device");
    await client.subscribe(ERRORS);
    return new World(store, server, tenant, gateways, device, client, nextNumber);
  }

  /** The requests that need this store and no other. */
  get requests(): readonly Request[] {
    const level: Request = {
      topic: "v1/gateway/telemetry",
      payload: (number) => ({ Device: [{ ts: FIRST_TS + number, values: { level: number } }] }),
      isThere: async (number) =>
        (await this.tenant.history(this.device.id, "level")).some(
          ({ ts, value }) => ts === FIRST_TS + number && value === number,
        ),
    };
    const attributes: Request = {
      topic: "v1/gateway/attributes",
      payload: (number) => ({ Device: { [`attribute-${String(number)}`]: number } }),
      isThere: async (number) =>
        (await this.tenant.attributes(this.device.id, "CLIENT_SCOPE"))[`attribute-${String(number)}`] === number,
    };
    const connect: Request = {
      topic: "v1/gateway/connect",
      payload: (number) => ({ device: `Device ${String(number)}`, type: `type ${String(number)}` }),
      isThere: async (number) => (await this.tenant.device(`Device ${String(number)}`)) !== undefined,
    };
    const firstTelemetry: Request = {
      topic: "v1/gateway/telemetry",
      payload: (number) => ({ [`Sensor ${String(number)}`]: [{ a: number }] }),
      isThere: async (number) => (await this.tenant.device(`Sensor ${String(number)}`)) !== undefined,
    };
    return this.store === "duckdb" ? [level] : [attributes, connect, firstTelemetry];
  }

  /** What an operator is alarmed by: whether telemetry can be written, and how many commits of this store have failed. */
  async figures(): Promise<{ readonly healthy: number | undefined; readonly failed: number }> {
    const what = this.store === "duckdb" ? "telemetry" : "attributes";
    const failed = await this.server.metric(`bridgehead_${what}_batches_failed_total`);
    return {
      healthy: await this.server.metric("bridgehead_telemetry_store_healthy"),
      failed: failed ?? Number.NaN,
    };
  }

  start(number: number): number {
    const [request] = this.requests;
    const packetId =
      request === undefined ? undefined : this.client.startPublish(request.topic, request.payload(number));
    if (packetId === undefined) throw new Error("only messages of QoS 1 are acknowledged");
    return packetId;
  }

  async acknowledgeAll(number: number): Promise<void> {
    for (const { topic, payload } of this.requests) {
      const puback = await this.client.publish(topic, payload(number));
      expect([topic, puback?.reasonCode ?? 0]).toEqual([topic, 0]);
    }
  }

  /** Every request gets 0x80, and a notice that says "storage". */
  async refuseAll(number: number): Promise<void> {
    for (const { topic, payload } of this.requests) {
      const puback = await this.client.publish(topic, payload(number));
      expect([topic, puback?.reasonCode]).toEqual([topic, NOT_STORED]);
      expect(await this.client.nextJson(ERRORS)).toMatchObject({ topic, code: NOT_STORED, error: "storage" });
    }
  }

  /** A 3.1.1 client, which no PUBACK can tell of a failure, loses its connection instead. */
  async refuseV3(number: number): Promise<void> {
    for (const { topic, payload } of this.requests) {
      const client = await connect(this.server, this.gateways.v3, 4);
      client.startPublish(topic, payload(number));
      await client.closed();
      expect(client.received.filter(({ cmd }) => cmd === "puback")).toEqual([]);
    }
  }

  async readOn(number: number): Promise<void> {
    expect(await this.tenant.device("Device")).toBeDefined();
    expect(Object.keys(await this.tenant.latest(this.device.id))).toContain("level");
    expect(await this.tenant.history(this.device.id, "level")).not.toEqual([]);
    await this.tenant.attributes(this.device.id, "CLIENT_SCOPE");
    for (const { isThere } of this.requests) expect(await isThere(number)).toBe(true);
    const live = await this.server.anonymous.request("GET", "/api/health/live");
    expect([live.status, member(live.body, "status")]).toEqual([200, "UP"]);
  }

  /** What was acknowledged under these numbers and is not there. */
  async missing(numbers: readonly number[]): Promise<string[]> {
    const gone: string[] = [];
    for (const { topic, isThere } of this.requests)
      for (const number of numbers) if (!(await isThere(number))) gone.push(`${topic} ${String(number)}`);
    return gone;
  }

  async restart(): Promise<void> {
    await this.server.kill();
    this.server = await servers.start(this.folder, { LOG_LEVEL: "warn" });
    this.tenant = await this.server.tenant(this.#nextNumber);
    this.client = await connect(this.server, this.gateways.v5, 5);
  }
}

async function connect(server: KillableServer, gateway: TestDevice, protocol: 4 | 5): Promise<RawMqttClient> {
  const client = await RawMqttClient.connect(
    { port: server.mqttPort, protocol },
    { username: gateway.token, keepalive: 0 },
  );
  expect(client.connackCode).toBe(0);
  return client;
}
