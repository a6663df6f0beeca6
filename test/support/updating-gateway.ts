// A gateway that updates the devices behind it, as docs/gateway-api.md tells gateway authors to: it loads each package once,
// goes on where it was when the connection comes back, checks it, and reports each device.
import { createHash } from "node:crypto";
import { connect, type MqttClient } from "mqtt";

const OFFER = "v1/gateway/ota/offer";
const CHUNKS = "v1/gateway/ota/response/+/chunk/+";
const CHUNK_BYTES = 8_192;
/** After so long without the answer it asks again. */
const ANSWER_MILLIS = 400;
const REPORTED_TOGETHER = 50;

interface Offer {
  readonly type: "FIRMWARE" | "SOFTWARE";
  readonly title: string | null;
  readonly version: string;
  readonly size: number;
  readonly checksum: string;
  readonly devices: readonly string[];
}

export class UpdatingGateway {
  readonly #client: MqttClient;
  /** Loaded packages, by title and version. */
  readonly #loaded = new Map<string, Promise<Buffer>>();
  readonly #installed = new Map<string, string>();
  readonly #answers = new Map<number, (chunk: Buffer) => void>();
  connections = 0;
  chunksAsked = 0;

  constructor(port: number, token: string, devices: readonly string[], type: string) {
    this.#client = connect(`mqtt://127.0.0.1:${String(port)}`, {
      username: token,
      clientId: `gateway-${token}`,
      protocolVersion: 5,
      reconnectPeriod: 50,
      connectTimeout: 2_000,
    });
    this.#client.on("connect", () => {
      this.connections++;
      if (this.connections === 1) for (const device of devices) this.#publish("v1/gateway/connect", { device, type });
      this.#client.subscribe([OFFER, CHUNKS], { qos: 1 });
    });
    this.#client.on("error", () => undefined);
    this.#client.on("message", (topic, payload) => {
      if (topic === OFFER) void this.#update(JSON.parse(payload.toString()) as Offer);
      else this.#answers.get(Number(topic.split("/").at(-1)))?.(payload);
    });
  }

  /** How many devices have been updated. */
  get updated(): number {
    return this.#installed.size;
  }

  async stop(): Promise<void> {
    await this.#client.endAsync(true);
  }

  async #update(offer: Offer): Promise<void> {
    const { title, version } = offer;
    if (title === null) return;
    const name = `${title} ${version}`;
    const loading = this.#loaded.get(name) ?? this.#load(offer);
    this.#loaded.set(name, loading);
    this.#report(offer.devices, { fw_state: "DOWNLOADING" });
    const bytes = await loading;
    const isSound = createHash("sha256").update(bytes).digest("hex") === offer.checksum;
    const devices = offer.devices.filter((device) => this.#installed.get(device) !== name);
    if (!isSound) {
      this.#report(devices, { fw_state: "FAILED", fw_error: "checksum" });
      return;
    }
    this.#report(devices, { fw_state: "VERIFIED" });
    for (const device of devices) this.#installed.set(device, name);
    this.#report(devices, { fw_state: "UPDATED", current_fw_title: title, current_fw_version: version });
  }

  async #load({ devices, type, title, version, size }: Offer): Promise<Buffer> {
    const chunks: Buffer[] = [];
    const [device] = devices;
    const request = { device, type, title, version, size: CHUNK_BYTES };
    while (chunks.length * CHUNK_BYTES < size) chunks.push(await this.#chunk(chunks.length, request));
    return Buffer.concat(chunks);
  }

  async #chunk(part: number, request: object): Promise<Buffer> {
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    this.#answers.set(part, resolve);
    const ask = (): void => {
      this.chunksAsked++;
      if (this.#client.connected) this.#publish(`v1/gateway/ota/request/1/chunk/${String(part)}`, request, 0);
    };
    ask();
    const again = setInterval(ask, ANSWER_MILLIS);
    try {
      return await promise;
    } finally {
      clearInterval(again);
      this.#answers.delete(part);
    }
  }

  #report(devices: readonly string[], values: object): void {
    for (let start = 0; start < devices.length; start += REPORTED_TOGETHER) {
      const some = devices.slice(start, start + REPORTED_TOGETHER);
      const ts = Date.now();
      this.#publish("v1/gateway/telemetry", Object.fromEntries(some.map((device) => [device, [{ ts, values }]])));
    }
  }

  /** What is not acknowledged, the client sends again when it is connected again. */
  #publish(topic: string, payload: object, qos: 0 | 1 = 1): void {
    this.#client.publish(topic, JSON.stringify(payload), { qos });
  }
}
