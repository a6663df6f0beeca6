// The table of API keys; created by migration 0060.
import type { ColumnType } from "kysely";

export interface ApiKeyTables {
  api_key: ApiKeyTable;
}

export interface ApiKeyTable {
  id: string;
  created_at: number;
  user_id: string;
  /** SHA-256 of the value. */
  value_digest: Uint8Array;
  value_start: string;
  description: string;
  search_text: string;
  enabled: ColumnType<number, boolean, boolean>;
  /** Null: never. */
  expires_at: number | null;
  last_used_at: number | null;
}
