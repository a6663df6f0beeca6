// Telemetry while backups are made: writers that send message after message, and know what was acknowledged. A message has new points,
// enough of them that some batches go to the telemetry file past its log, and replaces points of the one before it.
import { setTimeout as pause } from "node:timers/promises";
import type { KillableServer } from "../support/killable-server.ts";
import { member } from "../support/rest-client.ts";
import type { TestTenant } from "../support/tenant.ts";

const POINTS_A_MESSAGE = 2_000;
/** Of the message before it. */
const REPLACED = 20;
const PAGE_POINTS = 50_000;
const FIRST_TS = 1_700_000_000_000;
const KEY = "level";

export class BackupLoad {
  readonly #writers: Writer[] = [];
  #isEnding = false;
  #ended: Promise<unknown> = Promise.resolve();

  /** Each writer rests between two messages for `restMillis`. */
  static async start(tenant: TestTenant, writers: number, restMillis = 0): Promise<BackupLoad> {
    const load = new BackupLoad();
    for (let number = 0; number < writers; number++)
      load.#writers.push(new Writer(tenant, (await tenant.createDevice()).id, restMillis));
    load.#ended = Promise.all(load.#writers.map((writer) => writer.run(() => load.#isEnding)));
    return load;
  }

  /** Messages acknowledged so far, of each writer. */
  acknowledged(): readonly number[] {
    return this.#writers.map(({ acknowledged }) => acknowledged);
  }

  sent(): readonly number[] {
    return this.#writers.map(({ sent }) => sent);
  }

  /** Messages of each writer that were acknowledged before a moment of this machine's clock, and sent before it. */
  before(moment: number): { readonly acknowledged: readonly number[]; readonly sent: readonly number[] } {
    const until = (times: readonly number[]): number => times.filter((time) => time < moment).length;
    return {
      acknowledged: this.#writers.map(({ acknowledgedAt }) => until(acknowledgedAt)),
      sent: this.#writers.map(({ sentAt }) => until(sentAt)),
    };
  }

  async grow(messages: number): Promise<void> {
    const goal = this.acknowledged().map((count) => count + messages);
    while (this.acknowledged().some((count, writer) => count < (goal[writer] ?? 0))) await pause(20);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#ended;
  }

  /** What is wrong with a server that has a copy from between these two moments. */
  async problems(
    server: KillableServer,
    atLeast: readonly number[],
    atMost: readonly number[],
  ): Promise<readonly string[]> {
    const { rest } = await server.tenant(() => 0);
    const problems: string[] = [];
    for (const [index, { deviceId }] of this.#writers.entries()) {
      const points: { ts: number; value: number }[] = [];
      for (let startTs = FIRST_TS; ;) {
        const page = member(
          await rest.get(
            `/api/plugins/telemetry/DEVICE/${deviceId}/values/timeseries?keys=${KEY}&startTs=${String(startTs)}&endTs=${String(2 ** 45)}&limit=${String(PAGE_POINTS)}&orderBy=ASC&useStrictDataTypes=true`,
          ),
          KEY,
        );
        const found = Array.isArray(page) ? page : [];
        for (const point of found)
          points.push({ ts: Number(member(point, "ts")), value: Number(member(point, "value")) });
        if (found.length < PAGE_POINTS) break;
        startTs = (points.at(-1)?.ts ?? 0) + 1;
      }
      const messages = points.length / POINTS_A_MESSAGE;
      const [least, most] = [atLeast[index] ?? 0, atMost[index] ?? 0];
      if (messages < least || messages > most || !Number.isInteger(messages))
        problems.push(
          `${String(messages)} messages of writer ${String(index)}, between ${String(least)} and ${String(most)} expected`,
        );
      const wrong = points.findIndex(
        ({ ts, value }, at) => ts !== FIRST_TS + at || value !== valueOf(at, messages) + noiseOf(at),
      );
      if (wrong >= 0)
        problems.push(`writer ${String(index)}: point ${String(wrong)} is ${JSON.stringify(points[wrong])}`);
    }
    return problems;
  }
}

/** Of so many messages, the last one that has written the point. */
function valueOf(point: number, messages: number): number {
  const message = Math.floor(point / POINTS_A_MESSAGE);
  const isReplaced = point % POINTS_A_MESSAGE >= POINTS_A_MESSAGE - REPLACED && message + 1 < messages;
  return isReplaced ? message + 1 : message;
}

/** Below 1, and nothing that a compression would find a pattern in. */
function noiseOf(point: number): number {
  return (Math.imul(point + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
}

class Writer {
  readonly deviceId: string;
  readonly #tenant: TestTenant;
  readonly #restMillis: number;
  readonly acknowledgedAt: number[] = [];
  readonly sentAt: number[] = [];

  constructor(tenant: TestTenant, deviceId: string, restMillis: number) {
    this.#tenant = tenant;
    this.#restMillis = restMillis;
    this.deviceId = deviceId;
  }

  get acknowledged(): number {
    return this.acknowledgedAt.length;
  }

  get sent(): number {
    return this.sentAt.length;
  }

  /** Until it shall end, or the server does not answer any more. */
  async run(isEnding: () => boolean): Promise<void> {
    while (!isEnding()) {
      const message = this.sent;
      this.sentAt.push(Date.now());
      const first = Math.max(0, message * POINTS_A_MESSAGE - REPLACED);
      const end = (message + 1) * POINTS_A_MESSAGE;
      const points = Array.from({ length: end - first }, (_, index) => ({
        ts: FIRST_TS + first + index,
        values: { [KEY]: message + noiseOf(first + index) },
      }));
      try {
        await this.#tenant.rest.post(`/api/plugins/telemetry/DEVICE/${this.deviceId}/timeseries/ANY`, points);
      } catch (error) {
        if (error instanceof Error && / answered [0-9]+:/.test(error.message)) throw error;
        return;
      }
      this.acknowledgedAt.push(Date.now());
      if (this.#restMillis > 0) await pause(this.#restMillis);
    }
  }
}
