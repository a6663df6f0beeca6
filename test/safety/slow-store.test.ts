// A store whose every sync takes 300 ms, under full load: senders are made to wait instead of being lost or piling up in
// memory, and every acknowledgement comes in the end.
import { afterEach, expect, test } from "vitest";
import { byDeadline } from "../support/deadline.ts";
import { slowDown, type StoreName } from "../support/fault.ts";
import { KillableServers, type KillableServer } from "../support/killable-server.ts";
import { PipelinedClient } from "./pipelined-client.ts";

const SYNC_MILLIS = 300;
const GATEWAYS = 3;
const WINDOW = 30_000;
const MEBIBYTE = 1024 * 1024;
/** What may gather for a commit in both stores, what the sockets hold, and the heap that the runtime makes of it. */
const RSS_GROWTH_MAX = 350 * MEBIBYTE;
const DEADLINE_MILLIS = 160_000;
const FIRST_TS = 1_700_000_000_000;
const TEXT = "x".repeat(1_000);

interface Load {
  readonly messages: number;
  readonly topic: string;
  readonly payload: (device: string, number: number) => unknown;
}

const LOADS: Readonly<Record<StoreName, Load>> = {
  duckdb: {
    messages: 5_000,
    topic: "v1/gateway/telemetry",
    payload: (device, number) => ({ [device]: [{ ts: FIRST_TS + number, values: { level: number, text: TEXT } }] }),
  },
  sqlite: {
    messages: 20_000,
    topic: "v1/gateway/attributes",
    payload: (device, number) => ({ [device]: { [`count-${String(number % 50)}`]: number, text: TEXT } }),
  },
};

const servers = new KillableServers();
afterEach(() => servers.endAll());

test.each(["duckdb", "sqlite"] as const)(
  "commits of 300 ms in %s slow the senders down; nothing is lost",
  { timeout: DEADLINE_MILLIS + 20_000 },
  async (store) => {
    const bounds = { "telemetry.batch.batchPointsMax": 2000, "telemetry.batch.batchTextMax": MEBIBYTE };
    const server = await servers.start(servers.folder(), { LOG_LEVEL: "warn" }, bounds);
    let lastNumber = 0;
    const tenant = await server.tenant(() => ++lastNumber);
    const load = LOADS[store];
    const rssBefore = server.residentBytes();
    await using slow = await slowDown(server, store, SYNC_MILLIS);

    const floods = await Promise.all(
      Array.from({ length: GATEWAYS }, async (_, index) =>
        Flood.open(server, (await tenant.createGateway()).token, `Device ${String(index)}`, load),
      ),
    );
    let rssMax = 0;
    const done = Promise.all(floods.map((flood) => flood.sendAll()));
    const watch = setInterval(() => {
      rssMax = Math.max(rssMax, server.residentBytes());
    }, 100);
    try {
      await byDeadline(
        done,
        DEADLINE_MILLIS,
        () =>
          `acknowledged so far: ${floods.map(({ acknowledged, disorder }) => `${String(acknowledged)} ${disorder ?? ""}`).join(", ")}`,
      );
    } finally {
      clearInterval(watch);
    }

    expect(floods.flatMap(({ refusals }) => refusals)).toEqual([]);
    expect(floods.map(({ disorder }) => disorder)).toEqual(floods.map(() => undefined));
    expect(rssMax - rssBefore).toBeLessThan(RSS_GROWTH_MAX);
    await slow.detach();
    if (store === "duckdb") expect(await server.metric("bridgehead_telemetry_waits_total")).toBeGreaterThan(0);
    for (const { device } of floods) {
      const { id } = await tenant.existing(device);
      if (store === "duckdb") {
        const values = (await tenant.history(id, "level")).map(({ value }) => value);
        expect(values).toEqual(Array.from({ length: load.messages }, (_, number) => number));
      } else {
        const { text: _text, ...counts } = await tenant.attributes(id, "CLIENT_SCOPE");
        expect(
          Object.values(counts)
            .map(Number)
            .sort((one, other) => one - other),
        ).toEqual(Array.from({ length: 50 }, (_, index) => load.messages - 50 + index));
      }
    }
  },
);

/** One gateway that keeps its window full until all of its messages are acknowledged. */
class Flood {
  readonly device: string;
  readonly refusals: string[] = [];
  acknowledged = 0;
  readonly #load: Load;
  readonly #done = Promise.withResolvers<undefined>();
  #client: PipelinedClient<undefined> | undefined;
  #sent = 0;

  private constructor(device: string, load: Load) {
    this.device = device;
    this.#load = load;
  }

  static async open(server: KillableServer, token: string, device: string, load: Load): Promise<Flood> {
    const flood = new Flood(device, load);
    flood.#client = await PipelinedClient.open<undefined>({
      port: server.mqttPort,
      token,
      protocol: 5,
      acknowledged: (_tag, code) => flood.#take(code),
      drained: () => flood.#fill(),
    });
    void flood.#client.lostBecause.then((reason) => {
      flood.#done.reject(new Error(reason));
    });
    return flood;
  }

  get disorder(): string | undefined {
    return this.#client?.disorder;
  }

  async sendAll(): Promise<void> {
    this.#fill();
    await this.#done.promise;
  }

  #take(code: number): void {
    if (code !== 0) this.refusals.push(`0x${code.toString(16)}`);
    if (++this.acknowledged === this.#load.messages) this.#done.resolve(undefined);
  }

  #fill(): void {
    const client = this.#client;
    if (client === undefined) return;
    while (this.#sent < this.#load.messages && client.inFlight < WINDOW) {
      client.publish(this.#load.topic, JSON.stringify(this.#load.payload(this.device, this.#sent)), undefined);
      this.#sent++;
    }
  }
}
