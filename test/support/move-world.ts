// A cluster of its own on engines that a test shares, and a data folder to move into it.
import { randomBytes } from "node:crypto";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { configOf, type GivenBounds, type GivenSettings } from "../../src/app/config.ts";
import { acceptClusterLoss } from "../../src/app/cluster/accept-loss.ts";
import { exportFolder } from "../../src/app/cluster/export-folder.ts";
import { importFolder } from "../../src/app/cluster/import-folder.ts";
import type { CommandContext } from "../../src/app/commands/command.ts";
import { startPlatform, type Platform } from "../../src/app/platform.ts";
import type { Clock } from "../../src/lib/clock.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { extensionFolder, NatsTestCluster } from "./engines.ts";
import { ManualClock } from "./manual-clock.ts";
import { TEST_SETTINGS } from "./platform.ts";
import type { PostgresTestServer } from "./postgres-server.ts";
import { scratchFolder } from "./scratch-sqlite.ts";

/** Small parts, so that a move has many. */
const BOUNDS: GivenBounds = { "cluster.move.pointsMax": 40 };

export class MoveWorld implements AsyncDisposable {
  readonly folder: string;
  readonly database: string;
  readonly masterKey = randomBytes(32);
  readonly #postgres: PostgresTestServer;
  readonly #nats: NatsTestCluster;
  #nodes = 0;

  private constructor(parts: {
    folder: string;
    database: string;
    postgres: PostgresTestServer;
    nats: NatsTestCluster;
  }) {
    this.folder = parts.folder;
    this.database = parts.database;
    this.#postgres = parts.postgres;
    this.#nats = parts.nats;
  }

  static async make(postgres: PostgresTestServer): Promise<MoveWorld> {
    const nats = await NatsTestCluster.start(1);
    return new MoveWorld({
      folder: await scratchFolder(),
      database: await postgres.createDatabase(),
      postgres,
      nats,
    });
  }

  /** Of a node or a command, as the environment has them. */
  environment(): Record<string, string> {
    return {
      CLUSTER_POSTGRES_URL: this.#postgres.url(this.database),
      CLUSTER_NATS_URLS: this.#nats.urls.join(","),
      CLUSTER_NATS_REPLICAS: "1",
      CLUSTER_FILES: join(this.folder, "lake"),
      CLUSTER_EXTENSIONS_DIR: extensionFolder,
      CLUSTER_MASTER_KEY: this.masterKey.toString("base64"),
    };
  }

  get settings(): GivenSettings {
    return {
      "cluster.postgresUrl": this.#postgres.url(this.database),
      "cluster.natsUrls": this.#nats.urls.join(","),
      "cluster.natsReplicas": 1,
      "cluster.files": join(this.folder, "lake"),
      "cluster.extensionsDir": extensionFolder,
      "cluster.masterKey": this.masterKey.toString("base64"),
    };
  }

  /** A copy of a data folder, which the test may change. */
  async copyOf(folder: string, name = "data"): Promise<string> {
    const copy = join(this.folder, name);
    await cp(folder, copy, { recursive: true });
    return copy;
  }

  async import(
    folder: string,
    settings: GivenSettings = {},
    say = (_line: string): void => undefined,
  ): Promise<string> {
    return await this.#run((context) => importFolder(folder, context), settings, say);
  }

  async export(name: string, settings: GivenSettings = {}, say = (_line: string): void => undefined): Promise<string> {
    return await this.#run((context) => exportFolder(join(this.folder, name), context), settings, say);
  }

  async acceptLoss(): Promise<string> {
    return await this.#run(acceptClusterLoss, {}, () => undefined);
  }

  /** The servers of the stream lose their disks. */
  async loseStream(): Promise<void> {
    for (const server of this.#nats.servers) {
      await server.kill();
      await server.wipe();
      await server.start();
    }
    await this.#nats.ready();
  }

  /** Of the database, which nobody uses. Its name. */
  async copyDatabase(): Promise<string> {
    return await this.#postgres.createDatabase(this.database);
  }

  /** Puts a copy of the database in its place. */
  async restoreDatabase(copy: string): Promise<void> {
    await this.#postgres.dropDatabase(this.database);
    await this.#postgres.query("postgres", `ALTER DATABASE ${copy} RENAME TO ${this.database}`);
  }

  async #run(
    command: (context: CommandContext) => Promise<void>,
    settings: GivenSettings,
    also: (line: string) => void,
  ): Promise<string> {
    const said: string[] = [];
    const say = (line: string): void => {
      said.push(line);
      also(line);
    };
    const config = configOf({ ...this.settings, ...BOUNDS, ...settings });
    await command({ config, clock: new ManualClock(), log: silentLogger, giveWay: () => undefined, say });
    return said.join("\n");
  }

  /** Runs a node while `work` does. */
  async onNode<Result>(work: (node: Platform) => Promise<Result>, clock: Clock = new ManualClock()): Promise<Result> {
    return await this.#on(
      { ...this.settings, dataDir: join(this.folder, `node-${String(this.#nodes++)}`) },
      work,
      clock,
    );
  }

  /** Runs a platform alone on a folder while `work` does. */
  async onFolder<Result>(folder: string, work: (platform: Platform) => Promise<Result>): Promise<Result> {
    return await this.#on({ dataDir: folder }, work, new ManualClock());
  }

  async #on<Result>(
    settings: GivenSettings,
    work: (platform: Platform) => Promise<Result>,
    clock: Clock,
  ): Promise<Result> {
    const platform = await startPlatform(configOf({ ...TEST_SETTINGS, ...settings }), { clock, log: silentLogger });
    try {
      return await work(platform);
    } finally {
      await platform.stop();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#nats.stop();
    await this.#postgres.dropDatabase(this.database);
    await rm(this.folder, { recursive: true, force: true });
  }
}
