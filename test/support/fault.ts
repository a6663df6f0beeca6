// A disk that fails, as the server sees it: system calls on the files of one store are answered with an error, or take
// long, from the moment a fault is set in until it is lifted.
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { KillableServer } from "./killable-server.ts";
import { Strace } from "./strace.ts";

export type FaultKind = "no-space" | "read-only" | "failing-sync";
export type StoreName = "duckdb" | "sqlite";

const WRITES = "write,pwrite64,writev,pwritev,pwritev2,ftruncate,fallocate";
const SYNCS = "fsync,fdatasync,sync_file_range,msync";

/** What the operating system answers, and to which calls. */
const INJECTIONS: Readonly<Record<FaultKind, readonly [calls: string, error: string]>> = {
  "no-space": [WRITES, "ENOSPC"],
  "read-only": [`${WRITES},${SYNCS}`, "EROFS"],
  "failing-sync": [SYNCS, "EIO"],
};

const TELEMETRY_LOG = "telemetry.duckdb.log";

/** The main file first. */
const FILES: Readonly<Record<StoreName, readonly string[]>> = {
  duckdb: ["telemetry.duckdb", "telemetry.duckdb.journal", "telemetry.duckdb.probe", TELEMETRY_LOG],
  sqlite: ["bridgehead.sqlite", "bridgehead.sqlite-wal"],
};

/** The fault lasts until the result is detached. */
export async function setIn(server: KillableServer, store: StoreName, kind: FaultKind): Promise<Strace> {
  return await inject(server, FILES[store], kind);
}

/** As `setIn`, under the main file of the store alone, which only checkpoints write to. */
export async function setInCheckpoints(server: KillableServer, store: StoreName, kind: FaultKind): Promise<Strace> {
  return await inject(server, FILES[store].slice(0, 1), kind);
}

async function inject(server: KillableServer, files: readonly string[], kind: FaultKind): Promise<Strace> {
  const [calls, error] = INJECTIONS[kind];
  const injection = ["-e", `trace=${calls}`, "-e", `inject=${calls}:error=${error}`];
  return await Strace.attach(server.pid, [...only(server, files), ...injection]);
}

/** Every sync of the store's files takes this much longer, until the result is detached. */
export async function slowDown(server: KillableServer, store: StoreName, delayMillis: number): Promise<Strace> {
  const injection = `inject=${SYNCS}:delay_enter=${String(delayMillis * 1000)}`;
  return await Strace.attach(server.pid, [...only(server, FILES[store]), "-e", `trace=${SYNCS}`, "-e", injection]);
}

/** Without them strace would also hit the files by which the runtime's own threads wake each other. */
function only(server: KillableServer, files: readonly string[]): string[] {
  const paths = files.map((file) => join(server.folder, file));
  const log = paths.find((path) => basename(path) === TELEMETRY_LOG);
  // Those that come later are not hit; none is made while the log cannot be written.
  const segments = log === undefined ? [] : readdirSync(log).map((name) => join(log, name));
  return [...paths, ...segments].flatMap((path) => ["-P", path]);
}
