// What removes old telemetry and old calls when the terms of their tenants are over, with the settings that it needs.
import { CallRetention } from "../core/rpc/call-retention.ts";
import { PointRetention } from "../core/telemetry/point-retention.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { HOUR_MILLIS, SECOND_MILLIS } from "../lib/units.ts";
import type { Config } from "./config.ts";
import type { Storage } from "./storage.ts";

export interface Retention {
  readonly points: PointRetention;
  readonly calls: CallRetention;
}

/** Neither has been started. */
export function buildRetention(
  { telemetry, rpc }: Config,
  { sqlite: { stores }, telemetry: points }: Storage,
  clock: Clock,
  log: Logger,
): Retention {
  const { sweepSeconds, fullSweepHours, pointsPerStep } = telemetry.retention;
  const sweepMillis = sweepSeconds * SECOND_MILLIS;
  return {
    points: new PointRetention(
      { directory: stores.retention, store: points.retention, clock, log },
      { sweepMillis, fullSweepMillis: fullSweepHours * HOUR_MILLIS, pointsPerStep },
    ),
    calls: new CallRetention(
      stores.retention,
      stores.rpc,
      clock,
      { sweepMillis, batchMax: rpc.expirationBatchMax },
      log,
    ),
  };
}
