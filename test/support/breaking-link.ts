// A way to a port that breaks, again and again or when it is told to: every connection through it is cut at each break.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

export class BreakingLink {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  readonly #timer: NodeJS.Timeout;
  breaks = 0;

  static async to(target: number, everyMillis: number): Promise<BreakingLink> {
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      const far = connect(target, "127.0.0.1");
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on("error", () => undefined);
        socket.on("close", () => {
          sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return new BreakingLink(server, sockets, everyMillis);
  }

  private constructor(server: Server, sockets: Set<Socket>, everyMillis: number) {
    this.#server = server;
    this.#sockets = sockets;
    this.port = (server.address() as AddressInfo).port;
    this.#timer = setInterval(() => {
      this.cut();
    }, everyMillis);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#server.close();
    this.cut();
  }

  cut(): void {
    this.breaks++;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }
}
