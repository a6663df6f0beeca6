// The code of a thread that reads large bodies, one after the other.
import { flushCompileCache } from "node:module";
import { constants, getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { DomainError } from "../../../core/errors.ts";
import { freeBytes } from "../../../lib/free-bytes.ts";
import { releaseGarbage } from "../../../lib/release-garbage.ts";
import { readJsonBody } from "../json-body.ts";
import { readBody, type BodyColumns } from "./body-form.ts";
import type { FromThread, ToThread } from "./body-messages.ts";
import { cutJson, type JsonPart } from "./json-parts.ts";

const port = parentPort;
if (port === null) throw new Error("this module runs in a worker thread only");
flushCompileCache();
// The main thread's messages take precedence over large bodies. Only Linux has a priority per thread.
if (process.platform === "linux" && getPriority() < constants.priority.PRIORITY_BELOW_NORMAL)
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const ROWS_LEFT_TO_COLLECTOR = 50_000;

let columns: BodyColumns | undefined;
let parts: Iterator<readonly JsonPart[], undefined> | undefined;

// Any error other than a refusal is a bug: it ends this thread, and the next body gets a new one.
port.on("message", (message: ToThread) => {
  if (message.kind === "drop") drop();
  else port.postMessage(answerTo(message));
});

/** Frees the columns of a very large body, because the thread may stay idle from here on. */
function drop(): void {
  const wasVeryLarge = columns !== undefined && columns.rows > ROWS_LEFT_TO_COLLECTOR;
  columns = undefined;
  parts = undefined;
  if (wasVeryLarge) releaseGarbage();
}

function answerTo(message: Exclude<ToThread, { kind: "drop" }>): FromThread {
  if (message.kind === "next") return next();
  try {
    if (message.kind === "read-entity") {
      parts = cutJson(readEntity(message.bytes));
      return next();
    }
    columns = readBody(message.body, message.bounds);
    return { kind: "read", keys: columns.keys, rows: columns.rows };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { kind, message: text, details } = error;
    return { kind: "refused", error: { kind, message: text, reason: details.reason } };
  }
}

function next(): FromThread {
  return parts === undefined ? { kind: "piece", piece: columns?.next() } : { kind: "parts", parts: parts.next().value };
}

function readEntity(bytes: Uint8Array<ArrayBuffer>): unknown {
  const value = readJsonBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  freeBytes(bytes);
  return value;
}
