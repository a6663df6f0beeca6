// One simulated gateway: its MQTT connection, its devices, what it sends of its own accord and how it answers.
import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import type { Clock, Timer } from "../../src/lib/clock.ts";
import { backlogLength, backlogMessages } from "./backlog.ts";
import { parseCommand, parseSettingsResponse, parseSettingsUpdate, type WantedSettings } from "./downlinks.ts";
import type { SimulatedDevice } from "./simulated-device.ts";
import type { Tally } from "./tally.ts";

const RPC = "v1/gateway/rpc";
const ATTRIBUTES = "v1/gateway/attributes";
const ATTRIBUTES_RESPONSE = "v1/gateway/attributes/response";
const TELEMETRY = "v1/gateway/telemetry";

const TICK_MILLIS = 100;
const STALL_MILLIS = 5_000;
const BACKLOG_STEP_MILLIS = 60_000;
const RECONNECT_MILLIS = 1_000;
const GOODBYE_MILLIS_MAX = 5_000;

export interface GatewayOptions {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  readonly protocol: 4 | 5;
  readonly qos: 0 | 1;
  /** Telemetry messages a second. */
  readonly rate: number;
  readonly devicesPerMessage: number;
  /** Messages waiting for their acknowledgement; at the bound, readings are skipped and counted. */
  readonly inFlightMax: number;
  /** 0 for never. */
  readonly dropEverySeconds: number;
  readonly garbageEverySeconds: number;
  readonly backlogHours: number;
}

export interface GatewayParts {
  readonly devices: readonly SimulatedDevice[];
  readonly tally: Tally;
  readonly clock: Clock;
  /** Called once for each kind of trouble a person may want to read about. */
  readonly report: (line: string) => void;
}

export class SimulatedGateway {
  readonly #options: GatewayOptions;
  readonly #parts: GatewayParts;
  readonly #byName: ReadonlyMap<string, SimulatedDevice>;
  readonly #timers: Timer[] = [];
  #client: MqttClient | undefined;
  #backlog: Iterator<string, undefined> | undefined;
  #nextDevice = 0;
  /** When live readings began, and how many messages of them have been due since. */
  #liveSince = 0;
  #liveMessages = 0;
  #tickedAt = 0;
  #inFlight = 0;
  #requestId = 0;
  #online = false;
  #stopping = false;

  constructor(options: GatewayOptions, parts: GatewayParts) {
    this.#options = options;
    this.#parts = parts;
    this.#byName = new Map(parts.devices.map((device) => [device.name, device]));
  }

