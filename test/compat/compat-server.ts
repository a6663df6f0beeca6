// The platform for a run: a process on ports that outlive it, so that it can be killed and come back where clients look for it.
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { KillableServers, type KillableServer } from "../support/killable-server.ts";
import type { TestTenant } from "../support/tenant.ts";

export class CompatServer {
  readonly httpPort: number;
  readonly mqttPort: number;
  readonly #servers: KillableServers;
  readonly #folder: string;
  readonly #nextNumber: () => number;
  #server: KillableServer;
  #tenant: TestTenant;

  static async start(): Promise<CompatServer> {
    const servers = new KillableServers();
    const folder = servers.folder();
    const ports = { httpPort: await freePort(), mqttPort: await freePort() };
    const server = await servers.start(folder, environmentOf(ports));
    let lastNumber = 0;
    const nextNumber = (): number => ++lastNumber;
    const tenant = await server.tenant(nextNumber);
    return new CompatServer({ servers, folder, ...ports, nextNumber, server, tenant });
  }

  private constructor(parts: {
    readonly servers: KillableServers;
    readonly folder: string;
    readonly httpPort: number;
    readonly mqttPort: number;
    readonly nextNumber: () => number;
    readonly server: KillableServer;
    readonly tenant: TestTenant;
  }) {
    this.#servers = parts.servers;
    this.#folder = parts.folder;
    this.httpPort = parts.httpPort;
    this.mqttPort = parts.mqttPort;
    this.#nextNumber = parts.nextNumber;
    this.#server = parts.server;
    this.#tenant = parts.tenant;
  }

  /** The tenant as its administrator sees it. */
  get tenant(): TestTenant {
    return this.#tenant;
  }

  get http(): string {
    return `http://127.0.0.1:${String(this.httpPort)}`;
  }

  /** SIGKILL, and the same installation again on the same ports. */
  async killAndRestart(): Promise<void> {
    await this.#server.kill();
    this.#server = await this.#servers.start(this.#folder, environmentOf(this));
    this.#tenant = await this.#server.tenant(this.#nextNumber);
  }

  /** Another tenant, under a profile with this configuration. */
  newTenant(configuration: Readonly<Record<string, unknown>>): Promise<TestTenant> {
    return this.#server.newTenant(configuration, this.#nextNumber);
  }

  async stop(): Promise<void> {
    await this.#servers.endAll();
  }
}

function environmentOf({ httpPort, mqttPort }: { readonly httpPort: number; readonly mqttPort: number }) {
  return { HTTP_PORT: String(httpPort), MQTT_PORT: String(mqttPort), HTTP_TRUSTED_PROXIES: "127.0.0.1" };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
