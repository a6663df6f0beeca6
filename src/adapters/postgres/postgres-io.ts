// The code of the thread that talks to the server: one connection for each thread of stores. Those wait for their answers, so
// this is the only thread with sockets.
import { parentPort, workerData } from "node:worker_threads";
import { Client, DatabaseError, types, type QueryArrayResult } from "pg";
import { parseNamed } from "../../lib/json-names.ts";
import { endsConnection } from "./postgres-errors.ts";
import { connectToPrimary } from "./primary.ts";
import { fromStoredText } from "./stored-text.ts";
import {
  ANSWERS_AT,
  ENDED,
  type FromServer,
  type Line,
  type Numbered,
  type Result,
  type Sent,
  type ServerError,
  type ServerThreadData,
  type ToServer,
  type ToServerThread,
} from "./postgres-calls.ts";

const { url, connectMillis, answerMillis } = workerData as ServerThreadData;
const mainPort = parentPort;
if (mainPort === null) throw new Error("this module runs in a worker thread only");

type Parse = (text: string) => unknown;
const { BOOL, BYTEA, INT2, INT4, INT8, FLOAT4, FLOAT8, NUMERIC, OID, JSON: PLAIN_JSON, JSONB } = types.builtins;
const toNumber: Parse = Number;
const toBytes = types.getTypeParser(BYTEA) as Parse;
const PARSERS: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  // As SQLite answers.
  [BOOL, (text) => (text === "t" ? 1 : 0)],
  ...[INT2, INT4, INT8, FLOAT4, FLOAT8, NUMERIC, OID].map((type) => [type, toNumber] as const),
  [BYTEA, (text) => new Uint8Array(toBytes(text) as Buffer)],
  ...[PLAIN_JSON, JSONB].map((type) => [type, parseStored] as const),
]);

function parseStored(json: string): unknown {
  const value = parseNamed(json);
  return typeof value === "string" ? fromStoredText(value) : value;
}

const lines = new Set<ServerLine>();

class ServerLine {
  readonly #line: Line;
  #client: Client | undefined;
  /** Why there is no connection any more. */
  #lost: Error | undefined;

  constructor(line: Line) {
    this.#line = line;
    line.port.on("message", (message: Numbered<ToServer>) => {
      void this.#answer(message);
    });
    line.port.on("close", () => {
      this.#drop();
      lines.delete(this);
    });
  }

  close(): void {
    this.#drop();
    this.#line.port.close();
    Atomics.store(this.#line.counts, ANSWERS_AT, ENDED);
    Atomics.notify(this.#line.counts, ANSWERS_AT);
  }

  /** The thread of stores asks again only after the answer. */
  async #answer(message: Numbered<ToServer>): Promise<void> {
    const isUnsent = message.kind === "run" && this.#client === undefined;
    let answer: FromServer;
    try {
      answer = { kind: "result", result: await this.#run(message) };
    } catch (error) {
      answer = { kind: "error", error: serverError(error), isLost: this.#client === undefined, isUnsent };
    }
    const { port, counts } = this.#line;
    if (message.kind === "post" || Atomics.load(counts, ANSWERS_AT) === ENDED) return;
    port.postMessage({ ...answer, number: message.number } satisfies Numbered<FromServer>);
    Atomics.add(counts, ANSWERS_AT, 1);
    Atomics.notify(counts, ANSWERS_AT);
  }

  async #run(message: ToServer): Promise<Result> {
    switch (message.kind) {
      case "connect":
        await this.#connect(message.session);
        return NOTHING;
      case "close":
        this.#drop();
        return NOTHING;
      case "run":
      case "post":
        return await this.#runAll(message.statements);
    }
  }

  async #connect(session: readonly string[]): Promise<void> {
    this.#drop();
    const client = await this.#reach();
    this.#client = client;
    try {
      for (const text of session) await client.query(text);
    } catch (error) {
      this.#drop();
      throw error;
    }
  }

  /** A server that does not let us in is away, whatever code it gives as the reason: no statement is at fault. */
  async #reach(): Promise<Client> {
    try {
      return await connectToPrimary(url, (address) => this.#clientOf(address));
    } catch (cause) {
      throw new Error(serverError(cause).message, { cause });
    }
  }

  #clientOf(connectionString: string): Client {
    const client = new Client({
      connectionString,
      connectionTimeoutMillis: connectMillis,
      // The server ends a statement before this.
      query_timeout: answerMillis,
      keepAlive: true,
      pipeline: true,
      application_name: "bridgehead",
      types: { getTypeParser: (type: number) => (PARSERS.get(type) ?? fromStoredText) as never },
    });
    // Also while nothing runs: the next statement finds no connection.
    client.on("error", (error) => {
      this.#lose(client, error);
    });
    client.on("end", () => {
      this.#lose(client, new Error("the server has ended the connection"));
    });
    return client;
  }

  /** Sends all at once; if one fails, those behind it in a transaction fail as well, and the first error is the answer. */
  async #runAll(statements: readonly Sent[]): Promise<Result> {
    const client = this.#client;
    if (client === undefined) throw this.#lost ?? new Error("there is no connection to the server");
    const results = await Promise.allSettled(
      statements.map(({ text, values, name }) =>
        client.query<unknown[]>({
          text,
          rowMode: "array",
          ...(values === undefined ? {} : { values: [...values] }),
          ...(name === undefined ? {} : { name }),
        }),
      ),
    );
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) {
      // A connection that is gone, or whose answers no longer belong to the questions.
      if (!isOfServer(failed.reason)) this.#lose(client, failed.reason);
      throw failed.reason;
    }
    const last = results.at(-1);
    return last?.status === "fulfilled" ? resultOf(last.value) : NOTHING;
  }

  #lose(client: Client, reason: unknown): void {
    if (this.#client !== client) return;
    this.#lost = reason instanceof Error ? reason : new Error(String(reason));
    this.#drop();
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.end().catch(() => undefined);
  }
}

const NOTHING: Result = { columns: [], rows: [], changes: 0, command: "" };

/** Several statements in one text have several results. */
function resultOf(found: QueryArrayResult<unknown[]> | readonly QueryArrayResult<unknown[]>[]): Result {
  const result = Array.isArray(found)
    ? (found as readonly QueryArrayResult<unknown[]>[]).at(-1)
    : (found as QueryArrayResult<unknown[]>);
  if (result === undefined) return NOTHING;
  return {
    columns: result.fields.map(({ name }) => name),
    rows: result.rows,
    changes: result.rowCount ?? 0,
    command: result.command,
  };
}

/** Whether the server said so, and the connection goes on. */
function isOfServer(error: unknown): boolean {
  return error instanceof DatabaseError && !endsConnection(error.code ?? "");
}

function serverError(error: unknown): ServerError {
  if (error instanceof DatabaseError) {
    const { code, message, detail, constraint } = error;
    return { code, message, detail, constraint };
  }
  const { code } = error as { readonly code?: unknown };
  const message = error instanceof Error && error.message !== "" ? error.message : String(code ?? error);
  return { code: undefined, message, detail: undefined, constraint: undefined };
}

mainPort.on("message", (message: ToServerThread) => {
  if (message.kind === "line") lines.add(new ServerLine(message));
  else {
    for (const line of lines) line.close();
    mainPort.close();
  }
});
