// How many connections there may be, all together and from one address. An address may have a few times as many as are still
// free: alone it gets most of them, and however many it opens, some are left for everybody else. So a site with thousands of
// devices behind one address needs no setting of its own, and one caller cannot shut the others out.
import type { Server, Socket } from "node:net";
import { networkOf } from "../lib/networks.ts";

export interface ConnectionSharesOptions {
  /** Connections at the same time. */
  readonly connectionsMax: number;
  /** An address may have this many times the connections that are still free. */
  readonly addressShare: number;
  /** Whether many callers stand behind an address, as behind a proxy: only the bound of all holds for it. */
  readonly isShared: (address: string) => boolean;
}

/** What of a socket is used here. */
interface Closable {
  once(event: "close", listener: () => void): unknown;
  destroy(): unknown;
}

export class ConnectionShares {
  readonly #options: ConnectionSharesOptions;
  readonly #byNetwork = new Map<string, number>();
  #open = 0;
  #turnedAway = 0;

  constructor(options: ConnectionSharesOptions) {
    this.#options = options;
  }

  get open(): number {
    return this.#open;
  }

  /** Connections closed at once because there was no room for them. */
  get turnedAway(): number {
    return this.#turnedAway;
  }

  /** Whether there is room for a connection, which then counts until it is closed; without room it is closed at once. */
  admit(socket: Closable, address: string): boolean {
    const { connectionsMax, addressShare, isShared } = this.#options;
    const network = networkOf(address);
    const own = this.#byNetwork.get(network) ?? 0;
    const free = connectionsMax - this.#open;
    if (free <= 0 || (own >= addressShare * free && !isShared(address))) {
      this.#turnedAway++;
      socket.destroy();
      return false;
    }
    this.#open++;
    this.#byNetwork.set(network, own + 1);
    socket.once("close", () => {
      this.#leave(network);
    });
    return true;
  }

  /** To be called when the server has been made: what it does with a connection, it does only with those that have room. */
  guard(server: Server): void {
    const serve = server.rawListeners("connection");
    server.removeAllListeners("connection");
    server.on("connection", (socket: Socket) => {
      // One that is gone already has no address.
      if (socket.remoteAddress === undefined) socket.destroy();
      else if (this.admit(socket, socket.remoteAddress))
        for (const each of serve) Reflect.apply(each, server, [socket]);
    });
  }

  #leave(network: string): void {
    this.#open--;
    const left = (this.#byNetwork.get(network) ?? 0) - 1;
    if (left > 0) this.#byNetwork.set(network, left);
    else this.#byNetwork.delete(network);
  }
}
