// A statement that only the engine's own threads work on, so that taking those away makes it stand still at once. Whoever waits
// in a thread of the runtime would work on it, and keep that thread from commits.
import type { DuckDBConnection, DuckDBPendingResult, DuckDBResult, DuckDBValue } from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import type { Clock } from "../../lib/clock.ts";

/** It is looked whether a statement has ended after this time, then after twice as long, and so on. */
const FIRST_LOOK_MILLIS = 1;
const LOOK_MILLIS_MAX = 8;

/** Once `goesOn` says no, it is finished in the usual way, where an interrupt is noticed although no thread works on it. */
export async function runBeside(
  connection: DuckDBConnection,
  sql: string,
  values: DuckDBValue[],
  clock: Clock,
  goesOn: () => boolean,
): Promise<DuckDBResult> {
  const pending = await connection.start(sql, values);
  let wait = FIRST_LOOK_MILLIS;
  while (goesOn() && isUnfinished(pending)) {
    await new Promise<void>((resolve) => clock.after(wait, resolve));
    wait = Math.min(2 * wait, LOOK_MILLIS_MAX);
  }
  return await pending.getResult();
}

/**
 * The package has no call that only looks: each of its own also works on the statement, in the main thread. Without the handle that
 * it keeps to itself, the statement is waited for in the usual way.
 */
function isUnfinished(pending: DuckDBPendingResult): boolean {
  const handle: unknown = Reflect.get(pending, "pending_result");
  if (!isHandle(handle)) return false;
  const state = duckdb.pending_execute_check_state(handle);
  return state === duckdb.PendingState.NO_TASKS_AVAILABLE || state === duckdb.PendingState.RESULT_NOT_READY;
}

function isHandle(value: unknown): value is duckdb.PendingResult {
  return typeof value === "object" && value !== null;
}
