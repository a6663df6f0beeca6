// The table of API keys; created by migration 0060.
import type { ApiKey } from "../../../core/access/api-key.ts";
import type { UserId } from "../../../core/ids.ts";
import type { RowOf } from "../stored-as.ts";

export interface ApiKeyTables {
  api_key: ApiKeyTable;
}

interface ApiKeyTable extends RowOf<Omit<ApiKey, "owner">> {
  user_id: UserId;
  /** SHA-256 of the value. */
  value_digest: Uint8Array;
  search_text: string;
}
