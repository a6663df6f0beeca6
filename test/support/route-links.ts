// Links between NATS servers, so that each can be cut off from the others while its clients still reach it.
import type { NatsPorts } from "../../tools/cluster/nats-cluster.ts";
import { SilentLink } from "./silent-link.ts";

export class RouteLinks {
  /** By who uses it and the number of the server to which it leads. */
  readonly #links = new Map<string, SilentLink>();
  readonly #ports: readonly NatsPorts[];

  static async between(ports: readonly NatsPorts[]): Promise<RouteLinks> {
    const made = new RouteLinks(ports);
    for (const from of ports.keys())
      for (const [to, { route }] of ports.entries())
        if (from !== to) made.#links.set(`${nameOf(from)} ${String(to)}`, await SilentLink.to(route));
    return made;
  }

  private constructor(ports: readonly NatsPorts[]) {
    this.#ports = ports;
  }

  /** The port by which a server reaches the route of another one. */
  readonly detour = (name: string, route: number): number => {
    const to = this.#ports.findIndex((ports) => ports.route === route);
    return this.#links.get(`${name} ${String(to)}`)?.port ?? route;
  };

  /** Between a server and the others, whichever of them has made the connection. */
  of(name: string): readonly SilentLink[] {
    return [...this.#links].flatMap(([key, link]) => {
      const [from, to] = [key.slice(0, key.lastIndexOf(" ")), Number(key.slice(key.lastIndexOf(" ")))];
      return name === from || name === nameOf(to) ? link : [];
    });
  }

  get all(): readonly SilentLink[] {
    return [...this.#links.values()];
  }
}

function nameOf(index: number): string {
  return `nats ${String(index + 1)}`;
}
