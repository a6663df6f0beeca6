// A client that works quietly during an attack, in a thread of its own: what it waits for is the server, not the attacker
// who shares a process with it. Publishes one message after the other and measures each acknowledgement.
import { once } from "node:events";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { RawMqttClient } from "../support/raw-mqtt-client.ts";

interface BystanderData {
  readonly port: number;
  readonly token: string;
}

/** Milliseconds of every round trip since the last report; a text where the work has failed. */
type Report = readonly number[] | string;

export class Bystander {
  readonly #worker: Worker;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  /** Resolves when it has begun to work. */
  static async start(data: BystanderData): Promise<Bystander> {
    const bystander = new Bystander(new Worker(new URL(import.meta.url), { workerData: data }));
    await bystander.report();
    return bystander;
  }

  /** The round trips since the last report, of which there is always at least one. */
  async report(): Promise<readonly number[]> {
    const answered = once(this.#worker, "message");
    this.#worker.postMessage("report");
    const [report] = (await answered) as [Report];
    if (typeof report === "string") throw new Error(report);
    return report;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

async function work({ port, token }: BystanderData): Promise<void> {
  let millis: number[] = [];
  const asked = { count: 0 };
  parentPort?.on("message", () => {
    asked.count++;
  });
  try {
    const client = await RawMqttClient.connect({ port, protocol: 5 }, { username: token, keepalive: 0 });
    for (let ts = 1_700_000_000_000; ; ts++) {
      const startedAt = performance.now();
      const puback = await client.publish("v1/gateway/telemetry", { Bystander: [{ ts, values: { level: 1 } }] });
      if ((puback?.reasonCode ?? 0) !== 0)
        throw new Error(`the bystander was refused with ${String(puback?.reasonCode)}`);
      millis.push(performance.now() - startedAt);
      if (asked.count === 0) continue;
      parentPort?.postMessage(millis);
      asked.count--;
      millis = [];
    }
  } catch (error) {
    parentPort?.postMessage(error instanceof Error ? error.message : String(error));
  }
}

if (!isMainThread && parentPort !== null && isBystanderData(workerData)) await work(workerData);

function isBystanderData(data: unknown): data is BystanderData {
  return typeof data === "object" && data !== null && "port" in data && "token" in data;
}
