// The socket in the data folder through which commands make requests to the running platform. Today the only request is
// for a consistent state to copy. Requests and answers are one line of JSON each; closing the connection releases what
// it holds.
import { createHash } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DomainError } from "../../core/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { FolderMoment } from "./folder-moment.ts";

export const SOCKET_FILE = "control.sock";
/** Maximum length of a socket path in bytes, without the terminating zero. */
const PATH_BYTES_MAX = process.platform === "linux" ? 107 : 103;

export interface ControlDeps {
  /** Absolute path of the data folder. */
  readonly folder: string;
  readonly log: Logger;
  readonly hold: () => Promise<FolderMoment>;
}

/** On Windows, where folders cannot contain sockets, a named pipe derived from the folder. */
export function controlPath(folder: string): string {
  return process.platform === "win32"
    ? `\\\\.\\pipe\\bridgehead-${createHash("sha256").update(folder.toLowerCase()).digest("hex")}`
    : join(folder, SOCKET_FILE);
}

/** The lines end with the connection, however it ends. */
export function linesOf(socket: Socket): AsyncIterable<string> {
  const lines = createInterface({ input: socket });
  socket.once("close", () => lines.close());
  return lines;
}

/** With the cause: of a full disk the message alone says no more than that something is unavailable. */
function refusalOf(error: unknown): { readonly error: string; readonly cause?: string } {
  if (!(error instanceof Error)) return { error: String(error) };
  const { message, cause } = error;
  return cause instanceof Error ? { error: message, cause: cause.message } : { error: message };
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

  /** A failure to open the socket is only logged, because the platform works without it. */
  async start(): Promise<void> {
    const { log, folder } = this.#deps;
    if (Buffer.byteLength(this.#path) > PATH_BYTES_MAX) {
      log.warn("no backups while the platform runs: the path of its socket in the data folder is too long", {
        path: this.#path,
        bytesMax: PATH_BYTES_MAX,
      });
      return;
    }
    // Left by a crash; the folder belongs to this process.
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
    // The socket alone must not keep the process alive.
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
            const { at, logFiles, points } = moment;
            answer({ at, logFiles, points });
          } else if (request === "release" && moment !== undefined) answer({ entities: await moment.release() });
          else throw new DomainError("unsupported", "the platform knows no such request");
        } catch (error) {
          if (!(error instanceof DomainError)) this.#deps.log.error("request of a command failed", { error });
          answer(refusalOf(error));
        }
      }
    } catch {
      // The connection was lost, which ends the request too.
    } finally {
      await moment?.close().catch((error: unknown) => {
        this.#deps.log.warn("what was kept for a backup could not be removed", { error });
      });
      socket.destroy();
      this.#sockets.delete(socket);
    }
  }
}
