// The code of a thread that reads large bodies, one after the other.
import { flushCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";
import { DomainError } from "../../../core/errors.ts";
import { readBody, type BodyColumns } from "./body-form.ts";
import type { FromThread, ToThread } from "./body-messages.ts";

const port = parentPort;
if (port === null) throw new Error("this module runs in a worker thread only");
flushCompileCache();

let columns: BodyColumns | undefined;

// What is thrown besides refusals is a bug: it ends this thread, and the next body gets a new one.
port.on("message", (message: ToThread) => {
  if (message.kind === "drop") columns = undefined;
  else port.postMessage(answerTo(message));
});

function answerTo(message: Exclude<ToThread, { kind: "drop" }>): FromThread {
  if (message.kind === "next") return { kind: "piece", piece: columns?.next() };
  try {
    columns = readBody(message.body, message.bounds);
    return { kind: "read", keys: columns.keys, rows: columns.rows };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { kind, message: text, details } = error;
    return { kind: "refused", error: { kind, message: text, reason: details.reason } };
  }
}
