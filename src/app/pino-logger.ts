// The Logger port by pino: one JSON object per record, handed to standard error before the call returns, so that the last
// words of a process that dies are not lost. It keeps nobody waiting, and bounds itself: whoever can cause a record can cause a
// million, and whoever reads the log may have stopped reading.
import { fstatSync } from "node:fs";
import type { DestinationStream, Logger as Pino } from "pino";
import { destination, pino, stdSerializers, stdTimeFunctions } from "pino";
import type { Clock } from "../lib/clock.ts";
import type { LogFields, Logger } from "../lib/logger.ts";

export type LogLevel = "error" | "warn" | "info" | "debug";

export interface LogOptions {
  /** Records that are less severe are not written. */
  readonly level: LogLevel;
  /** Records of one event in `windowMillis`; further ones are counted. */
  readonly eventRecordsMax: number;
  readonly windowMillis: number;
  /** What waits for a reader that is slow, or a disk that is full; further records are left out. */
  readonly waitingBytesMax: number;
  /** Events whose records an operator has asked for, each. So are those of the level debug. */
  readonly unbounded: readonly string[];
}

export interface LogDeps {
  readonly clock: Clock;
  /** Left out, standard error. */
  readonly stream?: DestinationStream;
}

class PinoLogger implements Logger {
  readonly #pino: Pino;
  readonly #shares: EventShares;

  constructor(log: Pino, shares: EventShares) {
    this.#pino = log;
    this.#shares = shares;
  }

  error(event: string, fields: LogFields = {}): void {
    if (this.#shares.take("error", event)) this.#pino.error(fields, event);
  }

  warn(event: string, fields: LogFields = {}): void {
    if (this.#shares.take("warn", event)) this.#pino.warn(fields, event);
  }

  info(event: string, fields: LogFields = {}): void {
    if (this.#shares.take("info", event)) this.#pino.info(fields, event);
  }

  debug(event: string, fields: LogFields = {}): void {
    this.#pino.debug(fields, event);
  }

  child(fields: LogFields): Logger {
    return new PinoLogger(this.#pino.child(fields), this.#shares);
  }
}

/** An Error in the field `error` is written with stack and causes. */
export function createLogger(options: LogOptions, { clock, stream }: LogDeps): Logger {
  const pinoOptions = {
    level: options.level,
    base: null,
    messageKey: "event",
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: stdSerializers.errWithCause },
  };
  const log = pino(pinoOptions, stream ?? standardError(options.waitingBytesMax, clock));
  return new PinoLogger(log, new EventShares(log, options, clock));
}

/** How many records of each event have been written in its window. Events are constants of the code: there are some hundred. */
class EventShares {
  readonly #log: Pino;
  readonly #options: LogOptions;
  readonly #clock: Clock;
  readonly #unbounded: ReadonlySet<string>;
  readonly #records = new Map<string, number>();

  constructor(log: Pino, options: LogOptions, clock: Clock) {
    this.#log = log;
    this.#options = options;
    this.#clock = clock;
    this.#unbounded = new Set(options.unbounded);
  }

  take(level: Exclude<LogLevel, "debug">, event: string): boolean {
    if (!this.#log.isLevelEnabled(level) || this.#unbounded.has(event)) return true;
    const records = (this.#records.get(event) ?? 0) + 1;
    this.#records.set(event, records);
    if (records === 1) this.#clock.after(this.#options.windowMillis, () => this.#endWindow(level, event));
    return records <= this.#options.eventRecordsMax;
  }

  #endWindow(level: Exclude<LogLevel, "debug">, event: string): void {
    const leftOut = (this.#records.get(event) ?? 0) - this.#options.eventRecordsMax;
    this.#records.delete(event);
    if (leftOut > 0) this.#log[level]({ of: event, records: leftOut }, LEFT_OUT);
  }
}

const LEFT_OUT = "records left out";

/** A pipe or a socket is full when nobody reads, and a write to it would wait: it is written when it has room. */
function standardError(waitingBytesMax: number, clock: Clock): DestinationStream {
  const kind = fstatSync(2);
  if (!kind.isFIFO() && !kind.isSocket()) return fileOrTerminal(waitingBytesMax);
  const { stderr } = process;
  let leftOut = 0;
  let hasReader = true;
  // Whoever read the log has gone, and nobody can come in their place.
  stderr.on("error", () => (hasReader = false));
  stderr.on("drain", () => {
    if (leftOut === 0) return;
    const record = { level: "warn", time: new Date(clock.now()).toISOString(), records: leftOut, event: LEFT_OUT };
    leftOut = 0;
    stderr.write(`${JSON.stringify(record)}\n`);
  });
  return {
    write(line) {
      if (!hasReader) return;
      if (stderr.writableLength < waitingBytesMax) stderr.write(line);
      else leftOut++;
    },
  };
}

/**
 * A platform goes on without its log, whose disk may be full or fail: what cannot be written waits, up to a bound, for the next record,
 * and what comes then is left out.
 */
function fileOrTerminal(waitingBytesMax: number): DestinationStream {
  const stream = destination({ dest: 2, sync: true, maxLength: waitingBytesMax });
  stream.on("error", () => undefined);
  return stream;
}
