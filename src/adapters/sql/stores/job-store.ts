// Background reports.
import type { JobChange, JobCondition, JobStore, ReportJob } from "../../../core/analytics/jobs/report-job.ts";
import type { ReportJobId, ReportRunId, TenantId } from "../../../core/ids.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import { parseJson, writeJson } from "../../../lib/json.ts";
import { violatesForeignKey } from "../storage-errors.ts";
import { SqlStore } from "../store-table.ts";
import { storedAs, type Form, type Row } from "./stored-as.ts";

type Outcome = Pick<ReportJob, "result" | "failure">;

/** The outcome of a job is one column. */
interface StoredJob extends Omit<ReportJob, keyof Outcome> {
  readonly outcome: Outcome | null;
}

const JSON_VALUE: Form = { write: writeJson, read: parseJson };
const JOB = storedAs<StoredJob>()(
  `id, tenant_id, user_id, view_id, format, request, created_at, state, attempts, run_id, percent, started_at, ended_at, expires_at,
    outcome`,
  { request: JSON_VALUE, outcome: JSON_VALUE },
);

export class SqlJobStore extends SqlStore implements JobStore {
  async addJob(job: ReportJob, jobsMax: number): Promise<"added" | "too-many" | "share-used" | "unknown"> {
    const count = this.connection.count("FROM report_job WHERE tenant_id = ?", job.tenantId);
    if (count >= jobsMax) return "too-many";
    const ofCustomer =
      "FROM report_job j JOIN user_account u ON u.id = j.user_id JOIN user_account me ON me.customer_id = u.customer_id WHERE j.tenant_id = ? AND me.id = ?";
    if (this.connection.count(ofCustomer, job.tenantId, job.userId) >= jobsMax - count) return "share-used";
    try {
      this.connection.insert("report_job", JOB.row(stored(job)));
    } catch (error) {
      if (violatesForeignKey(error)) return "unknown";
      throw error;
    }
    return "added";
  }

  async findJob(tenantId: TenantId, id: ReportJobId): Promise<ReportJob | undefined> {
    return this.#all("id = ? AND tenant_id = ?", id, tenantId)[0];
  }

  async changeJob(id: ReportJobId, { states, runId }: JobCondition, change: JobChange): Promise<ReportJob | undefined> {
    const [job] = this.#all("id = ?", id);
    if (job === undefined || !states.includes(job.state)) return undefined;
    if (runId !== undefined && job.runId !== runId) return undefined;
    const changed = { ...job, ...change };
    this.connection.update("report_job", id, JOB.changes(stored(changed)));
    return changed;
  }

  async deleteJob(tenantId: TenantId, id: ReportJobId): Promise<boolean> {
    return this.connection.run("DELETE FROM report_job WHERE id = ? AND tenant_id = ?", id, tenantId) > 0;
  }

  async unended(after: ReportJobId | null, max: number): Promise<readonly ReportJob[]> {
    return this.#all("state IN ('queued', 'running') AND id > ? ORDER BY id LIMIT ?", after ?? "", max);
  }

  async expired(now: EpochMillis, max: number): Promise<readonly ReportJob[]> {
    return this.#all("expires_at <= ? ORDER BY expires_at LIMIT ?", now, max);
  }

  // All jobs are kept for the same time after their end, so the next to expire is the one that ended first.
  async oldestResults(max: number): Promise<readonly ReportJob[]> {
    return this.#all("state = 'done' ORDER BY expires_at, id LIMIT ?", max);
  }

  async knownRuns(ids: readonly ReportRunId[]): Promise<readonly ReportRunId[]> {
    const rows = this.connection.all(
      "SELECT run_id FROM report_job WHERE run_id IN (SELECT value FROM json_each(?))",
      JSON.stringify(ids),
    );
    return rows.map(({ run_id: id }) => id as ReportRunId);
  }

  #all(which: string, ...parameters: (string | number)[]): readonly ReportJob[] {
    return this.connection.all(`SELECT * FROM report_job WHERE ${which}`, ...parameters).map(jobOf);
  }
}

function stored({ result, failure, ...job }: ReportJob): StoredJob {
  return { ...job, outcome: result === null && failure === null ? null : { result, failure } };
}

function jobOf(row: Row): ReportJob {
  const { outcome, ...job } = JOB.entity(row);
  return { ...job, result: outcome?.result ?? null, failure: outcome?.failure ?? null };
}
