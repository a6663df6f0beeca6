// A logger that keeps its records for the test to look at.
import type { LogFields, Logger } from "../../src/lib/logger.ts";

export interface LogRecord {
  readonly level: "error" | "warn" | "info" | "debug";
  readonly event: string;
  /** Errors as their text, so that nothing of them is hidden from a search. */
  readonly fields: LogFields;
}

export class LogRecorder implements Logger {
  readonly records: LogRecord[];
  readonly #fields: LogFields;

  constructor(records: LogRecord[] = [], fields: LogFields = {}) {
    this.records = records;
    this.#fields = fields;
  }

  get events(): readonly string[] {
    return this.records.map(({ event }) => event);
  }

  error(event: string, fields?: LogFields): void {
    this.#keep("error", event, fields);
  }

  warn(event: string, fields?: LogFields): void {
    this.#keep("warn", event, fields);
  }

  info(event: string, fields?: LogFields): void {
    this.#keep("info", event, fields);
  }

  debug(event: string, fields?: LogFields): void {
    this.#keep("debug", event, fields);
  }

  child(fields: LogFields): Logger {
    return new LogRecorder(this.records, { ...this.#fields, ...fields });
  }

  #keep(level: LogRecord["level"], event: string, fields: LogFields = {}): void {
    const shown = Object.entries({ ...this.#fields, ...fields }).map(([name, value]): [string, unknown] => [
      name,
      value instanceof Error ? (value.stack ?? value.message) : value,
    ]);
    this.records.push({ level, event, fields: Object.fromEntries(shown) });
  }
}
