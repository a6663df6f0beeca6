// Creates an engine, configures it and attaches the telemetry file.
import { join } from "node:path";
import { DuckDBInstance, version, type DuckDBConnection } from "@duckdb/node-api";
import accessors from "@duckdb/node-api/lib/vectors/dataAccessors.js";
import { migrate } from "./migrations.ts";
import { createWhereMissing } from "./new-file.ts";
import { quoted } from "./literals.ts";
import { VALUE_FUNCTIONS } from "./reports/value-functions.ts";

export interface EngineLimits {
  /** Where exports write the files they send; the only other place the engine may touch. */
  readonly scratchFolder: string;
  /** Threads of the engine, shared by commits and queries; more threads than processors only compete. */
  readonly threads: number;
  /** Memory limit for buffers and queries. */
  readonly memoryMaxMebibytes: number;
  /** Scratch space for queries that do not fit into memory; a query that needs more fails. */
  readonly spillMaxMebibytes: number;
}

export interface EngineOptions extends EngineLimits {
  readonly file: string;
}

export interface OpenEngine {
  readonly instance: DuckDBInstance;
  /** The first connection. */
  readonly connection: DuckDBConnection;
}

/**
 * Rows in a row group of the engine, half of its default. A transaction that fills a group writes it to the file at
 * once, so it leaves less to the checkpoint. Much smaller groups would make every checkpoint of
 * a long history slow, because it writes a header for each group.
 */
export const ROW_GROUP_ROWS = 61_440;

/** Two blocks, and as much again for groups that are not full: a group that has lost rows everywhere takes them. */
const GROUP_MEBIBYTES = 1;

const ROW_GROUPS = `ROW_GROUP_SIZE ${String(ROW_GROUP_ROWS)}`;

export function engineVersion(): string {
  return version().replace(/^v/, "");
}

/** Creates the file if it is missing, and runs its migrations. Only a checkpoint changes the file. */
export async function openEngineForWriting(options: EngineOptions): Promise<OpenEngine> {
  return await openEngine(options, (connection) => attachForWriting(options, connection));
}

/** The log in which the engine of versions up to 0.2.0 kept what no checkpoint had stored. */
export function oldLogOf(file: string): string {
  return `${file}.wal`;
}

/** Opens the file for writing with what such a log holds. */
export async function openEngineWithItsLog(options: EngineOptions): Promise<OpenEngine> {
  return await openEngine(options, async (connection) => {
    await createWhereMissing(options.file, connection);
    await attach(connection, options, ROW_GROUPS);
  });
}

async function attachForWriting(options: EngineOptions, connection: DuckDBConnection): Promise<void> {
  await createWhereMissing(options.file, connection);
  await attach(connection, options, `${ROW_GROUPS}, RECOVERY_MODE no_wal_writes`);
  await migrate(connection);
}

/** Like `openEngineForWriting`, with another file attached read-only under `name`. */
export async function openEngineBeside(options: EngineOptions, other: string, name: string): Promise<OpenEngine> {
  return await openEngine(options, async (connection) => {
    await connection.run(`ATTACH ${quoted(other)} AS ${name} (READ_ONLY)`);
    await attachForWriting(options, connection);
  });
}

export async function openEngineForReading(options: EngineOptions): Promise<OpenEngine> {
  return await openEngine(options, (connection) => attach(connection, options, "READ_ONLY"));
}

/** An engine without data; `attachDatabase` gives it the database `telemetry`, then confines it. */
export async function openEngine(
  limits: EngineLimits,
  attachDatabase: (connection: DuckDBConnection) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<OpenEngine> {
  const instance = await createEngine(limits, settings);
  const connection = await instance.connect();
  try {
    await attachDatabase(connection);
  } catch (error) {
    connection.closeSync();
    instance.closeSync();
    throw error;
  }
  return { instance, connection };
}

async function createEngine(
  { threads, memoryMaxMebibytes, scratchFolder }: EngineLimits,
  settings: Readonly<Record<string, string>>,
): Promise<DuckDBInstance> {
  readWholeTexts();
  return await DuckDBInstance.create(":memory:", {
    threads: String(threads),
    memory_limit: `${String(memoryMaxMebibytes)}MiB`,
    temp_directory: join(scratchFolder, "spill"),
    // The engine takes no checkpoint with a commit: each checkpoint needs its journal first.
    checkpoint_threshold: "1024TiB",
    // A thread checks for other work every few milliseconds, so that a change of the number of threads takes effect at
    // once.
    scheduler_process_partial: "true",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    ...settings,
  });
}

/** The size of row groups can be set only when the file is attached. */
async function attach(connection: DuckDBConnection, options: EngineOptions, how: string): Promise<void> {
  // An engine that is closed because its memory is in doubt must not write that memory to the file.
  await connection.run("PRAGMA disable_checkpoint_on_shutdown");
  await connection.run(`ATTACH ${quoted(options.file)} AS telemetry (${how})`);
  await confine(connection, options);
}

/**
 * Lets the engine use as much memory as its files can need; returns that, in mebibytes. The engine keeps `GROUP_MEBIBYTES` for each group of
 * rows that has lost some, from when it first reads the group until the file is closed: to read a history of which all groups have lost
 * rows, or to delete a series that all of them have, it must keep all of that at once.
 */
export async function raiseMemory(
  connection: DuckDBConnection,
  { memoryMaxMebibytes }: Pick<EngineLimits, "memoryMaxMebibytes">,
): Promise<number> {
  const rows = await connection.runAndReadAll(
    "SELECT coalesce(sum(estimated_size), 0)::DOUBLE FROM duckdb_tables() WHERE table_name = 'points'",
  );
  const groups = Math.ceil(Number(rows.getRows()[0]?.[0]) / ROW_GROUP_ROWS) + 1;
  const mebibytes = memoryMaxMebibytes + groups * GROUP_MEBIBYTES;
  await connection.run(memoryLimit(mebibytes));
  return mebibytes;
}

export function memoryLimit(mebibytes: number): string {
  return `SET memory_limit = '${String(mebibytes)}MiB'`;
}

/** From here on the engine needs no other files, and no network but that of what is attached. */
export async function confine(
  connection: DuckDBConnection,
  limits: EngineLimits,
  folders: readonly string[] = [],
): Promise<void> {
  // Given when the engine is created, this setting is shown but has no effect: nine tenths of the disk apply.
  await connection.run(`SET max_temp_directory_size = '${String(limits.spillMaxMebibytes)}MiB'`);
  await connection.run(`SET allowed_directories = [${[limits.scratchFolder, ...folders].map(quoted).join(", ")}]`);
  await connection.run("SET enable_external_access = false");
  // Defined in the engine's initial catalog: once for all sessions, and not stored in the file.
  for (const definition of VALUE_FUNCTIONS) await connection.run(definition);
  await connection.run("USE telemetry");
}

/**
 * Makes the driver keep a leading U+FEFF of texts. Its decoder takes it for a byte order mark and drops it, and has no
 * setting for that. Applies to all texts read from then on.
 */
function readWholeTexts(): void {
  Object.defineProperty(accessors, "textDecoder", { value: new TextDecoder("utf-8", { ignoreBOM: true }) });
}
