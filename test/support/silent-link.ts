// A way to a port on which nothing passes for a while: connections stay open and nothing is heard of the other side, as where a network
// loses all packets. When it is mended, what was on its way arrives. Or everything comes late.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

const HOST = "127.0.0.1";

export class SilentLink {
  readonly port: number;
  readonly #server: Server;
  readonly #ways = new Set<Way>();
  #isCut = false;
  #delayMillis = 0;

  static async to(target: number): Promise<SilentLink> {
    const server = createServer({ allowHalfOpen: true }).listen(0, HOST);
    await once(server, "listening");
    return new SilentLink(server, target);
  }

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on("connection", (near: Socket) => {
      const far = connect({ port: target, host: HOST, allowHalfOpen: true });
      this.#open(near, far);
      this.#open(far, near);
    });
  }

  /** In both directions, for the connections that there are and for new ones. */
  cut(): void {
    this.#isCut = true;
    for (const way of this.#ways) way.pause();
  }

  mend(): void {
    this.#isCut = false;
    for (const way of this.#ways) way.resume();
  }

  /** Whatever is sent from now on arrives so much later, in each direction. */
  slow(delayMillis: number): void {
    this.#delayMillis = delayMillis;
  }

  stop(): void {
    this.#server.close();
    for (const way of [...this.#ways]) way.end();
  }

  #open(from: Socket, to: Socket): void {
    const way = new Way(from, to, () => this.#delayMillis);
    this.#ways.add(way);
    way.onEnd(() => this.#ways.delete(way));
    if (this.#isCut) way.pause();
  }
}

/** What goes in one direction of a connection. */
class Way {
  readonly #from: Socket;
  readonly #to: Socket;
  #isPaused = false;
  /** Nobody hears of it while nothing passes. */
  #hasBroken = false;
  #onEnd: () => void = () => undefined;

  constructor(from: Socket, to: Socket, delayMillis: () => number) {
    this.#from = from;
    this.#to = to;
    const later = (action: () => void): void => {
      const millis = delayMillis();
      if (millis === 0) action();
      else setTimeout(action, millis).unref();
    };
    from.on("data", (bytes) => {
      later(() => {
        if (!to.destroyed && !to.write(bytes)) from.pause();
      });
    });
    to.on("drain", () => {
      if (!this.#isPaused) from.resume();
    });
    from.on("end", () => {
      later(() => to.end());
    });
    from.on("error", () => (this.#hasBroken = true));
    from.on("close", () => {
      if (!this.#isPaused) later(() => this.#close());
    });
  }

  onEnd(action: () => void): void {
    this.#onEnd = action;
  }

  pause(): void {
    this.#isPaused = true;
    this.#from.pause();
  }

  resume(): void {
    this.#isPaused = false;
    if (this.#from.closed) this.#close();
    else this.#from.resume();
  }

  end(): void {
    this.#hasBroken = true;
    this.#from.destroy();
    this.#close();
  }

  #close(): void {
    if (this.#hasBroken) this.#to.destroy();
    else this.#to.end();
    this.#onEnd();
  }
}
