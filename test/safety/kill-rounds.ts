// Kills the server again and again under full load, always on the same data, and compares what it has after each start with
// what it had promised. Used by the tests with few rounds and by the soak with many.
import { existsSync, watch, type FSWatcher } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Random } from "../../tools/simulator/random.ts";
import { byDeadline } from "../support/deadline.ts";
import {
  TENANT_ADMIN,
  type KillableServer,
  type KillableServers,
  type ServerEnvironment,
} from "../support/killable-server.ts";
import { text, tokenOf, type RestClient } from "../support/rest-client.ts";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";
import { PASSWORD, TestTenant } from "../support/tenant.ts";
import { checkAll, checkRound } from "./plant-check.ts";
import { PlantTraffic } from "./plant-traffic.ts";
import { Plant, PlantDevice, PlantGateway, type PlantFigures } from "./plant.ts";

const GATEWAYS = 3;
const DEVICES_PER_GATEWAY = 4;
const LOAD_MILLIS = { min: 30, max: 400 };
const MOMENT_DEADLINE_MILLIS = 2_000;
const ROUND_DEADLINE_MILLIS = 180_000;
const ROUNDS_A_LOGIN = 100;
const MORE_ROUNDS = 3;
const PROBLEMS_SHOWN = 20;
const COMPLAINTS_SHOWN = 5;

/** When the server is killed: what must have happened last. */
const MOMENTS = [
  "any",
  "acknowledgement",
  "device creation",
  "telemetry checkpoint",
  "telemetry commit",
  "entity commit",
] as const;
type Moment = (typeof MOMENTS)[number];

/** The file whose change shows that the moment has come. Main files change in checkpoints only, logs in commits. */
const WATCHED_FILES = new Map<Moment, string>([
  ["telemetry checkpoint", "telemetry.duckdb"],
  ["telemetry commit", "telemetry.duckdb.log"],
  ["entity commit", "bridgehead.sqlite-wal"],
]);

/** Small enough that snapshots and checkpoints run many times in every round, also on a busy machine. */
const BUSY_STORE = { "telemetry.duckdb.checkpointMebibytes": 1 / 8, "telemetry.duckdb.snapshotPoints": 2000 };

/** What the server's files lie on, and what happens there around each kill. */
export interface KillSurroundings {
  readonly folder: string;
  /** Of the server. */
  readonly environment: ServerEnvironment;
  /** Told when the load of a round has begun; the server is not killed before it resolves. */
  loaded(round: number): Promise<void>;
  /** Awaited between the kill and the next start. */
  killed(): Promise<void>;
  /** After that start; sentences, each a promise that was broken. */
  problems(): Promise<readonly string[]>;
}

export interface KillOptions {
  /** Left out, a folder of the system, which forgets nothing. */
  readonly surroundings?: KillSurroundings;
  readonly rounds: number;
  /** Any text; the same one gives the same choices. */
  readonly seed: string;
  readonly window: number;
  /** Of one gateway in one round. */
  readonly messagesMax: number;
  /** Whether the load was worth its name; until it was, more rounds follow: on a busy machine each of them does less. */
  readonly isEnough?: (figures: PlantFigures) => boolean;
  /** Told once a round. */
  readonly progress?: (line: string) => void;
}

export interface KillFigures extends PlantFigures {
  kills: number;
  /** Kills that hit the moment they were meant for. */
  hits: Map<Moment, number>;
  longestStartMillis: number;
  /** Points read back at the end, over all rounds. */
  pointsVerified: number;
}

/** Throws at the first round that leaves something broken, naming the seed and every problem found. */
export async function killAgainAndAgain(servers: KillableServers, options: KillOptions): Promise<KillFigures> {
  const run = new KillRun(servers, options);
  return await run.all();
}

class KillRun {
  readonly #servers: KillableServers;
  readonly #options: KillOptions;
  readonly #random: Random;
  readonly #folder: string;
  readonly #plant = new Plant();
  readonly #figures: KillFigures;
  #lastNumber = 0;
  #sessions = { admin: "", customer: "", tenantId: "" };
  /** The first errors that the server of this round has logged. */
  #complaints: readonly string[] = [];

  constructor(servers: KillableServers, options: KillOptions) {
    this.#servers = servers;
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#folder = options.surroundings?.folder ?? servers.folder();
    this.#figures = { kills: 0, hits: new Map(), longestStartMillis: 0, pointsVerified: 0, ...this.#plant.figures };
  }

