// The table of persistent calls; created by migration 0030.
import type { PersistentRpc } from "../../../core/rpc/rpc.ts";
import type { RowOf } from "../stored-as.ts";

export interface RpcTables {
  rpc: RpcTable;
}

interface RpcTable extends RowOf<PersistentRpc> {
  /** 0 or 1. */
  unfinished: number;
}
