// The audit log on its store, with the settings that it needs.
import { AuditLog } from "../core/audit/audit-log.ts";
import type { AuditStore } from "../core/audit/audit-store.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { DAY_MILLIS, SECOND_MILLIS } from "../lib/units.ts";
import type { Config } from "./config.ts";

export function buildAuditLog({ audit }: Config, store: AuditStore, clock: Clock, log: Logger): AuditLog {
  return new AuditLog(store, clock, log, {
    level: audit.level,
    dataCharsMax: audit.dataCharsMax,
    retentionMillis: audit.retentionDays === 0 ? null : audit.retentionDays * DAY_MILLIS,
    recordsMax: audit.recordsMax,
    sweepMillis: audit.sweepSeconds * SECOND_MILLIS,
    sweepBatch: audit.sweepBatch,
    listsMax: audit.listsMax,
    sortRowsMax: audit.sortRowsMax,
  });
}
