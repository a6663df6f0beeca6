// What passes between a thread of stores and the thread that talks to the server, with one that is slow to notify, or answers twice.
import { MessageChannel, Worker } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { PostgresConnection } from "./postgres-connection.ts";
import type { Line } from "./postgres-calls.ts";

let worker: Worker;

afterEach(async () => {
  await worker.terminate();
});

/** `answering` answers a message with a number of its own, which counts up. */
function lineTo(answering: string): Line {
  const { port1, port2 } = new MessageChannel();
  const counts = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const code = `const { workerData: { port, counts } } = require("node:worker_threads");
    const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    const give = (number, row) => {
      port.postMessage({ kind: "result", number, result: { columns: ["n"], rows: [[row]], changes: 0, command: "" } });
      Atomics.add(counts, 0, 1);
    };
    const notify = () => Atomics.notify(counts, 0);
    port.on("message", ({ number }) => { ${answering} });`;
  worker = new Worker(code, { eval: true, workerData: { port: port1, counts }, transferList: [port1] });
  return { port: port2, counts };
}

const numbers = (connection: PostgresConnection): unknown[] =>
  Array.from({ length: 4 }, () => connection.get("SELECT n")?.["n"]);

test("a notification that comes only after the next question is no answer to it", () => {
  const connection = new PostgresConnection(lineTo("notify(); pause(); give(number, number); notify();"), "reader");
  const first = Number(connection.get("SELECT n")?.["n"]);
  expect(numbers(connection)).toEqual([first + 1, first + 2, first + 3, first + 4]);
});

test("an answer to another question is no answer", () => {
  const connection = new PostgresConnection(lineTo("give(number, number); give(number, number); notify();"), "reader");
  const first = Number(connection.get("SELECT n")?.["n"]);
  expect(numbers(connection)).toEqual([first + 1, first + 2, first + 3, first + 4]);
});
