// The code of the database's threads. The writer migrates the schema and then runs one batch after another; a reader
// makes one call after another.
import { flushCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { releaseGarbage } from "../../lib/release-garbage.ts";
import { SecretBox } from "../../lib/secret-box.ts";
import { BatchRunner } from "./batch-runner.ts";
import { encodeError } from "./store-calls.ts";
import type { CallResult, FromThread, StoreCall, ThreadData, ToThread } from "./store-calls.ts";
import { isConflict, isOutdated, storageError } from "./storage-errors.ts";
import type { StoreConnection } from "./store-connection.ts";
import type { StoreEngine } from "./store-engine.ts";
import { StoreMethods, type StoreTable } from "./store-table.ts";

/** How often a read is made whose statement the database has to prepare again. */
const READS_MAX = 3;

interface CallRunner {
  run(calls: readonly StoreCall[]): Promise<readonly CallResult[]>;
  copyLog?(folder: string | undefined): CallResult;
  close(): void;
}

const { role, engineUrl, place, masterKey, storesUrl, startedAt } = workerData as ThreadData;
const port = parentPort;
if (port === null) throw new Error("this module runs in a worker thread only");

const { engine } = (await import(engineUrl)) as { readonly engine: StoreEngine };
const { stores } = (await import(storesUrl)) as { readonly stores: StoreTable };
flushCompileCache();
const secrets = new SecretBox(masterKey);
const open = (connection: StoreConnection): StoreMethods => new StoreMethods(stores, connection, secrets);

const connect = (): StoreConnection => engine.connect(place, role);
const connection = connect();
const migrated = role === "writer" ? engine.migrate(connection, startedAt) : [];
const runner: CallRunner = role === "writer" ? new BatchRunner(connection, connect, open) : reader(open(connection));

const send = (message: FromThread): void => {
  port.postMessage(message);
};

// The main thread sends the next message after the answer to the last one, so messages cannot overlap. A failure
// outside a call is a bug: it is left unhandled and ends this thread, which makes the main thread stop the platform.
port.on("message", (message: ToThread) => {
  if (message.kind === "close") {
    runner.close();
    send({ kind: "closed" });
    port.close();
    return;
  }
  if (message.kind === "copy-log") {
    const result = runner.copyLog?.(message.folder) ?? { value: undefined };
    send({ kind: "done", results: [result] });
    return;
  }
  void runner.run(message.calls).then((results) => {
    send({ kind: "done", results });
  });
});

releaseGarbage();
send({ kind: "ready", migrated });

function reader(methods: StoreMethods): CallRunner {
  const runOne = async (call: StoreCall, run = 1): Promise<CallResult> => {
    try {
      return { value: await methods.run(call) };
    } catch (error) {
      if (isOutdated(error)) throw error;
      // Another process has changed the schema.
      if (isConflict(error) && run < READS_MAX) return await runOne(call, run + 1);
      return { error: encodeError(storageError(error)) };
    }
  };
  return {
    run: (calls) => Promise.all(calls.map((call) => runOne(call))),
    close: () => {
      connection.close();
    },
  };
}
