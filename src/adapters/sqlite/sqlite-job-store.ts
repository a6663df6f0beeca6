// Background reports in SQLite.
import type { Selectable } from "kysely";
import type { JobChange, JobState, JobStore, ReportJob } from "../../core/analytics/jobs/report-job.ts";
import type { ReportJobId, TenantId } from "../../core/ids.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { parseJson, writeJson } from "../../lib/json.ts";
import type { ReportJobTable } from "./schema/views.ts";
import { violatesForeignKey } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";

export class SqliteJobStore extends SqliteStore implements JobStore {
  async addJob(job: ReportJob, jobsMax: number): Promise<"added" | "too-many" | "unknown"> {
    const count = this.connection.count("FROM report_job WHERE tenant_id = ?", job.tenantId);
    if (count >= jobsMax) return "too-many";
    try {
      await this.db
        .insertInto("report_job")
        .values({
          id: job.id,
          tenant_id: job.tenantId,
          user_id: job.userId,
          view_id: job.viewId,
          format: job.format,
          request: writeJson(job.request),
          created_at: job.createdTime,
          ...columnsOf(job),
        })
        .execute();
    } catch (error) {
      if (violatesForeignKey(error)) return "unknown";
      throw error;
    }
    return "added";
  }

  async findJob(tenantId: TenantId, id: ReportJobId): Promise<ReportJob | undefined> {
    const row = await this.db
      .selectFrom("report_job")
      .selectAll()
      .where("id", "=", id)
      .where("tenant_id", "=", tenantId)
      .executeTakeFirst();
    return row === undefined ? undefined : toJob(row);
  }

  async changeJob(id: ReportJobId, from: readonly JobState[], change: JobChange): Promise<ReportJob | undefined> {
    const row = await this.db.selectFrom("report_job").selectAll().where("id", "=", id).executeTakeFirst();
    if (row === undefined) return undefined;
    const job = toJob(row);
    if (!from.includes(job.state)) return undefined;
    const changed = { ...job, ...change };
    await this.db.updateTable("report_job").set(columnsOf(changed)).where("id", "=", id).execute();
    return changed;
  }

  async deleteJob(tenantId: TenantId, id: ReportJobId): Promise<boolean> {
    const { numDeletedRows } = await this.db
      .deleteFrom("report_job")
      .where("id", "=", id)
      .where("tenant_id", "=", tenantId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async unended(after: ReportJobId | null, max: number): Promise<readonly ReportJob[]> {
    const rows = await this.db
      .selectFrom("report_job")
      .selectAll()
      .where("state", "in", ["queued", "running"])
      .where("id", ">", after ?? ("" as ReportJobId))
      .orderBy("id")
      .limit(max)
      .execute();
    return rows.map(toJob);
  }

  async expired(now: EpochMillis, max: number): Promise<readonly ReportJob[]> {
    const rows = await this.db
      .selectFrom("report_job")
      .selectAll()
      .where("expires_at", "<=", now)
      .orderBy("expires_at")
      .limit(max)
      .execute();
    return rows.map(toJob);
  }

  // Jobs are kept for the same time after their end, so that the next to expire is the one that ended first.
  async oldestResults(max: number): Promise<readonly ReportJob[]> {
    const rows = await this.db
      .selectFrom("report_job")
      .selectAll()
      .where("state", "=", "done")
      .orderBy("expires_at")
      .orderBy("id")
      .limit(max)
      .execute();
    return rows.map(toJob);
  }

  async known(ids: readonly ReportJobId[]): Promise<readonly ReportJobId[]> {
    if (ids.length === 0) return [];
    const rows = await this.db.selectFrom("report_job").select("id").where("id", "in", ids).execute();
    return rows.map(({ id }) => id);
  }
}

function columnsOf(job: ReportJob) {
  const { state, attempts, startedTime, endedTime, expiresTime, result, failure } = job;
  return {
    state,
    attempts,
    started_at: startedTime,
    ended_at: endedTime,
    expires_at: expiresTime,
    outcome: result === null && failure === null ? null : writeJson({ result, failure }),
  };
}

// What a row holds was made by our own parsers before it was stored.
function toJob(row: Selectable<ReportJobTable>): ReportJob {
  const outcome = row.outcome === null ? undefined : (parseJson(row.outcome) as Pick<ReportJob, "result" | "failure">);
  return {
    id: row.id,
    tenantId: row.tenant_id,
    userId: row.user_id,
    viewId: row.view_id,
    format: row.format,
    request: parseJson(row.request) as ReportJob["request"],
    createdTime: row.created_at,
    state: row.state,
    attempts: row.attempts,
    startedTime: row.started_at,
    endedTime: row.ended_at,
    expiresTime: row.expires_at,
    result: outcome?.result ?? null,
    failure: outcome?.failure ?? null,
  };
}
