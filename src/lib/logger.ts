// Structured logging as a port: a constant event name plus fields. The composition root decides where records go.
export type LogFields = Readonly<Record<string, unknown>>;

export interface Logger {
  error(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  debug(event: string, fields?: LogFields): void;
  /** A logger that adds `fields` to each of its records. */
  child(fields: LogFields): Logger;
}

export const silentLogger: Logger = {
  error() {},
  warn() {},
  info() {},
  debug() {},
  child: () => silentLogger,
};
