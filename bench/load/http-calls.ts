// HTTP load generator: one process, one GET over and over on keep-alive connections, each with one call at a time. No HTTP
// library, so that the server is what is measured.
//   node bench/load/http-calls.ts '{"port":8080,"path":"/","headers":{},"connections":50,"warmUpSeconds":1,"seconds":4}'
// Writes {"event":"warm"} when measuring begins and {"event":"done",...} at its end; exits with 1 when a call fails.
import { connect, type Socket } from "node:net";
import type { HttpCallsDone, HttpCallsJob } from "./http-job.ts";

const job = JSON.parse(process.argv[2] ?? "{}") as HttpCallsJob;
const lines = Object.entries({ host: "127.0.0.1", ...job.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
const request = Buffer.from(`GET ${job.path} HTTP/1.1\r\n${lines.join("")}\r\n`);
const latencies: number[] = [];
let isMeasuring = false;
let isOver = false;

/** Bytes of the whole answer that begins in `text`; undefined while its head is not complete. */
function lengthOf(text: string): number | undefined {
  const headEnd = text.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  if (!text.startsWith("HTTP/1.1 200")) throw new Error(`answered: ${text.slice(0, 500)}`);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text) ?? [];
  return headEnd + 4 + Number(length);
}

class Caller {
  readonly #socket: Socket;
  #received = "";
  #sentAt = 0;

  constructor() {
    this.#socket = connect({ host: "127.0.0.1", port: job.port, noDelay: true });
    this.#socket.on("data", (chunk) => {
      this.#received += chunk.toString("latin1");
      const length = lengthOf(this.#received);
      if (length === undefined || this.#received.length < length) return;
      this.#received = "";
      if (isMeasuring) latencies.push(performance.now() - this.#sentAt);
      if (!isOver) this.call();
    });
    this.#socket.on("close", () => {
      if (!isOver) throw new Error("the server has closed a connection");
    });
  }

  call(): void {
    this.#sentAt = performance.now();
    this.#socket.write(request);
  }

  end(): void {
    this.#socket.destroy();
  }
}

const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

const callers = Array.from({ length: job.connections }, () => new Caller());
for (const caller of callers) caller.call();
await pause(job.warmUpSeconds);
isMeasuring = true;
const startedAt = performance.now();
process.stdout.write(`${JSON.stringify({ event: "warm" })}\n`);
await pause(job.seconds);
isMeasuring = false;
isOver = true;
const seconds = (performance.now() - startedAt) / 1000;
for (const caller of callers) caller.end();
latencies.sort((a, b) => a - b);
const percentile = (percent: number): number => latencies[Math.floor((latencies.length * percent) / 100)] ?? Number.NaN;
const done: HttpCallsDone = {
  calls: latencies.length,
  callsPerSecond: latencies.length / seconds,
  p50Millis: percentile(50),
  p99Millis: percentile(99),
};
process.stdout.write(`${JSON.stringify({ event: "done", ...done })}\n`);
