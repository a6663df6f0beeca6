// How a command reaches a cluster that runs: HTTP over a socket in the cluster's folder, with the words of the command and a text
// as the answer. Who may use the folder may use the cluster.
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseJson, writeJson } from "../../src/lib/json.ts";

const SOCKET = "control.sock";

export interface ControlAnswer {
  readonly succeeded: boolean;
  readonly text: string;
}

export type ControlHandler = (words: readonly string[]) => Promise<ControlAnswer>;

export class ControlServer {
  readonly #folder: string;
  readonly #server: Server;
  #opened: FileHandle | undefined;

  constructor(folder: string, handle: ControlHandler) {
    this.#folder = folder;
    this.#server = createServer((incoming, response) => void answer(incoming, response, handle));
  }

  /** Makes the folder; rejects where a cluster runs in it. */
  async start(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if ((await sendCommand(this.#folder, ["status"])) !== undefined)
      throw new Error(`a cluster runs in ${this.#folder} already`);
    // One that was killed has left it.
    await rm(join(this.#folder, SOCKET), { force: true });
    this.#opened = await open(this.#folder);
    this.#server.listen(socketIn(this.#opened));
    await once(this.#server, "listening");
  }

  async stop(): Promise<void> {
    if (this.#opened === undefined) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
    await this.#opened.close();
    this.#opened = undefined;
  }
}

/** Resolves with the answer when what was asked has been done; undefined where no cluster runs in this folder. */
export async function sendCommand(folder: string, words: readonly string[]): Promise<ControlAnswer | undefined> {
  let opened: FileHandle;
  try {
    opened = await open(folder);
  } catch {
    return undefined;
  }
  try {
    const outgoing = request({ socketPath: socketIn(opened), method: "POST", agent: false }).end(writeJson(words));
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    return { succeeded: incoming.statusCode === 200, text: await text(incoming) };
  } catch (error) {
    if (error instanceof Error && "code" in error && ["ENOENT", "ECONNREFUSED"].includes(String(error.code)))
      return undefined;
    throw error;
  } finally {
    await opened.close();
  }
}

/** The address of a socket has room for 107 bytes, which the path of the folder alone may exceed; this is another one for it. */
function socketIn(folder: FileHandle): string {
  return `/proc/self/fd/${String(folder.fd)}/${SOCKET}`;
}

async function answer(incoming: IncomingMessage, response: ServerResponse, handle: ControlHandler): Promise<void> {
  try {
    const words = parseJson(await text(incoming));
    const result = await handle(Array.isArray(words) ? words.map(String) : []);
    response.writeHead(result.succeeded ? 200 : 400).end(result.text);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}
