// The traffic of the kill test: gateways that keep a window of messages in flight, and people who write shared attributes
// and claim devices over REST, until the server is gone.
import type { Random } from "../../tools/simulator/random.ts";
import type { KillableServer } from "../support/killable-server.ts";
import type { TestTenant } from "../support/tenant.ts";
import type { RestClient } from "../support/rest-client.ts";
import { PipelinedClient } from "./pipelined-client.ts";
import {
  LATE_MILLIS_MAX,
  type BornDevice,
  type Plant,
  type PlantDevice,
  type PlantGateway,
  type Sent,
  type Write,
} from "./plant.ts";

/** Devices that one gateway brings into being in one round. */
const BORN_MAX = 12;

export interface TrafficOptions {
  /** Messages in flight for each gateway. */
  readonly window: number;
  /** The most messages of one gateway in one round, so that all of it can be read back. */
  readonly messagesMax: number;
  readonly random: Random;
  /** After each acknowledgement; `sent` is what was acknowledged. */
  readonly onAcknowledged: (sent: Sent) => void;
  /** After each connect message has been handed to the socket. */
  readonly onCreating: () => void;
}

/** Traffic of all gateways and of REST; `ended` resolves when the server no longer answers any of it. */
export class PlantTraffic {
  readonly #plant: Plant;
  readonly #options: TrafficOptions;
  readonly #sources: GatewaySource[] = [];
  #ended: Promise<void> = Promise.resolve();

  constructor(plant: Plant, options: TrafficOptions) {
    this.#plant = plant;
    this.#options = options;
  }

  /** Resolves when all gateways are connected and have begun to send. */
  async start(server: KillableServer, tenant: TestTenant, customer: RestClient): Promise<void> {
    for (const [index, gateway] of this.#plant.gateways.entries()) {
      const source = new GatewaySource(this.#plant, gateway, index, this.#options);
      await source.open(server.mqttPort, index === 0 ? 4 : 5);
      this.#sources.push(source);
    }
    for (const source of this.#sources) source.fill();
    this.#ended = Promise.all([
      ...this.#sources.map((source) => source.ended()),
      this.#writeSharedAttributes(tenant),
      this.#claim(customer),
    ]).then(() => undefined);
  }

  get disorder(): string[] {
    return this.#sources.flatMap(({ disorder }) => disorder ?? []);
  }

  ended(): Promise<void> {
    return this.#ended;
  }

  async #writeSharedAttributes(tenant: TestTenant): Promise<void> {
    for (let turn = 0; ; turn++) {
      const device = this.#plant.devices[turn % this.#plant.devices.length];
      if (device === undefined) return;
      const value = device.sharedAttributes.next();
      try {
        await tenant.saveAttributes(device.id, "SHARED_SCOPE", { setpoint: value, mirror: value });
      } catch (error) {
        if (isAnswer(error)) this.#plant.refusals.push(error.message);
        return;
      }
      device.sharedAttributes.acknowledge(value);
      this.#plant.figures.sharedAttributes++;
    }
  }

  /** Claims devices as their claims open; ends with the connections of the gateways. */
  async #claim(customer: RestClient): Promise<void> {
    for (;;) {
      const device = await this.#nextToClaim();
      if (device === undefined) return;
      device.claimed = "sent";
      try {
        await customer.post(`/api/customer/device/${encodeURIComponent(device.name)}/claim`, {
          secretKey: device.secret,
        });
      } catch (error) {
        if (isAnswer(error)) this.#plant.refusals.push(error.message);
        return;
      }
      device.claimed = "yes";
      this.#plant.figures.claims++;
    }
  }

  /** The next claim to be taken up; undefined when the gateways have gone. Every second one is left for after the kill. */
  async #nextToClaim(): Promise<BornDevice | undefined> {
    for (;;) {
      const opened = this.#plant.gateways.flatMap(({ born }) => born).find(isForNow);
      if (opened !== undefined) return opened;
      const news = this.#sources.filter((source) => !source.isEnded).map((source) => source.nextAcknowledgement());
      if (news.length === 0) return undefined;
      await Promise.race(news);
    }
  }
}

