// The process of a keeper: brings the log of telemetry into the lake until its parent says stop, or has gone.
import { LakeKeeper, type LakeKeeperOptions } from "../../adapters/duckdb/lake/lake-keeper.ts";
import { StreamLog, type StreamLogOptions } from "../../adapters/nats/stream-log.ts";
import { systemClock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";

export interface KeeperProcessOptions {
  readonly log: StreamLogOptions;
  readonly lake: LakeKeeperOptions;
}

/** What the process tells its parent. */
export type KeeperMessage =
  | { readonly kind: "started" }
  | { readonly kind: "folded" }
  | { readonly kind: "log"; readonly level: LogLevel; readonly event: string; readonly fields: object };

export type LogLevel = "error" | "warn" | "info" | "debug";

function tell(message: KeeperMessage): void {
  if (process.connected) process.send?.(message);
}

const loggerAt =
  (level: LogLevel) =>
  (event: string, fields: object = {}): void =>
    tell({ kind: "log", level, event, fields });

const logger: Logger = {
  error: loggerAt("error"),
  warn: loggerAt("warn"),
  info: loggerAt("info"),
  debug: () => undefined,
  child: () => logger,
};

async function keep({ log: logOptions, lake }: KeeperProcessOptions, stopped: Promise<unknown>): Promise<void> {
  const log = await StreamLog.open({ clock: systemClock, log: logger }, logOptions);
  try {
    const folded = (): void => tell({ kind: "folded" });
    const keeper = new LakeKeeper({ log, clock: systemClock, logger, folded }, lake);
    await keeper.start();
    tell({ kind: "started" });
    await stopped;
    await keeper.stop();
  } finally {
    await log.stop();
  }
}

/** A stop that waits longer for a database or a bucket ends at once: what was not committed is done again by the next keeper. */
const STOP_MILLIS_MAX = 5_000;

const stopped = Promise.withResolvers<undefined>();
void stopped.promise.then(() => systemClock.after(STOP_MILLIS_MAX, () => process.exit(1)));
process.on("disconnect", () => stopped.resolve(undefined));
process.once("message", (options) => {
  process.once("message", () => stopped.resolve(undefined));
  keep(options as KeeperProcessOptions, stopped.promise).then(
    () => process.exit(0),
    (error: unknown) => {
      logger.error("keeper of the lake cannot run", { error });
      process.exit(1);
    },
  );
});
