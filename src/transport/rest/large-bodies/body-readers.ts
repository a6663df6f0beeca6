// A pool of threads that read large bodies, so that a body of sixteen megabytes, or one with thousands of names, does not
// delay messages. Each tenant uses one thread at a time, and tenants take turns. Threads start on demand and end after a
// period without work. Source: decisions 0128, 0173.
import { Worker } from "node:worker_threads";
import { DomainError } from "../../../core/errors.ts";
import type { TenantId } from "../../../core/ids.ts";
import { Readings } from "../../../core/telemetry/readings.ts";
import type { SeriesOwner } from "../../../core/telemetry/series-owner.ts";
import { ValueKind, valueFromColumns } from "../../../core/telemetry/telemetry.ts";
import type { Clock, Timer } from "../../../lib/clock.ts";
import { Slots } from "../../../lib/slots.ts";
import type { JsonBounds } from "../../../lib/json-bounds.ts";
import type { NamedValue } from "../value-body.ts";
import type { BodyBytes, BodyPiece } from "./body-form.ts";
import type { FromThread, ToThread } from "./body-messages.ts";
import { JoinedJson } from "./json-parts.ts";

export interface BodyReaderOptions {
  readonly threadsMax: number;
  /** Bodies of one tenant that may wait for their turn; further ones are refused. */
  readonly tenantWaitingMax: number;
  /** Of attributes and telemetry. */
  readonly bounds: JsonBounds;
  /** Threads without work end after this time. */
  readonly restMillis: number;
}

const RETRY_AFTER_SECONDS = 5;

export class BodyReaders {
  readonly #options: BodyReaderOptions;
  readonly #clock: Clock;
  readonly #slots: Slots<TenantId | null>;
  readonly #free: BodyThread[] = [];
  #rest: Timer | undefined;
  #isOpen = true;

  constructor(options: BodyReaderOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    this.#slots = new Slots({
      max: options.threadsMax,
      keyMax: 1,
      keyWaitingMax: options.tenantWaitingMax,
      refusal: () =>
        new DomainError("rate-limited", "too many large bodies of the tenant wait to be read", {
          limit: { name: "http.bodyReaders.tenantWaitingMax", value: options.tenantWaitingMax },
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        }),
    });
  }

  /**
   * Reads the body in a thread, which takes over its bytes, and returns the result of `use`. The thread is occupied
   * until `use` has finished. Rejects with the error of an invalid body, with `rate-limited`, and with `unavailable` if
   * the thread failed.
   */
  read<Result>(body: BodyBytes, tenantId: TenantId | null, use: (read: ReadBody) => Promise<Result>): Promise<Result> {
    return this.#use(tenantId, async (thread) => {
      const answer = await thread.ask({ kind: "read", body, bounds: this.#options.bounds });
      if (answer.kind !== "read") throw unexpected(answer);
      return await use(new ReadBody(thread, answer));
    });
  }

  /** Likewise the JSON of an entity, as `readJsonBody` returns it. */
  entity(bytes: Uint8Array<ArrayBuffer>, tenantId: TenantId | null): Promise<unknown> {
    return this.#use(tenantId, async (thread) => {
      const joined = new JoinedJson();
      let answer = await thread.ask({ kind: "read-entity", bytes });
      while (answer.kind === "parts" && answer.parts !== undefined) {
        joined.add(answer.parts);
        answer = await thread.ask({ kind: "next" });
      }
      if (answer.kind !== "parts") throw unexpected(answer);
      return joined.value;
    });
  }

  async attributes(body: BodyBytes, tenantId: TenantId | null): Promise<readonly NamedValue[]> {
    return await this.read(body, tenantId, (read) => read.values());
  }

  /** Ends idle threads; a busy one ends when its body is done. */
  async stop(): Promise<void> {
    this.#isOpen = false;
    this.#rest?.cancel();
    await Promise.all(this.#free.splice(0).map((thread) => thread.end()));
  }

  #use<Result>(tenantId: TenantId | null, use: (thread: BodyThread) => Promise<Result>): Promise<Result> {
    return this.#slots.run(
      async () => {
        this.#rest?.cancel();
        const thread = this.#free.pop() ?? new BodyThread();
        try {
          return await use(thread);
        } finally {
          this.#giveBack(thread);
        }
      },
      { key: tenantId },
    );
  }

  #giveBack(thread: BodyThread): void {
    if (thread.hasEnded) return;
    if (!this.#isOpen) {
      void thread.end();
      return;
    }
    thread.drop();
    this.#free.push(thread);
    this.#rest?.cancel();
    this.#rest = this.#clock.after(this.#options.restMillis, () => {
      for (const idle of this.#free.splice(0)) void idle.end();
    });
  }
}

