// The tables of views, their links and reports in the background; created by migration 0110.
import type { JobFormat, JobState } from "../../../core/analytics/jobs/report-job.ts";
import type { Sharing } from "../../../core/analytics/view/table-view.ts";
import type { CustomerId, ReportJobId, TenantId, UserId, ViewId, ViewLinkId } from "../../../core/ids.ts";
import type { EpochMillis } from "../../../lib/clock.ts";
import type { Flag } from "../stored-as.ts";

export interface ViewTables {
  view: ViewTable;
  view_share: ViewShareTable;
  view_revision: ViewRevisionTable;
  view_link: ViewLinkTable;
  report_job: ReportJobTable;
}

export interface ViewTable {
  id: ViewId;
  tenant_id: TenantId;
  customer_id: CustomerId | null;
  user_id: UserId;
  created_at: EpochMillis;
  updated_at: EpochMillis;
  updated_by: UserId;
  revision: number;
  name: string;
  /** The name in lower case. */
  name_key: string;
  folder: string;
  /** A JSON list of texts. */
  tags: string;
  visibility: Sharing["visibility"];
  all_customers: Flag;
  display_type: string;
  description: string;
  /** Name, description and tags in lower case. */
  search_text: string;
  /** JSON. */
  definition: string;
}

export interface ViewShareTable {
  view_id: ViewId;
  customer_id: CustomerId;
}

export interface ViewRevisionTable {
  view_id: ViewId;
  revision: number;
  saved_at: EpochMillis;
  saved_by: UserId;
  name: string;
  definition: string;
}

export interface ViewLinkTable {
  id: ViewLinkId;
  view_id: ViewId;
  tenant_id: TenantId;
  name: string;
  /** SHA-256 of the secret. */
  token_digest: Uint8Array;
  reader_user_id: string | null;
  reader_customer_id: CustomerId | null;
  created_at: EpochMillis;
  created_by: UserId;
  expires_at: EpochMillis;
  password_hash: string | null;
  /** A JSON list of names with their values. */
  locked_filters: string;
  /** A JSON list of texts. */
  origins: string;
}

export interface ReportJobTable {
  id: ReportJobId;
  tenant_id: TenantId;
  user_id: UserId;
  view_id: ViewId;
  format: JobFormat;
  /** JSON. */
  request: string;
  created_at: EpochMillis;
  state: JobState;
  attempts: number;
  started_at: EpochMillis | null;
  ended_at: EpochMillis | null;
  expires_at: EpochMillis;
  /** JSON: what came of it. */
  outcome: string | null;
}
