// Bounds the number of connections, in total and per address. An address may have `addressShare` times as many
// connections as are still free: a single address gets most of them, and however many it opens, some stay free for
// others. A site with thousands of devices behind one address therefore needs no setting of its own, and one caller
// cannot shut out the others.
import type { Server, Socket } from "node:net";
import { networkOf } from "../lib/networks.ts";

export interface ConnectionSharesOptions {
  /** Most connections open at the same time. */
  readonly connectionsMax: number;
  /** An address may have this many times the number of free connections. */
  readonly addressShare: number;
  /** Whether many callers share this address, as behind a proxy; then only `connectionsMax` applies to it. */
  readonly isShared: (address: string) => boolean;
}

/** The part of a socket used here. */
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

  /** Connections closed at once because a bound was reached. */
  get turnedAway(): number {
    return this.#turnedAway;
  }

  /** Counts the connection until it closes. Closes it at once and returns false if a bound is reached. */
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

  /** Passes only admitted connections on to the server. Must be called after the server has been created. */
  guard(server: Server): void {
    const serve = server.rawListeners("connection");
    server.removeAllListeners("connection");
    server.on("connection", (socket: Socket) => {
      // A socket that is already gone has no address.
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
