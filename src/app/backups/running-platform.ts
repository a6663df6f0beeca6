// The client of the control socket, with which a command makes requests to the platform that uses a data folder.
import { connect, type Socket } from "node:net";
import type { LogFile } from "../../core/backup/checkpoint-hold.ts";
import { DomainError } from "../../core/errors.ts";
import { parseNamed } from "../../lib/json-names.ts";
import { controlPath, linesOf } from "./control-socket.ts";
import type { FolderMoment } from "./folder-moment.ts";

/** Undefined if no platform runs, or it has no control socket. `folder` is absolute. */
export async function askRunningPlatform(folder: string): Promise<(() => Promise<FolderMoment>) | undefined> {
  const socket = await reachPlatform(folder);
  if (socket === undefined) return undefined;
  // Reads from here on, because the platform may end before the request.
  const answers = linesOf(socket)[Symbol.asyncIterator]();
  return () => holdRunning(socket, answers);
}

/** Whether a platform uses the folder, which is absolute, also if its lock file has been removed. */
export async function isPlatformRunning(folder: string): Promise<boolean> {
  const socket = await reachPlatform(folder);
  socket?.destroy();
  return socket !== undefined;
}

async function reachPlatform(folder: string): Promise<Socket | undefined> {
  const socket = connect(controlPath(folder));
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once("connect", () => resolve(true));
  socket.once("error", () => resolve(false));
  if (!(await promise)) return undefined;
  socket.on("error", () => undefined);
  return socket;
}

async function holdRunning(socket: Socket, answers: AsyncIterator<string>): Promise<FolderMoment> {
  const ask = async (request: string): Promise<Readonly<Record<string, unknown>>> => {
    socket.write(`${request}\n`);
    // Killing a process resets the connection.
    const answered = await answers.next().catch(() => undefined);
    if (answered === undefined || answered.done === true)
      throw new DomainError("unavailable", "the platform ended while the backup was being made");
    const answer = parseNamed(answered.value) as Readonly<Record<string, unknown>>;
    const { error, cause } = answer;
    if (typeof error === "string")
      throw new DomainError("unavailable", error, typeof cause === "string" ? { cause: new Error(cause) } : {});
    return answer;
  };
  try {
    const { at, logFiles, points } = await ask("hold");
    return {
      at: Number(at),
      logFiles: parseLogFiles(logFiles),
      points: Number(points),
      release: async () => String((await ask("release"))["entities"]),
      close: () => {
        socket.destroy();
        return Promise.resolve();
      },
    };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** The platform may be of another version until it is started again after an upgrade. */
function parseLogFiles(answer: unknown): readonly LogFile[] {
  if (!Array.isArray(answer))
    throw new DomainError("conflict", "the platform is of another version than this command: start it again first");
  return answer as readonly LogFile[];
}