function isForNow({ claimOpened, claimed, name }: BornDevice): boolean {
  return claimOpened === "yes" && claimed === "no" && /[02468]$/.test(name);
}

/** A refusal of the server, as opposed to a connection that broke. */
function isAnswer(error: unknown): error is Error {
  return error instanceof Error && / answered [0-9]+:/.test(error.message);
}

/** One gateway's connection, kept full. */
class GatewaySource {
  readonly #plant: Plant;
  readonly #gateway: PlantGateway;
  readonly #index: number;
  readonly #options: TrafficOptions;
  readonly #inFlight = new Set<Sent>();
  #client: PipelinedClient<Sent> | undefined;
  #sent = 0;
  #bornHere: BornDevice[] = [];
  #news = Promise.withResolvers<undefined>();

  constructor(plant: Plant, gateway: PlantGateway, index: number, options: TrafficOptions) {
    this.#plant = plant;
    this.#gateway = gateway;
    this.#index = index;
    this.#options = options;
  }

  async open(port: number, protocol: 4 | 5): Promise<void> {
    this.#client = await PipelinedClient.open<Sent>({
      port,
      protocol,
      token: this.#gateway.token,
      acknowledged: (sent, code) => {
        this.#inFlight.delete(sent);
        this.#plant.acknowledge(sent, code);
        this.#options.onAcknowledged(sent);
        if (sent.kind !== "points") this.#publishNews();
      },
      drained: () => {
        this.fill();
      },
    });
    void this.#client.lostBecause.then(() => {
      this.#publishNews();
    });
  }

  get disorder(): string | undefined {
    return this.#client?.disorder;
  }

  get isEnded(): boolean {
    return this.#client?.isLost ?? true;
  }

  /** Resolves at the next acknowledgement that is not of points, or at the end of the connection. */
  nextAcknowledgement(): Promise<undefined> {
    return this.#news.promise;
  }

  /** Resolves when the connection has ended; what was in flight is in doubt then. */
  async ended(): Promise<void> {
    await this.#client?.lostBecause;
    this.#gateway.inDoubt = [...this.#inFlight];
  }

  /** Sends until the window is full. */
  fill(): void {
    const client = this.#client;
    if (client === undefined) return;
    while (!client.isLost && client.inFlight < this.#options.window && this.#sent < this.#options.messagesMax) {
      this.#sent++;
      this.#sendOne(client);
    }
  }

  #publishNews(): void {
    const news = this.#news;
    this.#news = Promise.withResolvers();
    news.resolve(undefined);
  }

  #sendOne(client: PipelinedClient<Sent>): void {
    const choice = this.#options.random.next();
    // A round has a new device and its claim of each gateway, however slow it is.
    if (this.#bornHere.length === 0) this.#create(client);
    else if (this.#toClaim !== undefined && this.#bornHere.every(({ claimOpened }) => claimOpened === "no"))
      this.#openClaim(client);
    else if (choice < 0.003 && this.#bornHere.length < BORN_MAX) this.#create(client);
    else if (choice < 0.006) this.#openClaim(client);
    else if (choice < 0.008) this.#disconnect(client);
    else if (choice < 0.05) this.#writeAttributes(client);
    else this.#sendPoints(client, choice);
  }

  #send(client: PipelinedClient<Sent>, topic: string, payload: object, sent: Sent): void {
    this.#inFlight.add(sent);
    client.publish(topic, JSON.stringify(payload), sent);
  }

  #create(client: PipelinedClient<Sent>): void {
    const number = this.#plant.nextBornNumber();
    const isByTelemetry = number % 4 === 3;
    const device: BornDevice = {
      name: `born-${String(this.#index)}-${String(number)}`,
      profile: isByTelemetry ? undefined : `kind-${String(Math.floor(number / 3))}`,
      secret: `secret-${String(number)}`,
      created: "sent",
      disconnected: "no",
      claimOpened: "no",
      claimed: "no",
      isChecked: false,
    };
    this.#gateway.born.push(device);
    this.#bornHere.push(device);
    const sent = { kind: "create", device } as const;
    if (isByTelemetry)
      this.#send(client, "v1/gateway/telemetry", { [device.name]: [{ ts: number, values: { first: number } }] }, sent);
    else this.#send(client, "v1/gateway/connect", { device: device.name, type: device.profile }, sent);
    this.#options.onCreating();
  }

  get #toClaim(): BornDevice | undefined {
    return this.#bornHere.find(
      ({ created, claimOpened, disconnected }) => created === "yes" && claimOpened === "no" && disconnected === "no",
    );
  }

  #openClaim(client: PipelinedClient<Sent>): void {
    const device = this.#toClaim;
    if (device === undefined) return;
    device.claimOpened = "sent";
    this.#send(
      client,
      "v1/gateway/claim",
      { [device.name]: { secretKey: device.secret, durationMs: 86_400_000 } },
      { kind: "claim", device },
    );
  }

  #disconnect(client: PipelinedClient<Sent>): void {
    const device = this.#bornHere.find(
      ({ created, claimOpened, disconnected, profile }) =>
        created === "yes" && profile !== undefined && claimOpened === "no" && disconnected === "no",
    );
    if (device === undefined) return;
    device.disconnected = "sent";
    this.#send(client, "v1/gateway/disconnect", { device: device.name }, { kind: "disconnect", device });
  }

  #writeAttributes(client: PipelinedClient<Sent>): void {
    const device = this.#pick();
    const value = device.clientAttributes.next();
    this.#send(
      client,
      "v1/gateway/attributes",
      { [device.name]: { count: value, mirror: value } },
      { kind: "attributes", device, value },
    );
  }

  #sendPoints(client: PipelinedClient<Sent>, choice: number): void {
    const devices = choice < 0.15 ? this.#gateway.devices.slice(0, 2) : [this.#pick()];
    const entries: Write[][] = [];
    const payload: Record<string, object[]> = {};
    for (const device of devices) {
      const points =
        choice < 0.2 ? this.#late(device) : choice < 0.25 ? this.#again(device) : this.#fresh(device, choice);
      const writes: Write[] = [];
      payload[device.name] = points.map(({ ts, keys }) => ({
        ts,
        values: Object.fromEntries(
          device.series.slice(0, keys).map((series) => {
            const generation = series.send(ts);
            writes.push({ series, ts, generation });
            return [series.key, series.value(ts, generation)];
          }),
        ),
      }));
      entries.push(writes);
    }
    this.#send(client, "v1/gateway/telemetry", payload, { kind: "points", entries });
  }

  #fresh(device: PlantDevice, choice: number): { ts: number; keys: number }[] {
    if (choice >= 0.5) return [{ ts: device.takeTs(), keys: 1 }];
    return [1, 2, 3].map(() => ({ ts: device.takeTs(), keys: 3 }));
  }

  /** A point before the newest one, at a ts that nothing has had. */
  #late(device: PlantDevice): { ts: number; keys: number }[] {
    const ts = device.newestTs - 1 - 2 * Math.floor(this.#options.random.between(0, LATE_MILLIS_MAX / 2 - 2));
    const isNew = ts > device.touchedFrom && device.series.every((series) => !series.has(ts));
    return [{ ts: isNew ? ts : device.takeTs(), keys: 3 }];
  }

  /** A point at a ts that has one already, with another value. */
  #again(device: PlantDevice): { ts: number; keys: number }[] {
    const ts = device.newestTs - 2 * Math.floor(this.#options.random.between(0, LATE_MILLIS_MAX / 2 - 2));
    return [{ ts: ts > device.touchedFrom ? ts : device.takeTs(), keys: 1 }];
  }

  #pick(): PlantDevice {
    const { devices } = this.#gateway;
    const device = devices[Math.floor(this.#options.random.next() * devices.length)];
    if (device === undefined) throw new Error("a gateway needs devices");
    return device;
  }
}
