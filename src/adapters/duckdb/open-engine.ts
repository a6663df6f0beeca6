// An engine with the telemetry file: how it is set up, and how the file is attached to it.
import { join } from "node:path";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import accessors from "@duckdb/node-api/lib/vectors/dataAccessors.js";
import { migrate } from "./migrations.ts";
import { createWhereMissing } from "./new-file.ts";
import { quoted } from "./literals.ts";
import { VALUE_FUNCTIONS } from "./reports/value-functions.ts";

export interface EngineOptions {
  readonly file: string;
  /** Where exports write what they are about to send; the only other place that the engine may touch. */
  readonly scratchFolder: string;
  /** Threads of the engine, which commits and queries share; more than processors only get in each other's way. */
  readonly threads: number;
  /** What the engine may use for buffers and queries. */
  readonly memoryMaxMebibytes: number;
  /** What queries that do not fit may put aside in the scratch folder; one that needs more fails. */
  readonly spillMaxMebibytes: number;
}

export interface OpenEngine {
  readonly instance: DuckDBInstance;
  /** Its first connection. */
  readonly connection: DuckDBConnection;
}

/**
 * Rows of a row group of the engine, half of its default: what fills a group in one batch goes to the file at once, past
 * the write-ahead log, and smaller groups leave less to be written twice. Much smaller ones would make every checkpoint of
 * a long history dear, which writes a header for each group.
 */
export const ROW_GROUP_ROWS = 61_440;

/** Creates the file where there is none, and brings its tables up to date. */
export async function openEngineForWriting(options: EngineOptions): Promise<OpenEngine> {
  return await openEngine(options, (connection) => attachForWriting(options, connection));
}

async function attachForWriting(options: EngineOptions, connection: DuckDBConnection): Promise<void> {
  await createWhereMissing(options.file, connection);
  await attach(connection, options, `ROW_GROUP_SIZE ${String(ROW_GROUP_ROWS)}`);
  await migrate(connection);
}

/** As `openEngineForWriting`, with another file beside it, which is only read. */
export async function openEngineBeside(options: EngineOptions, other: string, name: string): Promise<OpenEngine> {
  return await openEngine(options, async (connection) => {
    await connection.run(`ATTACH ${quoted(other)} AS ${name} (READ_ONLY)`);
    await attachForWriting(options, connection);
  });
}

export async function openEngineForReading(options: EngineOptions): Promise<OpenEngine> {
  return await openEngine(options, (connection) => attach(connection, options, "READ_ONLY"));
}

async function openEngine(
  options: EngineOptions,
  attachFile: (connection: DuckDBConnection) => Promise<void>,
): Promise<OpenEngine> {
  const instance = await createEngine(options);
  const connection = await instance.connect();
  try {
    await attachFile(connection);
  } catch (error) {
    connection.closeSync();
    instance.closeSync();
    throw error;
  }
  return { instance, connection };
}

async function createEngine({ threads, memoryMaxMebibytes, scratchFolder }: EngineOptions): Promise<DuckDBInstance> {
  readWholeTexts();
  return await DuckDBInstance.create(":memory:", {
    threads: String(threads),
    memory_limit: `${String(memoryMaxMebibytes)}MiB`,
    temp_directory: join(scratchFolder, "spill"),
    // No checkpoint with a commit: each has its journal first.
    checkpoint_threshold: "1024TiB",
    // A thread checks for other work every few milliseconds, so that the number of threads can be changed at once.
    scheduler_process_partial: "true",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
}

/** Only where the file is attached can its row groups have a size of their own. */
async function attach(connection: DuckDBConnection, options: EngineOptions, how: string): Promise<void> {
  // Among the settings that an engine is made with this one is shown, but not in force: nine tenths of the disk are.
  await connection.run(`SET max_temp_directory_size = '${String(options.spillMaxMebibytes)}MiB'`);
  // An engine that is closed because its memory is in doubt must not write that to the file.
  await connection.run("PRAGMA disable_checkpoint_on_shutdown");
  await connection.run(`ATTACH ${quoted(options.file)} AS telemetry (${how})`);
  await connection.run(`SET allowed_directories = [${quoted(options.scratchFolder)}]`);
  // From here on nothing inside the engine needs other files or the network.
  await connection.run("SET enable_external_access = false");
  // In the catalog that the engine begins with: once for all sessions, and nothing of it in the file.
  for (const definition of VALUE_FUNCTIONS) await connection.run(definition);
  await connection.run("USE telemetry");
}

/**
 * Texts as they are stored, to their first character. The driver's decoder takes U+FEFF at the beginning of a text for a mark of
 * its encoding and leaves it out, and has no setting for that. For all texts that are read from then on.
 */
function readWholeTexts(): void {
  Object.defineProperty(accessors, "textDecoder", { value: new TextDecoder("utf-8", { ignoreBOM: true }) });
}
