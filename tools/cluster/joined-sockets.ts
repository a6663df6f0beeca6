// Connections of clients that are joined to connections of nodes: what one side sends goes to the other, and when one ends, so
// does the other.
import { connect, type Socket } from "node:net";
import type { Backend, Backends } from "./backends.ts";

/** A node on this machine that has not taken a connection by then is not going to. */
const CONNECT_MILLIS_MAX = 2_000;

export type PortName = keyof Backend["ports"];

export class JoinedSockets {
  readonly #backends: Backends;
  #hasEnded = false;
  readonly #pairs = new Set<{ readonly backend: Backend; readonly client: Socket; readonly node: Socket }>();

  constructor(backends: Backends) {
    this.#backends = backends;
    backends.onSilence((backend) => this.#end((each) => each === backend));
  }

  /** Of a client with the next node that can be reached; `greeting` is sent to that first. Ends a client for whom there is none. */
  async join(client: Socket, port: PortName, greeting: readonly Buffer[] = []): Promise<void> {
    client.on("error", () => undefined);
    for (const backend of this.#backends.inTurn()) {
      const node = await this.#reach(backend, port);
      if (node === undefined) continue;
      this.#pair(backend, client, node);
      if (this.#hasEnded) this.endAll();
      for (const bytes of greeting) node.write(bytes);
      return;
    }
    client.destroy();
  }

  /** Those that are being joined as well. */
  endAll(): void {
    this.#hasEnded = true;
    this.#end(() => true);
  }

  async #reach(backend: Backend, port: PortName): Promise<Socket | undefined> {
    const { promise, resolve } = Promise.withResolvers<Socket | undefined>();
    const node = connect({ host: backend.host, port: backend.ports[port], noDelay: true, allowHalfOpen: true });
    const signal = AbortSignal.timeout(CONNECT_MILLIS_MAX);
    const miss = (): void => {
      node.destroy();
      this.#backends.missed(backend);
      resolve(undefined);
    };
    signal.addEventListener("abort", miss);
    node.once("error", miss);
    node.once("connect", () => {
      signal.removeEventListener("abort", miss);
      node.off("error", miss);
      node.on("error", () => undefined);
      resolve(node);
    });
    return await promise;
  }

  #pair(backend: Backend, client: Socket, node: Socket): void {
    const pair = { backend, client, node };
    this.#pairs.add(pair);
    const end = (): void => {
      client.destroy();
      node.destroy();
      this.#pairs.delete(pair);
    };
    client.pipe(node).pipe(client);
    for (const socket of [client, node]) socket.once("close", end);
    // It may have gone while its node was looked for.
    if (client.destroyed) end();
  }

  #end(isMeant: (backend: Backend) => boolean): void {
    for (const { backend, node } of this.#pairs) if (isMeant(backend)) node.destroy();
  }
}
