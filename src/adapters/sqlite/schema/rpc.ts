// The table of persistent calls; created by migration 0030.

export interface RpcTables {
  rpc: RpcTable;
}

export interface RpcTable {
  id: string;
  created_at: number;
  tenant_id: string;
  device_id: string;
  request_id: number;
  method: string;
  params: string;
  /** 0 or 1, as is `unfinished`. */
  one_way: number;
  expiration_time: number;
  retries: number;
  additional_info: string | null;
  status: string;
  sent_through: string | null;
  timeouts: number;
  response: string | null;
  unfinished: number;
}
