// The Logger port by pino: one JSON object per record, written to standard error before the call returns, so that the
// last words of a process that dies are not lost.
import type { DestinationStream, Logger as Pino } from "pino";
import { destination, pino, stdSerializers, stdTimeFunctions } from "pino";
import type { LogFields, Logger } from "../lib/logger.ts";

/** Of records that wait for a disk that takes them; further ones are left out. */
const UNWRITTEN_BYTES_MAX = 65_536;

export type LogLevel = "error" | "warn" | "info" | "debug";

class PinoLogger implements Logger {
  readonly #pino: Pino;

  constructor(log: Pino) {
    this.#pino = log;
  }

  error(event: string, fields: LogFields = {}): void {
    this.#pino.error(fields, event);
  }

  warn(event: string, fields: LogFields = {}): void {
    this.#pino.warn(fields, event);
  }

  info(event: string, fields: LogFields = {}): void {
    this.#pino.info(fields, event);
  }

  debug(event: string, fields: LogFields = {}): void {
    this.#pino.debug(fields, event);
  }

  child(fields: LogFields): Logger {
    return new PinoLogger(this.#pino.child(fields));
  }
}

/** Records less severe than `level` are not written. An Error in the field `error` is written with stack and causes. */
export function createLogger(level: LogLevel, stream: DestinationStream = standardError()): PinoLogger {
  const options = {
    level,
    base: null,
    messageKey: "event",
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: stdSerializers.errWithCause },
  };
  return new PinoLogger(pino(options, stream));
}

/**
 * A platform goes on without its log, whose disk may be full or fail: what cannot be written waits, up to a bound, for the next record,
 * and what comes then is left out.
 */
function standardError(): DestinationStream {
  const stream = destination({ dest: 2, sync: true, maxLength: UNWRITTEN_BYTES_MAX });
  stream.on("error", () => undefined);
  return stream;
}
