// The tables of views, their links and reports in the background; created by migration 0110.
import type { ColumnType } from "kysely";

/** 0 or 1. */
type Flag = ColumnType<number, boolean | number, boolean | number>;

export interface ViewTables {
  view: ViewTable;
  view_share: ViewShareTable;
  view_revision: ViewRevisionTable;
  view_link: ViewLinkTable;
  report_job: ReportJobTable;
}

export interface ViewTable {
  id: string;
  tenant_id: string;
  customer_id: string | null;
  user_id: string;
  created_at: number;
  updated_at: number;
  updated_by: string;
  revision: number;
  name: string;
  /** The name in lower case. */
  name_key: string;
  folder: string;
  /** A JSON list of texts. */
  tags: string;
  visibility: string;
  all_customers: Flag;
  display_type: string;
  description: string;
  /** Name, description and tags in lower case. */
  search_text: string;
  /** JSON. */
  definition: string;
}

export interface ViewShareTable {
  view_id: string;
  customer_id: string;
}

export interface ViewRevisionTable {
  view_id: string;
  revision: number;
  saved_at: number;
  saved_by: string;
  name: string;
  definition: string;
}

export interface ViewLinkTable {
  id: string;
  view_id: string;
  tenant_id: string;
  name: string;
  /** SHA-256 of the secret. */
  token_digest: Uint8Array;
  reader_user_id: string | null;
  reader_customer_id: string | null;
  created_at: number;
  created_by: string;
  expires_at: number;
  password_hash: string | null;
  /** A JSON list of names with their values. */
  locked_filters: string;
  /** A JSON list of texts. */
  origins: string;
}

export interface ReportJobTable {
  id: string;
  tenant_id: string;
  user_id: string;
  view_id: string;
  format: string;
  /** JSON. */
  request: string;
  created_at: number;
  state: string;
  attempts: number;
  started_at: number | null;
  ended_at: number | null;
  expires_at: number;
  /** JSON: what came of it. */
  outcome: string | null;
}
