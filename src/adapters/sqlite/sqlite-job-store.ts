// Background reports in SQLite.
import type { JobChange, JobState, JobStore, ReportJob } from "../../core/analytics/jobs/report-job.ts";
import type { ReportJobId, TenantId } from "../../core/ids.ts";
import type { EpochMillis } from "../../lib/clock.ts";
import { parseJson, writeJson } from "../../lib/json.ts";
import { violatesForeignKey } from "./sqlite-errors.ts";
import { SqliteStore } from "./store-table.ts";
import { Table } from "./table.ts";

const JOB = new Table(
  "report_job",
  "id tenantId userId viewId format request createdTime=created_at state attempts startedTime=started_at endedTime=ended_at expiresTime=expires_at outcome",
);
const SELECT = `SELECT ${JOB.columns} FROM report_job`;

export class SqliteJobStore extends SqliteStore implements JobStore {
  async addJob(job: ReportJob, jobsMax: number): Promise<"added" | "too-many" | "unknown"> {
    if (this.countRows("report_job WHERE tenant_id = ?", job.tenantId) >= jobsMax) return "too-many";
    try {
      JOB.insert(this.connection, { ...job, request: writeJson(job.request), outcome: outcomeOf(job) });
    } catch (error) {
      if (violatesForeignKey(error)) return "unknown";
      throw error;
    }
    return "added";
  }

  async findJob(tenantId: TenantId, id: ReportJobId): Promise<ReportJob | undefined> {
    return this.one(toJob, `${SELECT} WHERE id = ? AND tenant_id = ?`, id, tenantId);
  }

  async changeJob(id: ReportJobId, from: readonly JobState[], change: JobChange): Promise<ReportJob | undefined> {
    const job = this.one(toJob, `${SELECT} WHERE id = ?`, id);
    if (job === undefined || !from.includes(job.state)) return undefined;
    const changed = { ...job, ...change };
    JOB.update(this.connection, id, {
      state: changed.state,
      attempts: changed.attempts,
      startedTime: changed.startedTime,
      endedTime: changed.endedTime,
      expiresTime: changed.expiresTime,
      outcome: outcomeOf(changed),
    });
    return changed;
  }

  async deleteJob(tenantId: TenantId, id: ReportJobId): Promise<boolean> {
    return this.connection.run("DELETE FROM report_job WHERE id = ? AND tenant_id = ?", id, tenantId) > 0;
  }

  async unended(after: ReportJobId | null, max: number): Promise<readonly ReportJob[]> {
    const sql = `${SELECT} WHERE state IN ('queued', 'running') AND id > ? ORDER BY id LIMIT ?`;
    return this.connection.all(sql, after ?? "", max).map(toJob);
  }

  async expired(now: EpochMillis, max: number): Promise<readonly ReportJob[]> {
    return this.connection.all(`${SELECT} WHERE expires_at <= ? ORDER BY expires_at LIMIT ?`, now, max).map(toJob);
  }

  // Jobs are kept for the same time after their end, so that the next to expire is the one that ended first.
  async oldestResults(max: number): Promise<readonly ReportJob[]> {
    return this.connection.all(`${SELECT} WHERE state = 'done' ORDER BY expires_at, id LIMIT ?`, max).map(toJob);
  }

  async known(ids: readonly ReportJobId[]): Promise<readonly ReportJobId[]> {
    const sql = "SELECT id FROM report_job WHERE id IN (SELECT value FROM json_each(?))";
    return this.connection.all(sql, JSON.stringify(ids)).map(({ id }) => id as ReportJobId);
  }
}

function outcomeOf({ result, failure }: ReportJob): string | null {
  return result === null && failure === null ? null : writeJson({ result, failure });
}

function toJob({ request, outcome, ...job }: Readonly<Record<string, unknown>>): ReportJob {
  const { result, failure } =
    outcome === null
      ? { result: null, failure: null }
      : (parseJson(outcome as string) as Pick<ReportJob, "result" | "failure">);
  return { ...job, request: parseJson(String(request)), result, failure } as unknown as ReportJob;
}
