// The socket in the data folder by which a command asks the platform that runs on it for something; today for its state at one moment,
// to be copied. A line of JSON asks, a line of JSON answers; the end of the connection gives back what it holds.
import { createHash } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DomainError } from "../../core/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { FolderMoment } from "./folder-moment.ts";

export const SOCKET_FILE = "control.sock";
/** What the system takes for the path of a socket, less the zero behind it. */
const PATH_BYTES_MAX = process.platform === "linux" ? 107 : 103;

export interface ControlDeps {
  /** The data folder, absolute. */
  readonly folder: string;
  readonly log: Logger;
  readonly hold: () => Promise<FolderMoment>;
}

/** On Windows, where a folder has no sockets, a pipe of the same meaning. */
export function controlPath(folder: string): string {
  return process.platform === "win32"
    ? `\\\\.\\pipe\\bridgehead-${createHash("sha256").update(folder.toLowerCase()).digest("hex")}`
    : join(folder, SOCKET_FILE);
}

/** They end with the connection, however it ends. */
export function linesOf(socket: Socket): AsyncIterable<string> {
  const lines = createInterface({ input: socket });
  socket.once("close", () => lines.close());
  return lines;
}

export class ControlSocket {
  readonly #deps: ControlDeps;
  readonly #path: string;
  #server: Server | undefined;
  readonly #sockets = new Map<Socket, Promise<void>>();

  constructor(deps: ControlDeps) {
    this.#deps = deps;
    this.#path = controlPath(deps.folder);
  }

  /** A platform that cannot be asked serves all the same. */
  async start(): Promise<void> {
    const { log, folder } = this.#deps;
    if (Buffer.byteLength(this.#path) > PATH_BYTES_MAX) {
      log.warn("no backups while the platform runs: the path of its socket in the data folder is too long", {
        path: this.#path,
        bytesMax: PATH_BYTES_MAX,
      });
      return;
    }
    // What a crash has left; the folder is ours.
    if (process.platform !== "win32") rmSync(this.#path, { force: true });
    const server = createServer((socket) => this.#sockets.set(socket, this.#serve(socket)));
    const { promise, resolve } = Promise.withResolvers<Error | undefined>();
    server.once("error", resolve);
    server.listen(this.#path, () => resolve(undefined));
    const error = await promise;
    if (error !== undefined) {
      log.warn("no backups while the platform runs: its socket in the data folder cannot be opened", { folder, error });
      return;
    }
    if (process.platform !== "win32") chmodSync(this.#path, 0o600);
    // It serves as long as there is something to serve.
    server.unref();
    this.#server = server;
  }

  async stop(): Promise<void> {
    const closed = Promise.withResolvers<undefined>();
    if (this.#server === undefined) return;
    this.#server.close(() => closed.resolve(undefined));
    this.#server = undefined;
    const serving = [...this.#sockets];
    for (const [socket] of serving) socket.destroy();
    await Promise.all(serving.map(([, served]) => served));
    await closed.promise;
  }

  async #serve(socket: Socket): Promise<void> {
    let moment: FolderMoment | undefined;
    const answer = (message: unknown): void => void socket.write(`${JSON.stringify(message)}\n`);
    socket.on("error", () => undefined);
    try {
      for await (const request of linesOf(socket)) {
        try {
          if (request === "hold" && moment === undefined) {
            moment = await this.#deps.hold();
            const { at, telemetryLogBytes, points } = moment;
            answer({ at, telemetryLogBytes, points });
          } else if (request === "release" && moment !== undefined) answer({ entities: await moment.release() });
          else throw new DomainError("unsupported", "the platform knows no such request");
        } catch (error) {
          if (!(error instanceof DomainError)) this.#deps.log.error("request of a command failed", { error });
          answer({ error: error instanceof Error ? error.message : String(error) });
        }
      }
    } catch {
      // The connection broke off, which is one of its ends.
    } finally {
      await moment?.close().catch((error: unknown) => {
        this.#deps.log.warn("what was kept for a backup could not be removed", { error });
      });
      socket.destroy();
      this.#sockets.delete(socket);
    }
  }
}
