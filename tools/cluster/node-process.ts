// One node of a cluster: the platform as a process of its own, on ports that it keeps.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { RUNTIME_ENVIRONMENT, RUNTIME_FLAGS } from "../../scripts/runtime.mjs";
import { statusOf, type Scheme } from "./backends.ts";
import { Engine, type Launch } from "./engine.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const HOST = "127.0.0.1";
const READY = /^bridgehead ready .*$/m;

export interface NodePorts {
  readonly http: number;
  readonly mqtt: number;
  readonly mqtts: number;
}

export interface NodeOptions {
  /** From 1. */
  readonly number: number;
  readonly folder: string;
  readonly ports: NodePorts;
  /** Settings by the names that they have in the environment, and what else the process is to find there. */
  readonly environment: NodeJS.ProcessEnv;
}

export class NodeProcess extends Engine {
  /** The entry of its program; that of another version can take its place between two starts. */
  main = MAIN;
  readonly #options: NodeOptions;

  constructor(options: NodeOptions) {
    super(`node ${String(options.number)}`, options.folder);
    this.#options = options;
  }

  get ports(): NodePorts {
    return this.#options.ports;
  }

  get address(): string {
    return `${this.http} ${this.mqtt}`;
  }

  /** As `http://127.0.0.1:8080`. */
  get http(): string {
    return `${this.#scheme}://${HOST}:${String(this.ports.http)}`;
  }

  get mqtt(): string {
    return `mqtt://${HOST}:${String(this.ports.mqtt)}`;
  }

  /** Links that set the first passwords: what it printed besides its log and its ready line. */
  get notices(): readonly string[] {
    return this.printed.split("\n").filter((line) => line.startsWith("Set the password of "));
  }

  protected async prepare(): Promise<void> {
    await mkdir(this.dataFolder, { recursive: true });
  }

  protected launch(): Launch {
    const { ports, environment } = this.#options;
    return {
      program: process.execPath,
      args: [...RUNTIME_FLAGS, this.main],
      environment: {
        ...RUNTIME_ENVIRONMENT,
        PATH: process.env["PATH"],
        ...environment,
        DATA_DIR: this.dataFolder,
        HTTP_HOST: HOST,
        HTTP_PORT: String(ports.http),
        MQTT_HOST: HOST,
        MQTT_PORT: String(ports.mqtt),
        MQTT_TLS_PORT: String(ports.mqtts),
      },
    };
  }

  protected async isReady(): Promise<boolean> {
    const node = { host: HOST, ports: this.ports };
    return READY.test(this.printed) && (await statusOf(node, this.#scheme, "/api/health/live")) === 200;
  }

  get #scheme(): Scheme {
    return this.#options.environment["HTTP_TLS_CERT_FILE"] === undefined ? "http" : "https";
  }
}
