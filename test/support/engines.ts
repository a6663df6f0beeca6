// Engines of a cluster for tests: those of `npm run cluster`, in folders that go with them.
import { mkdtemp, rm } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "./deadline.ts";
import { freePorts } from "../../tools/cluster/free-ports.ts";
import { NatsCluster, natsPorts, type NatsOptions, type NatsServer } from "../../tools/cluster/nats-cluster.ts";
import { extensionsFolder } from "../../tools/cluster/programs.ts";
import { RouteLinks } from "./route-links.ts";
import type { SilentLink } from "./silent-link.ts";

const PORTS_EACH = 3;
const WAIT_MILLIS_MAX = 60_000;

export const extensionFolder = extensionsFolder();

/** NATS servers with a folder of their own. */
export class NatsTestCluster extends NatsCluster {
  readonly #folder: string;
  readonly #links: RouteLinks;

  private constructor(folder: string, links: RouteLinks, ...[options]: ConstructorParameters<typeof NatsCluster>) {
    super(options);
    this.#folder = folder;
    this.#links = links;
  }

  /** One server, or three that form a cluster. */
  static async start(
    count: 1 | 3,
    options: Pick<NatsOptions, "syncInterval" | "accounts"> = {},
  ): Promise<NatsTestCluster> {
    const folder = await mkdtemp(join(tmpdir(), "bridgehead-nats-"));
    const ports = natsPorts(await freePorts(count * PORTS_EACH));
    const links = await RouteLinks.between(ports);
    const nats = new NatsTestCluster(folder, links, {
      folder,
      ports,
      password: randomUUID(),
      detour: links.detour,
      ...options,
    });
    await nats.start();
    return nats;
  }

  /** Between a server and the others. */
  routesOf(server: NatsServer): readonly SilentLink[] {
    return this.#links.of(server.name);
  }

  override async stop(): Promise<void> {
    for (const link of this.#links.all) link.mend();
    await super.stop();
    for (const link of this.#links.all) link.stop();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Looks until it is so; throws after a while. */
export async function until(isSo: () => boolean | Promise<boolean>, millisMax = WAIT_MILLIS_MAX): Promise<void> {
  await eventually(
    async () => await isSo(),
    Boolean,
    millisMax,
    () => "what the test waits for has not come",
  );
}
