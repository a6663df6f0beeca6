// The DuckDB file: opening it, its migrations, its connections, and opening it anew after a fault that broke it.
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { DomainError } from "../../core/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { migrate } from "./migrations.ts";

export interface DuckdbSettings {
  readonly file: string;
  /** Threads of the engine; queries beside ingest use them too. */
  readonly threads: number;
  /** What the engine may use for buffers and queries. */
  readonly memoryMaxMebibytes: number;
  /** Queries that run side by side; further ones wait. */
  readonly readersMax: number;
  /** Size of the write-ahead log at which a commit also checkpoints. */
  readonly checkpointMebibytes: number;
}

export class DuckdbDatabase {
  readonly #settings: DuckdbSettings;
  readonly #log: Logger;
  #instance: DuckDBInstance | undefined;
  #writer: DuckDBConnection | undefined;
  #idleReaders: DuckDBConnection[] = [];
  #openReaders = 0;
  #waiting: (() => void)[] = [];

  constructor(settings: DuckdbSettings, log: Logger) {
    this.#settings = settings;
    this.#log = log;
  }

  async open(): Promise<void> {
    const { file, threads, memoryMaxMebibytes, checkpointMebibytes } = this.#settings;
    this.#instance = await DuckDBInstance.create(file, {
      threads: String(threads),
      memory_limit: `${String(memoryMaxMebibytes)}MiB`,
      checkpoint_threshold: `${String(checkpointMebibytes)}MiB`,
      // Nothing of the platform needs other files or the network from inside the engine.
      autoinstall_known_extensions: "false",
      autoload_known_extensions: "false",
      enable_external_access: "false",
    });
    this.#writer = await this.#instance.connect();
    await migrate(this.#writer);
  }

  /** The one connection that writes. Its user runs one transaction at a time. */
  get writer(): DuckDBConnection {
    if (this.#writer === undefined) throw new DomainError("unavailable", "the telemetry store is not open");
    return this.#writer;
  }

  /** Runs a query on a connection of its own; aborting interrupts it. */
  async read<Result>(query: (connection: DuckDBConnection) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    const connection = await this.#acquireReader();
    const interrupt = () => {
      connection.interrupt();
    };
    signal?.addEventListener("abort", interrupt);
    try {
      return await query(connection);
    } catch (error) {
      signal?.throwIfAborted();
      throw asDomainError(error);
    } finally {
      signal?.removeEventListener("abort", interrupt);
      this.#releaseReader(connection);
    }
  }

  /** Closes everything at once; running queries fail. */
  close(): void {
    for (const reader of this.#idleReaders) reader.closeSync();
    this.#openReaders -= this.#idleReaders.length;
    this.#idleReaders = [];
    this.#writer?.closeSync();
    this.#writer = undefined;
    this.#instance?.closeSync();
    this.#instance = undefined;
  }

  /** After a fault that the engine does not survive: closes it and opens it anew from what is on the disk. */
  async reopen(): Promise<void> {
    this.#log.warn("telemetry store reopening", { file: this.#settings.file });
    this.close();
    await this.open();
    this.#log.info("telemetry store reopened", { file: this.#settings.file });
  }

  async #acquireReader(): Promise<DuckDBConnection> {
    for (;;) {
      const idle = this.#idleReaders.pop();
      if (idle !== undefined) return idle;
      if (this.#instance === undefined) throw new DomainError("unavailable", "the telemetry store is not open");
      if (this.#openReaders < this.#settings.readersMax) {
        this.#openReaders++;
        try {
          return await this.#instance.connect();
        } catch (error) {
          this.#openReaders--;
          throw asDomainError(error);
        }
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #releaseReader(connection: DuckDBConnection): void {
    // A connection of an instance that has been closed meanwhile answers no more; it must not be handed out again.
    if (this.#instance !== undefined && this.#openReaders <= this.#settings.readersMax) this.#idleReaders.push(connection);
    else {
      connection.closeSync();
      this.#openReaders--;
    }
    this.#waiting.shift()?.();
  }
}

/** Whatever the engine throws is a storage fault: queries here are fixed texts with bound values. */
export function asDomainError(error: unknown): DomainError {
  return error instanceof DomainError
    ? error
    : new DomainError("unavailable", "the telemetry store cannot serve now", { cause: error });
}