  async all(): Promise<KillFigures> {
    const { rounds, progress, isEnough = () => true, surroundings } = this.#options;
    let server = await this.#start();
    await this.#setUp(server);
    const goesOn = (round: number): boolean =>
      round <= rounds || (round <= MORE_ROUNDS * rounds && !isEnough(this.#plant.figures));
    for (let round = 1; goesOn(round); round++) {
      const moment = this.#momentOf(round);
      if (round % ROUNDS_A_LOGIN === 1) await this.#logIn(server);
      await byDeadline(
        this.#load(server, round, moment),
        ROUND_DEADLINE_MILLIS,
        () => `round ${String(round)} (${moment}) did not end`,
      );
      await server.kill();
      this.#complaints = server.records
        .filter(({ level }) => level === "error")
        .slice(0, COMPLAINTS_SHOWN)
        .map(({ line }) => line);
      this.#figures.kills++;
      await surroundings?.killed();
      server = await this.#start();
      const [tenant, customer] = this.#viewsOf(server);
      this.#requireNone(round, moment, await checkRound(server, tenant, customer, this.#plant));
      this.#requireNone(round, moment, (await surroundings?.problems()) ?? []);
      progress?.(
        `kill ${String(round)} at ${moment}: start ${server.startMillis.toFixed(0)} ms, ${String(this.#plant.figures.points)} points`,
      );
    }
    const [tenant] = this.#viewsOf(server);
    const { problems, points } = await checkAll(tenant, this.#plant);
    this.#requireNone(this.#figures.kills, "end", problems);
    await server.stop();
    return { ...this.#figures, ...this.#plant.figures, pointsVerified: points };
  }

  async #start(): Promise<KillableServer> {
    const server = await this.#servers.start(
      this.#folder,
      { LOG_LEVEL: "warn", ...this.#options.surroundings?.environment },
      BUSY_STORE,
    );
    this.#figures.longestStartMillis = Math.max(this.#figures.longestStartMillis, server.startMillis);
    return server;
  }

  async #setUp(server: KillableServer): Promise<void> {
    const tenant = await server.tenant(() => ++this.#lastNumber);
    for (let index = 0; index < GATEWAYS; index++) {
      const { token } = await tenant.createGateway();
      const names = Array.from(
        { length: DEVICES_PER_GATEWAY },
        (_, device) => `plant-${String(index)}-${String(device)}`,
      );
      await connectDevices(server, token, names);
      const devices = names.map((name) => new PlantDevice(name));
      for (const device of devices) device.id = (await tenant.existing(device.name)).id;
      this.#plant.gateways.push(new PlantGateway(token, devices));
    }
    const customer = await tenant.createCustomer();
    this.#plant.customer.id = customer.id;
    this.#plant.customer.email = text(await customer.rest.get("/api/auth/user"), "email");
  }

  /** The views of the administrator and of the customer's user, whose sessions outlive every kill. */
  #viewsOf(server: KillableServer): readonly [TestTenant, RestClient] {
    const { admin, customer, tenantId } = this.#sessions;
    const nextNumber = (): number => ++this.#lastNumber;
    return [
      new TestTenant(server.anonymous.withToken(admin), tenantId, nextNumber),
      server.anonymous.withToken(customer),
    ];
  }

  /** Once in a while, as access tokens end. */
  async #logIn({ anonymous }: KillableServer): Promise<void> {
    const logIn = async (username: string, password: string): Promise<string> =>
      tokenOf(await anonymous.post("/api/auth/login", { username, password }));
    const admin = await logIn(TENANT_ADMIN.email, TENANT_ADMIN.password);
    this.#sessions = {
      admin,
      customer: await logIn(this.#plant.customer.email, PASSWORD),
      tenantId: text(await anonymous.withToken(admin).get("/api/auth/user"), "tenantId", "id"),
    };
  }

  #momentOf(round: number): Moment {
    return MOMENTS[round % MOMENTS.length] ?? "any";
  }

  /** Loads the server until the moment has come, kills it, and resolves when nothing of the load is left. */
  async #load(server: KillableServer, round: number, moment: Moment): Promise<void> {
    const [tenant, customer] = this.#viewsOf(server);
    const { window, messagesMax } = this.#options;
    const after = this.#random.between(LOAD_MILLIS.min, LOAD_MILLIS.max);
    const trigger = new Trigger(server, moment);
    const traffic = new PlantTraffic(this.#plant, {
      window,
      messagesMax,
      random: this.#random,
      onAcknowledged: () => {
        trigger.happened("acknowledgement");
      },
      onCreating: () => {
        trigger.happened("device creation");
      },
    });
    await traffic.start(server, tenant, customer);
    await this.#options.surroundings?.loaded(round);
    await pause(after);
    const hit = await trigger.pull();
    this.#figures.hits.set(moment, (this.#figures.hits.get(moment) ?? 0) + (hit ? 1 : 0));
    await traffic.ended();
    this.#plant.refusals.push(...traffic.disorder);
  }

  #requireNone(round: number, moment: string, found: readonly string[]): void {
    const problems = [...this.#plant.refusals, ...found];
    if (problems.length === 0) return;
    const shown = [...new Set(problems)].slice(0, PROBLEMS_SHOWN).concat(this.#complaints).join("\n  ");
    throw new Error(
      `seed ${this.#options.seed}, round ${String(round)}, killed at ${moment}: ${String(problems.length)} promises broken\n  ${shown}`,
    );
  }
}

/** Kills the server the next time that something happens. */
class Trigger {
  readonly #server: KillableServer;
  readonly #moment: Moment;
  readonly #pulled = Promise.withResolvers<boolean>();
  #isArmed = false;

  constructor(server: KillableServer, moment: Moment) {
    this.#server = server;
    this.#moment = moment;
  }

  happened(moment: Moment): void {
    if (!this.#isArmed || moment !== this.#moment) return;
    this.#server.killNow();
    this.#pulled.resolve(true);
  }

  /** Resolves when the server has been killed: true at its moment, false where that did not come. */
  async pull(): Promise<boolean> {
    const watcher = this.#watch();
    this.#isArmed = true;
    this.happened("any");
    const expired = new AbortController();
    const tooLate = pause(MOMENT_DEADLINE_MILLIS, undefined, { signal: expired.signal }).catch(() => undefined);
    const hit = await Promise.race([this.#pulled.promise, tooLate]);
    expired.abort();
    watcher?.close();
    this.#server.killNow();
    return hit ?? false;
  }

  #watch(): FSWatcher | undefined {
    const file = WATCHED_FILES.get(this.#moment);
    if (file === undefined) return undefined;
    const path = join(this.#server.folder, file);
    if (!existsSync(path)) return undefined;
    return watch(path, () => {
      this.happened(this.#moment);
    });
  }
}

async function connectDevices(server: KillableServer, token: string, names: readonly string[]): Promise<void> {
  const client = await RawMqttClient.connect({ port: server.mqttPort, protocol: 5 }, { username: token });
  for (const device of names) await client.publish("v1/gateway/connect", { device });
  await client.disconnect();
}