/** The refusal of a body that is not valid. */
function unexpected(answer: FromThread): Error {
  if (answer.kind !== "refused") return new Error(`the thread answered a body with ${answer.kind}`);
  const { kind, message, reason } = answer.error;
  return new DomainError(kind, message, reason === undefined ? {} : { reason });
}

/** A valid body that has been read. */
export class ReadBody {
  /** Each key once. */
  readonly keys: readonly string[];
  /** Number of rows, each a key with a value. */
  readonly rows: number;
  readonly #thread: BodyThread;

  constructor(thread: BodyThread, { keys, rows }: Extract<FromThread, { kind: "read" }>) {
    this.#thread = thread;
    this.keys = keys;
    this.rows = rows;
  }

  /** All values with their keys, in order. */
  async values(): Promise<readonly NamedValue[]> {
    const values: NamedValue[] = [];
    for await (const piece of this.#pieces())
      eachRow(piece, this.keys, (key, _ts, columns) => values.push([key, valueFromColumns(...columns)]));
    return values;
  }

  /** The rows, for an owner whose series are known. Every piece is yielded in the same object. */
  async *readings(owner: SeriesOwner): AsyncGenerator<Readings<SeriesOwner>> {
    const readings = new Readings<SeriesOwner>();
    for await (const piece of this.#pieces()) {
      readings.clear();
      readings.openEntry(owner.name, owner);
      eachRow(piece, this.keys, (key, ts, columns) => {
        readings.addColumns(key, owner.series.get(key), ts, columns);
      });
      readings.closeEntry();
      yield readings;
    }
  }

  async *#pieces(): AsyncGenerator<BodyPiece> {
    for (;;) {
      const answer = await this.#thread.ask({ kind: "next" });
      if (answer.kind !== "piece" || answer.piece === undefined) return;
      yield answer.piece;
    }
  }
}

type Columns = readonly [kind: ValueKind, num: number, text: string | null];

function eachRow(
  { keys, ts, kinds, nums, texts }: BodyPiece,
  names: readonly string[],
  take: (key: string, ts: number, columns: Columns) => void,
): void {
  let text = 0;
  for (let row = 0; row < keys.length; row++) {
    const kind = (kinds[row] ?? ValueKind.NUMBER) as ValueKind;
    take(names[keys[row] ?? 0] ?? "", ts[row] ?? 0, [
      kind,
      nums[row] ?? 0,
      kind >= ValueKind.STRING ? (texts[text++] ?? "") : null,
    ]);
  }
}

/** One thread, which handles one request at a time. */
class BodyThread {
  readonly #worker = new Worker(new URL("./body-worker.ts", import.meta.url), { name: "body-reader" });
  #pending: PromiseWithResolvers<FromThread> | undefined;
  #hasEnded = false;

  constructor() {
    this.#worker.on("message", (answer: FromThread) => {
      const pending = this.#pending;
      this.#pending = undefined;
      pending?.resolve(answer);
    });
    this.#worker.on("error", (cause: unknown) => {
      this.#die(cause);
    });
    this.#worker.on("exit", () => {
      this.#die(new Error("the thread has ended"));
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  ask(message: ToThread): Promise<FromThread> {
    if (this.#hasEnded) return Promise.reject(failure(new Error("the thread has ended")));
    this.#pending = Promise.withResolvers();
    this.#worker.postMessage(message, bytesIn(message));
    return this.#pending.promise;
  }

  drop(): void {
    this.#worker.postMessage({ kind: "drop" } satisfies ToThread);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #die(cause: unknown): void {
    this.#hasEnded = true;
    this.#pending?.reject(failure(cause));
    this.#pending = undefined;
  }
}

/** What the thread takes over. */
function bytesIn(message: ToThread): readonly ArrayBuffer[] {
  if (message.kind === "read") return [message.body.bytes.buffer];
  return message.kind === "read-entity" ? [message.bytes.buffer] : [];
}

function failure(cause: unknown): DomainError {
  return new DomainError("unavailable", "the thread that reads large bodies has failed", { cause });
}
