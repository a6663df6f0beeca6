// The Logger port by pino: one JSON object per record, written to standard error before the call returns, so that the
// last words of a process that dies are not lost.
import type { DestinationStream, Logger as Pino } from "pino";
import { destination, pino, stdSerializers, stdTimeFunctions } from "pino";
import type { LogFields, Logger } from "../lib/logger.ts";

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

function standardError(): DestinationStream {
  return destination({ dest: 2, sync: true });
}