  /** Resolves when its devices are connected. Rejects when the first connection is refused or cannot be made. */
  async start(): Promise<void> {
    const client = await connectAsync(this.#clientOptions());
    this.#client = client;
    client.on("message", (topic, payload) => {
      this.#receive(topic, payload);
    });
    client.on("connect", () => {
      this.#own(this.#introduce());
    });
    client.on("close", () => {
      this.#lost();
    });
    client.on("error", (error) => {
      this.#parts.report(`a gateway had trouble: ${error.message}`);
    });
    await this.#introduce();
    this.#startBacklog();
    this.#startTimers();
  }

  /** Sends nothing more, waits for what is in flight, and says goodbye. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers) timer.cancel();
    const client = this.#client;
    if (client === undefined) return;
    // Without a link there is nobody left to acknowledge what is in flight.
    const deadline = this.#parts.clock.after(GOODBYE_MILLIS_MAX, () => client.end(true));
    client.once("close", () => client.end(true));
    await client.endAsync(!this.#online);
    deadline.cancel();
    this.#goOffline();
  }

  #clientOptions(): IClientOptions {
    const { host, port, token, protocol } = this.#options;
    return {
      host,
      port,
      protocol: "mqtt",
      protocolVersion: protocol,
      username: token,
      reconnectPeriod: RECONNECT_MILLIS,
      // Subscriptions and devices are announced on each connect, by `#introduce`.
      resubscribe: false,
      keepalive: 30,
    };
  }

  async #introduce(): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    if (!this.#online) this.#parts.tally.online++;
    this.#online = true;
    await client.subscribeAsync([RPC, ATTRIBUTES, ATTRIBUTES_RESPONSE], { qos: 1 });
    for (const { name, model } of this.#parts.devices)
      await client.publishAsync("v1/gateway/connect", JSON.stringify({ device: name, type: model.profile }), {
        qos: 1,
      });
    const descriptions = this.#parts.devices.map(({ name, model }) => [name, model.description]);
    await client.publishAsync(ATTRIBUTES, JSON.stringify(Object.fromEntries(descriptions)), { qos: 1 });
    for (const { name, model } of this.#parts.devices) {
      const request = { id: ++this.#requestId, device: name, shared: model.settings };
      await client.publishAsync("v1/gateway/attributes/request", JSON.stringify(request), { qos: 1 });
    }
  }

  #startTimers(): void {
    const { clock } = this.#parts;
    const { dropEverySeconds, garbageEverySeconds } = this.#options;
    this.#tickedAt = clock.now();
    this.#startLive(clock.now());
    this.#timers.push(
      clock.every(TICK_MILLIS, () => {
        this.#tick();
      }),
    );
    if (dropEverySeconds > 0)
      this.#timers.push(
        clock.every(dropEverySeconds * 1000, () => {
          this.#cut();
        }),
      );
    if (garbageEverySeconds > 0)
      this.#timers.push(
        clock.every(garbageEverySeconds * 1000, () => {
          this.#sendGarbage();
        }),
      );
  }

  #startBacklog(): void {
    const { backlogHours } = this.#options;
    if (backlogHours === 0) return;
    const to = this.#parts.clock.now();
    const from = to - backlogHours * 3_600_000;
    const backlog = { devices: this.#parts.devices, from, to, stepMillis: BACKLOG_STEP_MILLIS };
    this.#backlog = backlogMessages(backlog);
    this.#parts.tally.backlog += backlogLength(backlog);
  }

  #tick(): void {
    const now = this.#parts.clock.now();
    const hasStalled = now - this.#tickedAt > STALL_MILLIS;
    this.#tickedAt = now;
    // Live readings wait for the backlog: a device's history is played in order.
    if (this.#backlog !== undefined) this.#sendBacklog(this.#backlog);
    // What a sleeping computer has missed is not made up for.
    if (this.#backlog !== undefined || hasStalled) this.#startLive(now);
    const due = Math.floor(((now - this.#liveSince) * this.#options.rate) / 1000);
    for (; this.#liveMessages < due; this.#liveMessages++) this.#sendReadings(now);
  }

  #startLive(now: number): void {
    this.#liveSince = now;
    this.#liveMessages = 0;
  }

  #sendBacklog(messages: Iterator<string, undefined>): void {
    while (this.#canSend()) {
      const { value, done } = messages.next();
      if (done === true) {
        this.#backlog = undefined;
        return;
      }
      this.#parts.tally.backlog--;
      this.#send(TELEMETRY, value);
    }
  }

  #sendReadings(now: number): void {
    const { devices, tally } = this.#parts;
    const count = Math.min(this.#options.devicesPerMessage, devices.length);
    const entries = Array.from({ length: count }, (_, index) => devices[(this.#nextDevice + index) % devices.length])
      .filter((device) => device !== undefined)
      .map(({ name, model }) => [name, [{ ts: now, values: model.measure(now) }]]);
    this.#nextDevice = (this.#nextDevice + count) % devices.length;
    if (this.#canSend()) this.#send(TELEMETRY, JSON.stringify(Object.fromEntries(entries)));
    else tally.skipped++;
  }

  #canSend(): boolean {
    return this.#client?.connected === true && !this.#stopping && this.#inFlight < this.#options.inFlightMax;
  }

  #send(topic: string, payload: string): void {
    const { tally } = this.#parts;
    tally.sent++;
    this.#inFlight++;
    this.#client?.publish(topic, payload, { qos: this.#options.qos }, (error) => {
      this.#inFlight--;
      if (error instanceof Error) tally.refused++;
      else tally.acknowledged++;
    });
  }

  #receive(topic: string, payload: Buffer): void {
    switch (topic) {
      case RPC:
        this.#execute(payload);
        break;
      case ATTRIBUTES:
        this.#apply(parseSettingsUpdate(payload));
        break;
      case ATTRIBUTES_RESPONSE:
        this.#apply(parseSettingsResponse(payload));
        break;
      default:
    }
  }

  #execute(payload: Buffer): void {
    const command = parseCommand(payload);
    const device = command && this.#byName.get(command.device);
    if (command === undefined || device === undefined) return;
    this.#parts.tally.commands++;
    const data = device.answer(command.method, command.params);
    this.#send(RPC, JSON.stringify({ device: device.name, id: command.id, data }));
  }

  #apply(wanted: WantedSettings | undefined): void {
    const device = wanted && this.#byName.get(wanted.device);
    if (wanted === undefined || device === undefined) return;
    const inForce = device.apply(wanted.values);
    if (Object.keys(inForce).length === 0) return;
    this.#parts.tally.settings++;
    this.#send(ATTRIBUTES, JSON.stringify({ [device.name]: inForce }));
  }

  /** As a broken cable would: no DISCONNECT. The client reconnects by itself. */
  #cut(): void {
    this.#client?.stream.destroy();
    this.#lost();
  }

  #sendGarbage(): void {
    if (this.#client?.connected !== true) return;
    // A 3.1.1 server can only refuse by closing, and a QoS 1 message would then be sent again for ever.
    const qos = this.#options.protocol === 5 ? 1 : 0;
    this.#client.publish(TELEMETRY, '{"not": json', { qos }, (error) => {
      if (error instanceof Error) this.#parts.tally.refused++;
    });
  }

  // Called for every failed attempt to come back, too.
  #lost(): void {
    if (this.#online && !this.#stopping) this.#parts.tally.dropped++;
    this.#goOffline();
  }

  #goOffline(): void {
    if (this.#online) this.#parts.tally.online--;
    this.#online = false;
  }

  #own(work: Promise<void>): void {
    work.catch((error: unknown) => {
      // A link that ends in the middle of the introduction is followed by another one.
      if (!this.#stopping)
        this.#parts.report(
          `a gateway could not introduce its devices: ${error instanceof Error ? error.message : String(error)}`,
        );
    });
  }
}
