// The thread that owns the writing connection: it migrates the file, then runs one batch after the other.
import { parentPort, workerData } from "node:worker_threads";
import { releaseGarbage } from "../../lib/release-garbage.ts";
import { SecretBox } from "../../lib/secret-box.ts";
import { BatchRunner } from "./batch-runner.ts";
import { SqliteConnection } from "./connection.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { storeSetting } from "./store-table.ts";
import type { StoreTable } from "./store-table.ts";
import type { FromWriter, ToWriter, WriterData } from "./writer-messages.ts";

const { file, masterKey, storesUrl, startedAt } = workerData as WriterData;
const port = parentPort;
if (port === null) throw new Error("the writer runs in a worker thread only");

const { stores } = (await import(storesUrl)) as { readonly stores: StoreTable };
const secrets = new SecretBox(masterKey);
const connection = new SqliteConnection(file, "write");
const migrated = migrate(connection, migrations, startedAt);
const runner = new BatchRunner(file, connection, (opened) => {
  const setting = storeSetting(opened, secrets);
  return new Map(Object.entries(stores).map(([name, entry]) => [name, entry.make(setting)]));
});

const send = (message: FromWriter): void => {
  port.postMessage(message);
};

// The main thread sends the next message after the answer to the last one, so batches cannot overlap. A failure outside a
// call is a bug: left unhandled it ends this thread, which the main thread takes as the end of the platform.
port.on("message", (message: ToWriter) => {
  if (message.kind === "close") {
    runner.close();
    send({ kind: "closed" });
    port.close();
    return;
  }
  void runner.run(message.calls).then((results) => {
    send({ kind: "done", results });
  });
});

releaseGarbage();
send({ kind: "ready", migrated });
