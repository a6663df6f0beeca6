// The Logger port implemented with pino: one JSON object per record, written to standard error before the call returns,
// so that the last records of a dying process are not lost. A slow reader of a pipe or socket never blocks it; a file or terminal
// does as long as its disk or user holds up the write, which is made on this thread. The number of records is limited: anyone who
// can cause one record can cause a million.
import { fstatSync } from "node:fs";
import type { DestinationStream, Logger as Pino } from "pino";
import { destination, pino, stdSerializers, stdTimeFunctions } from "pino";
import type { Clock } from "../lib/clock.ts";
import type { LogFields, Logger } from "../lib/logger.ts";

export type LogLevel = "error" | "warn" | "info" | "debug";

export interface LogOptions {
  /** Less severe records are not written. */
  readonly level: LogLevel;
  /** Most records of one event in `windowMillis`; further ones are only counted. */
  readonly eventRecordsMax: number;
  readonly windowMillis: number;
  /** Most bytes that wait for a slow reader or a full disk; further records are dropped. */
  readonly waitingBytesMax: number;
  /** Events exempt from the limit because an operator has requested every record. The level debug is exempt too. */
  readonly unbounded: readonly string[];
}

export interface LogDeps {
  readonly clock: Clock;
  /** Default: standard error. */
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

/** An Error in the field `error` is written with its stack and causes. */
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

/** The number of records of each event in its window. Events are constants of the code, some hundred of them. */
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

/** Writing to a full pipe or socket, whose reader does not read, would block, so records wait until there is room. */
function standardError(waitingBytesMax: number, clock: Clock): DestinationStream {
  const kind = fstatSync(2);
  if (!kind.isFIFO() && !kind.isSocket()) return fileOrTerminal(waitingBytesMax);
  const { stderr } = process;
  let leftOut = 0;
  let hasReader = true;
  // The reader of the log has gone, and no other can take its place.
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
 * The platform continues without its log if the disk is full or fails: what cannot be written waits, up to a limit, for
 * the next record; further records are dropped.
 */
function fileOrTerminal(waitingBytesMax: number): DestinationStream {
  const stream = destination({ dest: 2, sync: true, maxLength: waitingBytesMax });
  stream.on("error", () => undefined);
  return stream;
}
